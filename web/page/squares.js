// What squares, pieces and hands are called: on the board's rim, in lists, for those who hear the page.

import { KINDS } from './setup.js';
import { notation } from './settings.js';
import { words } from './words.js';

const DIGITS = '０１２３４５６７８９';
const RANKS = '〇一二三四五六七八九';

/** The name of a square (its USI name) in the chosen notation. */
export function squareWords(name) {
  const rank = name.charCodeAt(1) - 96;
  return notation('coordinates') === 'ja' ? `${DIGITS[name[0]]}${RANKS[rank]}` : name;
}

/** The signs along the rim: of the files from 9 to 1, and of the ranks. */
export function rim() {
  const isJapanese = notation('coordinates') === 'ja';
  return {
    files: [9, 8, 7, 6, 5, 4, 3, 2, 1].map((file) => (isJapanese ? DIGITS[file] : String(file))),
    ranks: [1, 2, 3, 4, 5, 6, 7, 8, 9].map((rank) => (isJapanese ? RANKS[rank] : 'abcdefghi'[rank - 1])),
  };
}

/** What a piece is called, without its side. */
export const pieceWords = ({ kind, promoted }) => words(`piece_${promoted ? '+' : ''}${kind}`);

/** A piece with its side. */
export const ownedWords = (piece) => words(piece.white ? 'ofDefender' : 'ofAttacker', pieceWords(piece));

/** A square and what stands there: 「３一、玉方の玉」. */
export function standsWords(name, piece) {
  return words('stands', squareWords(name), piece ? ownedWords(piece) : words('nothingThere'));
}

/** The pieces of a hand with their numbers. */
export function handWords(counts) {
  const held = KINDS.filter((kind) => counts[kind] > 0);
  if (!held.length) return words('noPieces');
  return held.map((kind) => words('soMany', pieceWords({ kind }), counts[kind])).join(words('comma'));
}

/** A whole position for those who cannot see it. */
export function positionWords(setup) {
  const of = (white) => setup.squares
    .map((piece, at) => (piece && piece.white === white ? `${squareWords(nameOf(at))}${words('gap')}${pieceWords(piece)}` : null))
    .filter(Boolean).join(words('comma')) || words('noPieces');
  return words('positionIs', of(false), handWords(setup.hand), of(true), handWords(setup.defender()));
}

const nameOf = (at) => `${9 - (at % 9)}${String.fromCharCode(97 + Math.floor(at / 9))}`;

/** A change of a position in words. */
export function changeWords(change) {
  const at = change.at ? squareWords(change.at) : '';
  switch (change.what) {
    case 'moved': return words('changeMoved', squareWords(change.from), ownedWords(change.piece), at);
    case 'exchanged': return words('changeExchanged', at, ownedWords(change.piece), ownedWords(change.by));
    case 'added': return words('changeAdded', at, ownedWords(change.piece));
    case 'removed': return words('changeRemoved', at, ownedWords(change.piece));
    case 'inHandMore': return words('changeMore', pieceWords(change.piece), change.count);
    default: return words('changeLess', pieceWords(change.piece), change.count);
  }
}
