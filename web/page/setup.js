// A board that is being set up: pieces, hands, SFEN. Squares are counted from 9a to 1i, row by row.

import { words } from './words.js';

export const KINDS = ['R', 'B', 'G', 'S', 'N', 'L', 'P'];
const TOTAL = { K: 2, R: 2, B: 2, G: 4, S: 4, N: 4, L: 4, P: 18 };
const PLAIN = { K: '玉', R: '飛', B: '角', G: '金', S: '銀', N: '桂', L: '香', P: '歩' };
const PROMOTED = { R: '龍', B: '馬', S: '全', N: '圭', L: '杏', P: 'と' };

/** The sign of a piece in a diagram. */
export const sign = (piece) => (piece.promoted ? PROMOTED[piece.kind] : PLAIN[piece.kind]);
/** Whether a piece has another side. */
export const promotes = (kind) => kind in PROMOTED;

const none = () => Object.fromEntries(KINDS.map((kind) => [kind, 0]));

/** A position that need not be legal yet. */
export class Setup {
  constructor() {
    this.squares = Array(81).fill(null);
    this.hand = none();
    /** The defender's hand where it is not the rest of the set (駒不足). */
    this.other = null;
    this.side = 'b';
  }

  /** The pieces of the set that are nowhere: the defender's hand, and the kings that are left. */
  rest() {
    const rest = { ...TOTAL };
    for (const piece of this.squares) if (piece) rest[piece.kind] -= 1;
    for (const kind of KINDS) rest[kind] -= this.hand[kind];
    return rest;
  }

  /** What the defender holds. */
  defender() {
    const rest = this.rest();
    return this.other ? { ...this.other, K: rest.K } : rest;
  }

  static parse(text) {
    const [board, side = 'b', hands = '-'] = text.trim().split(/\s+/);
    const setup = new Setup();
    const rows = board.split('/');
    const isRow = (row) => /^(?:\+?[plnsbr]|[gk]|[1-9])+$/i.test(row);
    const fits = rows.length === 9 && rows.every(isRow) && /^[bw]$/.test(side) && /^(?:-|(?:\d*[rbgsnlp])+)$/i.test(hands);
    if (!fits) throw new Error(words('noSfen'));
    rows.forEach((row, rank) => {
      let file = 0;
      for (const [, plus, letter, skip] of row.matchAll(/(\+?)([A-Za-z])|([1-9])/g)) {
        if (skip) { file += Number(skip); continue; }
        const kind = letter.toUpperCase();
        if (file > 8) throw new Error(words('noSfen'));
        setup.squares[rank * 9 + file] = { kind, promoted: plus === '+', white: letter !== kind };
        file += 1;
      }
      if (file !== 9) throw new Error(words('noSfen'));
    });
    const white = none();
    let anyWhite = false;
    for (const [, count, letter] of hands.matchAll(/(\d*)([A-Za-z])/g)) {
      const kind = letter.toUpperCase();
      if (letter === kind) setup.hand[kind] += Number(count || 1);
      else { white[kind] += Number(count || 1); anyWhite = true; }
    }
    setup.side = side;
    const rest = setup.rest();
    // A piece listed with the count 0 says that there is none, though there are pieces left.
    if (anyWhite && KINDS.some((kind) => white[kind] !== rest[kind])) setup.other = white;
    return setup;
  }

  /** The SFEN; the defender's hand is left out where it is the rest of the set, or written out. */
  sfen(whole = false) {
    const rows = [];
    for (let rank = 0; rank < 9; rank += 1) {
      let row = '';
      let empty = 0;
      for (let file = 0; file < 9; file += 1) {
        const piece = this.squares[rank * 9 + file];
        if (!piece) { empty += 1; continue; }
        if (empty) row += empty;
        empty = 0;
        row += (piece.promoted ? '+' : '') + (piece.white ? piece.kind.toLowerCase() : piece.kind);
      }
      rows.push(row + (empty || ''));
    }
    const write = (hand, of) => KINDS.map((kind) => {
      const count = hand[kind];
      return count > 0 ? (count > 1 ? count : '') + of(kind) : '';
    }).join('');
    const white = this.other || (whole ? this.rest() : none());
    const empty = this.other && KINDS.every((kind) => this.other[kind] === 0) ? '0p' : '';
    const hands = write(this.hand, (kind) => kind) + (write(white, (kind) => kind.toLowerCase()) || empty);
    return `${rows.join('/')} ${this.side} ${hands || '-'} 1`;
  }

  /** Takes a piece from a place: a square's number, or `{hand: 'b' | 'w', kind}`. */
  take(place) {
    if (typeof place === 'number') {
      const piece = this.squares[place];
      this.squares[place] = null;
      return piece;
    }
    const { hand, kind } = place;
    if (hand === 'b') this.hand[kind] -= 1;
    else if (this.other && kind !== 'K') this.other[kind] -= 1;
    // What is set up from the box attacks; a king is the one to be mated.
    return { kind, promoted: false, white: kind === 'K' && !this.squares.some((is) => is?.kind === 'K' && is.white) };
  }

  /** Puts a piece somewhere; what stands there goes back into the box. */
  put(piece, place) {
    if (typeof place === 'number') {
      const there = this.squares[place];
      if (there) this.put(there, { hand: 'w' });
      this.squares[place] = piece;
    } else if (place.hand === 'b' && piece.kind !== 'K') this.hand[piece.kind] += 1;
    else if (this.other && piece.kind !== 'K') this.other[piece.kind] += 1;
  }

  /** Exchanges left and right. */
  mirror() {
    this.squares = this.squares.map((_, at) => this.squares[at - 2 * (at % 9) + 8]);
  }

  /** The next of a piece's faces: promoted, the other side's, promoted. */
  turn(square) {
    const piece = this.squares[square];
    if (promotes(piece.kind) && !piece.promoted) piece.promoted = true;
    else { piece.promoted = false; piece.white = !piece.white; }
  }
}

/** The number of a USI square. */
export const square = (name) => (name.charCodeAt(1) - 97) * 9 + 9 - Number(name[0]);
/** The USI name of a square. */
export const squareName = (number) => `${9 - (number % 9)}${String.fromCharCode(97 + Math.floor(number / 9))}`;
