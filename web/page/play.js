// Play against best defence.

import { moveList } from './result.js';
import { squareName, square } from './setup.js';
import { html, words } from './words.js';

/** How long the defender seems to think, in milliseconds. */
const PAUSE = 350;
/** What a wrong try's refutation may cost. */
const REFUTE = 100000;

/** The plies that are left, where that is proved. */
const length = (best) => (best.plies_exact ? best.plies : null);

/** A game from the position on the board. */
export class Play {
  /** The buttons of the game go into one element, what is told of a wrong try into another. */
  constructor(app, buttons, parent, board) {
    this.app = app;
    this.buttons = buttons;
    this.parent = parent;
    this.board = board;
    this.from = null;
    this.locked = true;
    this.closed = false;
    board.selected = null;
    this.hints = 0;
    /** Whether the piece that is chosen was so by a hint. */
    this.hinted = false;
    /** The moves before a wrong try whose refutation is shown. */
    this.before = null;
    this.told = html('div');
    const button = (id, word, action) => html('button', { type: 'button', id, 'data-word': word, onclick: action }, words(word));
    buttons.replaceChildren(button('hint', 'hintMove', () => this.hint()), button('takeBack', 'takeBack', () => this.back()));
    parent.replaceChildren(this.told);
  }

  /** Says in the language that was chosen what is to be done now; what has a `data-word` is written by the page. */
  translate() {
    if (!this.locked) this.app.say(this.before ? '' : words('playHint'));
  }

  /** Looks whether there is anything to find. */
  async begin() {
    this.app.say(words('working', 0));
    await this.app.ready;
    if (this.closed) return;
    const best = await this.best();
    if (this.closed) return;
    if (best.status === 'no_mate') this.app.say(words('noMateToPlay'), 'bad');
    else if (best.status === 'unknown') this.app.say(words('openToPlay'), 'bad');
    else this.app.say(words('playHint'));
    /** How many plies are left of a mate that is proved to be the shortest, after so many moves; null: not known. */
    this.left = [length(best)];
    this.see();
    /** How many moves go before the attacker's first. */
    this.first = 0;
    const [reply] = best.main_line ?? [];
    if (!this.position.attacker_to_move && best.status === 'mate' && reply) {
      this.first = 1;
      this.reply(reply, length(best));
    }
    this.locked = false;
    this.see();
  }

  /** Plays the defender's reply to a mate that takes so many plies yet (null: not known), and tells it. */
  reply(move, left, longer = false) {
    const { app } = this;
    app.go([...app.moves, move]);
    this.left[app.moves.length] = left === null ? null : left - 1;
    const names = JSON.parse(app.gyakusan.japanese(app.sfen(), app.moves.join(' ')));
    app.say(`${longer ? words('longerThan') : ''} ${words('defence', names.at(-1))}`.trim(), longer ? 'bad' : '');
  }

  close() {
    this.from = null;
    this.board.selected = null;
    this.buttons.replaceChildren();
    this.parent.replaceChildren();
    this.choice?.remove();
    this.closed = true;
  }

  best() {
    return this.app.ask('best', [this.app.sfen(), this.app.moves.join(' '), ...this.app.limits()]);
  }

  /** What can be played. */
  see() {
    const { app } = this;
    const position = app.gyakusan.position(app.sfen(), app.moves.join(' '));
    this.position = JSON.parse(position);
    this.checks = this.position.attacker_to_move ? this.position.moves.map((is) => is.move) : [];
    app.show();
  }

  /** The squares that the chosen piece may go to. */
  targets() {
    if (!this.from || !this.checks) return [];
    return this.checks.filter((move) => move.startsWith(this.from)).map((move) => square(move.slice(2, 4)));
  }

  touch(place, holds) {
    if (this.before) this.app.say(words('takeBackFirst'), 'bad');
    if (this.waits()) return;
    const again = JSON.stringify(place) === JSON.stringify(this.board.selected);
    // Another piece is chosen; anything else is an answer to where the piece goes, which may be wrong.
    if (this.from && typeof place === 'number' && !again && (this.targets().includes(place) || !this.isMine(place))) {
      this.move(place);
      return;
    }
    // Who presses the piece that a hint shows has it in hand.
    const hinted = again && this.hinted;
    this.hinted = false;
    this.choose(holds && (!again || hinted) ? place : null);
  }

  drag(from, to) {
    if (this.waits()) return;
    this.choose(from);
    if (typeof to === 'number' && this.from) this.move(to);
  }

  /** Whether nothing can be played now: a search is under way, or a wrong try is to be taken back first. */
  waits() {
    return this.locked || this.before !== null;
  }

  choose(place) {
    const mine = place !== null && this.isMine(place);
    this.from = !mine ? null : typeof place === 'number' ? squareName(place) : `${place.kind}*`;
    this.board.selected = this.from ? place : null;
    this.app.show();
  }

  /** Whether the attacker's piece is there. */
  isMine(place) {
    if (typeof place !== 'number') return place.hand === this.hand();
    const piece = this.board.setup.squares[place];
    return piece !== null && piece.white === (this.hand() === 'w');
  }

  /** The attacker's hand. */
  hand() {
    return this.position.attacker === 'black' ? 'b' : 'w';
  }

  async move(to) {
    const { from } = this;
    const found = this.checks.filter((move) => move.startsWith(from) && square(move.slice(2, 4)) === to);
    this.from = null;
    this.board.selected = null;
    if (!found.length) {
      this.app.say(this.why(from, to), 'bad');
      this.app.show();
      return;
    }
    this.locked = true;
    const move = found.length > 1 ? await this.ask(found) : found[0];
    if (this.closed) return;
    if (!move) {
      this.locked = false;
      this.app.show();
      return;
    }
    this.hints = 0;
    this.told.replaceChildren();
    this.app.go([...this.app.moves, move]);
    try {
      await this.answer(move);
    } catch (error) {
      // The position stays.
      if (!this.closed) this.app.failed(error);
    }
    this.locked = false;
    if (!this.closed) this.see();
  }

  /** Why a piece cannot be played there: against the rules, or no check. */
  why(from, to) {
    const { app } = this;
    if (from === 'P*' && this.position.pawn_drop_mate === squareName(to)) return words('pawnDropMate');
    const isWhite = this.hand() === 'w';
    const isPawn = (piece, at) => piece?.kind === 'P' && !piece.promoted && piece.white === isWhite && at % 9 === to % 9;
    if (from === 'P*' && this.board.setup.squares.some(isPawn)) return words('twoPawns');
    const isLegal = (end) => {
      try {
        return app.gyakusan.position(app.sfen(), [...app.moves, from + squareName(to) + end].join(' '));
      } catch {
        return false;
      }
    };
    return words(['', '+'].some(isLegal) ? 'notCheck' : 'notLegal');
  }

  /** Whether to promote; undefined: the move is not made. */
  ask(found) {
    return new Promise((resolve) => {
      const answer = (move) => {
        this.choice.remove();
        this.choice = null;
        resolve(move);
      };
      const button = (word, move) => html('button', { type: 'button', onclick: () => answer(move) }, words(word));
      const way = (promoted) => found.find((move) => move.endsWith('+') === promoted);
      this.choice = html('div', { class: 'choice', onclick: ({ target }) => { if (target === this.choice) answer(); } },
        html('div', {}, button('promote', way(true)), button('keep', way(false)), button('neither')));
      this.choice.letGo = () => answer();
      document.body.append(this.choice);
      this.choice.querySelector('button').focus();
    });
  }

  /** Lets go of the piece that was chosen, and of the question whether it promotes. */
  letGo() {
    if (this.choice) this.choice.letGo();
    else if (!this.waits()) this.choose(null);
  }

  async answer(move) {
    const { app } = this;
    const best = await this.best();
    if (this.closed) return;
    if (best.status === 'no_mate') {
      await this.refute(move);
      return;
    }
    if (best.status === 'unknown') {
      app.say(words('notDecided'), 'bad');
      return;
    }
    if (best.plies === 0) {
      app.say(words('solved', app.moves.length), 'good');
      return;
    }
    const before = this.left[app.moves.length - 1] ?? null;
    const left = length(best);
    const longer = before !== null && left !== null && left + 1 > before;
    const [reply] = best.main_line ?? [];
    if (!reply) {
      app.say(words('notDecided'), 'bad');
      return;
    }
    await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
    if (this.closed) return;
    this.reply(reply, left, longer);
  }

  /** A wrong try is answered, and what becomes of it is told. */
  async refute(move) {
    const { app } = this;
    const before = app.moves.slice(0, -1);
    this.before = before;
    const [nodes, seconds] = app.limits();
    const [line] = await app.ask('refute', [app.sfen(), before.join(' '), move, Math.min(nodes ?? REFUTE, REFUTE), seconds]);
    if (this.closed) return;
    const all = [...before, ...(line?.moves ?? [move])];
    const reply = line?.moves[1];
    if (!reply) {
      app.say(words('no_mate'), 'bad');
      return;
    }
    app.go(all.slice(0, before.length + 2));
    const names = JSON.parse(app.gyakusan.japanese(app.sfen(), all.join(' ')));
    app.say(words('wrong', names[before.length + 1], names.slice(before.length).join(' ')), 'bad');
    this.told.replaceChildren(moveList(app, all));
  }

  /** First which piece, then where to. */
  async hint() {
    if (this.waits() || !this.position.attacker_to_move) return;
    this.locked = true;
    let best = null;
    try {
      best = await this.best();
    } catch (error) {
      if (!this.closed) this.app.failed(error);
    }
    this.locked = false;
    const [move] = best?.main_line ?? [];
    if (this.closed || !best) return;
    if (!move) {
      this.app.say(words(best.status === 'no_mate' ? 'noMateToPlay' : 'openToPlay'), 'bad');
      return;
    }
    this.hints += 1;
    this.hinted = true;
    if (this.hints === 1) this.choose(move[1] === '*' ? { hand: this.hand(), kind: move[0] } : square(move.slice(0, 2)));
    else this.app.mark(this.app.moves, [], [{ move, colour: '#1f6b45' }]);
    this.app.say(words('playHint'));
  }

  back() {
    if (this.locked) return;
    const { moves } = this.app;
    this.told.replaceChildren();
    // What a hint has shown belongs to the position that is left.
    this.hints = 0;
    this.from = null;
    this.board.selected = null;
    const turn = (moves.length - this.first) % 2 ? 1 : 2;
    this.app.go(this.before ?? moves.slice(0, Math.max(this.first, moves.length - turn)), []);
    this.before = null;
    this.app.say(words('playHint'));
    this.see();
  }
}
