// A game against best defence, without a board: what was played, what is answered, what is told. The page shows it.

import { square, squareName } from './setup.js';

/** What a wrong try's refutation may cost, in nodes. */
export const REFUTE = 100000;

/** The plies that are left, where that is proved. */
const length = (best) => (best.plies_exact ? best.plies : null);

/** A game from a position. `ask` has three questions, each of the moves so far: `position(moves)`, at once; `best(moves)` and
 * `refute(moves, check, nodes)`, which take their time. */
export class Game {
  constructor(ask) {
    this.ask = ask;
    this.moves = [];
    /** How many moves go before the attacker's first. */
    this.first = 0;
    /** How many plies are left of a mate that is proved to be the shortest, after so many moves; null: not known. */
    this.left = [];
    /** The moves before a wrong try whose refutation is shown. */
    this.before = null;
    this.hints = 0;
    /** Wrong tries and hints of this game, for the statistics. */
    this.wrong = 0;
    this.helped = 0;
    this.solved = false;
    this.look();
  }

  /** Looks what can be played now. */
  look() {
    this.position = this.ask.position(this.moves);
    this.checks = this.position.attacker_to_move ? this.position.moves.map((is) => is.move) : [];
  }

  /** Looks whether there is anything to find; the defender's first move if it is his turn. */
  async begin() {
    const best = await this.ask.best(this.moves);
    this.left = [length(best)];
    const [reply] = best.main_line ?? [];
    if (!this.position.attacker_to_move && best.status === 'mate' && reply) {
      this.first = 1;
      return this.#reply(reply, length(best));
    }
    return { kind: { no_mate: 'noMate', unknown: 'open' }[best.status] ?? 'begun' };
  }

  /** The attacker's moves of a piece (`7g` or `G*`) to a square's number. */
  movesTo(from, to) {
    return this.checks.filter((move) => move.startsWith(from) && square(move.slice(2, 4)) === to);
  }

  /** The moves of a piece to a square's number, whether they are checks or not. */
  waysTo(from, to) {
    return ['', '+'].map((end) => from + squareName(to) + end).filter((move) => this.#isLegal(move));
  }

  #isLegal(move) {
    try {
      return Boolean(this.ask.position([...this.moves, move]));
    } catch {
      return false;
    }
  }

  /** The squares that a piece may go to. */
  targets(from) {
    return from ? [...new Set(this.checks.filter((move) => move.startsWith(from)).map((move) => square(move.slice(2, 4))))] : [];
  }

  /** Plays a check; what came of it. */
  async play(move, made = () => {}) {
    this.hints = 0;
    this.moves = [...this.moves, move];
    this.look();
    made();
    const best = await this.ask.best(this.moves);
    if (best.status === 'no_mate') return this.#refute(move);
    if (best.status === 'unknown') return { kind: 'undecided' };
    if (best.plies === 0) {
      this.solved = true;
      return { kind: 'solved', plies: this.moves.length };
    }
    const before = this.left[this.moves.length - 1] ?? null;
    const left = length(best);
    const [reply] = best.main_line ?? [];
    if (!reply) return { kind: 'undecided' };
    return this.#reply(reply, left, before !== null && left !== null && left + 1 > before);
  }

  /** The defender's reply to a mate that takes so many plies yet (null: not known). */
  #reply(move, left, longer = false) {
    this.moves = [...this.moves, move];
    this.left[this.moves.length] = left === null ? null : left - 1;
    this.look();
    return { kind: 'reply', move, longer };
  }

  /** A wrong try and what becomes of it. */
  async #refute(move) {
    const before = this.moves.slice(0, -1);
    this.before = before;
    this.wrong += 1;
    const [line] = await this.ask.refute(before, move, REFUTE);
    const all = [...before, ...(line?.moves ?? [move])];
    if (all.length > before.length + 1) this.moves = all.slice(0, before.length + 2);
    this.look();
    return { kind: 'wrong', line: all, from: before.length };
  }

  /** Takes a move and its reply back, or a wrong try. */
  back() {
    const turn = (this.moves.length - this.first) % 2 ? 1 : 2;
    this.moves = this.before ?? this.moves.slice(0, Math.max(this.first, this.moves.length - turn));
    this.before = null;
    this.hints = 0;
    this.solved = false;
    this.look();
  }

  /** The next hint: null where there is none to give. */
  async hint() {
    const best = await this.ask.best(this.moves);
    const [move] = best.main_line ?? [];
    if (!move) return { kind: best.status === 'no_mate' ? 'noMate' : 'open' };
    this.helped += 1;
    this.hints = nextHint(this.checks, move, this.hints);
    return { kind: 'hint', step: this.hints, move, checks: this.checks.length };
  }

  /** Why a piece cannot be played there. */
  why(from, to, setup) {
    if (from === 'P*' && this.position.pawn_drop_mate === squareName(to)) return 'pawnDropMate';
    const isWhite = this.position.attacker === 'white';
    const isPawn = (piece, at) => piece?.kind === 'P' && !piece.promoted && piece.white === isWhite && at % 9 === to % 9;
    if (from === 'P*' && setup.squares.some(isPawn)) return 'twoPawns';
    return this.waysTo(from, to).length ? 'notCheck' : 'notLegal';
  }
}

/** The hints: how many checks there are; whether a piece is dropped or moved; which piece; the move. */
export const HINTS = { checks: 1, way: 2, piece: 3, move: 4 };

/** The hint after a step (0: none yet). The first leaves more than one check to choose from, if there is more than one. */
export function nextHint(checks, move, step) {
  if (step > 0) return HINTS.move;
  const like = (alike) => checks.filter(alike).length;
  const isDrop = move[1] === '*';
  if (like((is) => is.slice(0, 2) === move.slice(0, 2)) > 1) return HINTS.piece;
  const sameWay = like((is) => (is[1] === '*') === isDrop);
  return sameWay > 1 && sameWay < checks.length ? HINTS.way : HINTS.checks;
}
