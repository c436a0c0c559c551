// A game on the page: touches become moves, and what comes of them is shown and told.

import { moveList } from './answer.js';
import { askPromotion } from './choice.js';
import { button, html } from './dom.js';
import { Game, HINTS } from './game.js';
import { isSame } from './geometry.js';
import { square, squareName } from './setup.js';
import { sound } from './sound.js';
import { words } from './words.js';

/** How long the defender seems to think, in milliseconds. */
const PAUSE = 350;

const pause = () => new Promise((resolve) => { setTimeout(resolve, PAUSE); });

/** A game from the position on the board. `ended` is called when it is solved, given up, or left after a wrong try; `left` when it
 * is left; `extra` are more buttons. */
export class Play {
  constructor(app, board, { buttons, told }, { ended = () => {}, left = () => {}, extra = () => [] } = {}) {
    this.app = app;
    this.board = board;
    this.buttons = buttons;
    this.told = told;
    this.ended = ended;
    this.left = left;
    this.extra = extra;
    this.from = null;
    this.locked = true;
    this.closed = false;
    this.shown = false;
    /** Whether the solution is wanted as soon as the search is over. */
    this.wanted = false;
    /** Whether what came of it was told. */
    this.isTold = false;
    /** Whether the piece that is chosen was so by a hint. */
    this.hinted = false;
    this.game = null;
    board.selected = null;
    this.#drawButtons();
  }

  #drawButtons(isOver = false) {
    const isWrong = Boolean(this.game?.before);
    const answer = button('giveUp', 'answer', () => (this.shown ? this.app.openSheet(false) : this.giveUp()), { id: 'giveUp' });
    const own = isOver ? [button('again', 'undo', () => this.restart(), { id: 'again' }), ...(this.shown ? [answer] : [])]
      : [isWrong ? button('showEscape', 'tree', () => this.app.openSheet(false), { id: 'showEscape' }) : button('hintMove', 'hint', () => this.hint(), { id: 'hint' }),
        button('takeBack', 'back', () => this.back(), { id: 'takeBack' }), answer];
    this.buttons.replaceChildren(...own, ...this.extra(isOver), button('leave', 'close', () => this.leave(), { id: 'leave' }));
  }

  /** Ends the game. */
  leave() {
    this.app.stopPlay(true);
    this.left();
  }

  /** The search is over: the next move can be made, or the solution is shown if it was asked for meanwhile. */
  #unlock() {
    this.locked = false;
    if (!this.wanted || this.closed) return;
    this.wanted = false;
    if (!this.game.solved) this.giveUp();
  }

  #end(solved) {
    const { wrong, helped } = this.game;
    this.isTold = true;
    this.ended({ solved, wrong, helped, shown: this.shown });
  }

  /** Says in the language that was chosen what is to be done now. */
  translate() {
    this.#drawButtons(this.game?.solved || this.shown);
    if (!this.locked) this.app.say(this.game.before ? '' : words('playHint'));
  }

  /** Looks whether there is anything to find. */
  async begin() {
    const { app } = this;
    app.say(words('playHint'));
    await app.ready;
    if (this.closed) return;
    const sfen = app.sfen();
    const ask = (call, moves, ...more) => app.ask(call, [sfen, moves.join(' '), ...more]);
    this.game = new Game({
      position: (moves) => JSON.parse(app.gyakusan.position(sfen, moves.join(' '))),
      best: (moves) => ask('best', moves, ...app.limits()),
      refute: (moves, check, most) => {
        const [nodes, seconds] = app.limits();
        return ask('refute', moves, check, Math.min(nodes ?? most, most), seconds);
      },
    });
    // The attacker may move while it is found out whether there is a mate: the engine answers in order.
    const begun = this.game.begin();
    this.see();
    app.say(words('working', 0));
    const told = await begun;
    if (this.closed) return;
    this.tell(told);
    this.see();
    this.#unlock();
  }

  /** Tells what came of something. */
  tell(told) {
    const { app, game } = this;
    const name = (moves) => app.names(moves).at(-1);
    switch (told.kind) {
      case 'begun': app.say(words('playHint')); break;
      case 'noMate': app.say(words('noMateToPlay'), 'bad'); break;
      case 'open': app.say(words('openToPlay'), 'bad'); break;
      case 'undecided': app.say(words('notDecided'), 'bad'); break;
      case 'reply': app.say(`${told.longer ? words('longerThan') : ''} ${words('defence', name(game.moves))}`.trim(), told.longer ? 'bad' : ''); break;
      case 'solved':
        app.say(words('solved', told.plies), 'good');
        sound('solved');
        this.#drawButtons(true);
        this.#end(true);
        break;
      case 'wrong': {
        const names = app.names(told.line);
        const reply = names[told.from + 1];
        app.say(reply ? words('wrong', reply) : words('wrongAlone'), 'bad');
        sound('wrong');
        // On a telephone the board keeps its size: the line is shown when it is asked for.
        this.told.replaceChildren(html('h3', {}, words('showEscape')), moveList(app, told.line));
        this.#drawButtons();
        break;
      }
      default:
    }
  }

  close() {
    if (this.game?.wrong && !this.isTold) this.#end(false);
    this.from = null;
    this.board.selected = null;
    this.buttons.replaceChildren();
    this.told.replaceChildren();
    this.choice?.letGo();
    this.closed = true;
  }

  /** Shows what can be played. */
  see(moved = null) {
    this.app.moves = this.game.moves;
    this.app.line = [];
    this.app.arrows = [];
    this.app.show(moved);
    // Beside the board there is room for what was played.
    if (this.game.before === null) this.told.replaceChildren(html('p', { class: 'hint' }, words('helpPlay')), html('p', { class: 'played' }, this.app.names(this.game.moves).join(' ')));
  }

  targets() {
    return this.from && this.game ? this.game.targets(this.from) : [];
  }

  /** A press (`from` is null) or a drag. */
  touched(place, from, holds) {
    // Whoever goes on after a wrong try has taken it back.
    if (this.game?.before && !this.locked) this.back();
    if (this.waits()) return;
    if (from !== null) {
      this.choose(from);
      if (typeof place === 'number' && this.from) this.move(place);
      return;
    }
    const again = isSame(place, this.board.selected);
    // Another piece is chosen; anything else is an answer to where the piece goes, which may be wrong.
    if (this.from && typeof place === 'number' && !again && (this.targets().includes(place) || !this.isMine(place))) {
      this.move(place);
      return;
    }
    // Whoever presses the piece that a hint shows has it in hand.
    const isHinted = again && this.hinted;
    this.choose(holds && (!again || isHinted) ? place : null);
  }

  /** Whether nothing can be played now: a search is under way, it is over, or a wrong try is to be taken back first. */
  waits() {
    return this.locked || !this.game || this.game.before !== null || this.game.solved || this.shown;
  }

  choose(place) {
    this.hinted = false;
    const mine = place !== null && this.isMine(place);
    this.from = !mine ? null : typeof place === 'number' ? squareName(place) : `${place.kind}*`;
    this.board.selected = this.from ? place : null;
    // What was wrong before is not wrong of this piece.
    if (this.from) this.app.say('');
    this.app.show();
  }

  /** Whether the attacker's piece is there. */
  isMine(place) {
    const hand = this.game.position.attacker === 'black' ? 'b' : 'w';
    if (typeof place !== 'number') return place.hand === hand;
    const piece = this.board.setup.squares[place];
    return piece !== null && piece.white === (hand === 'w');
  }

  async move(to) {
    const { from, game, app } = this;
    const found = game.movesTo(from, to);
    this.from = null;
    this.board.selected = null;
    if (!found.length) {
      app.say(words(game.why(from, to, this.board.setup)), 'bad');
      app.show();
      return;
    }
    this.locked = true;
    // It is asked also where one of both is no check: that would give it away.
    const ways = game.waysTo(from, to);
    const move = ways.length > 1 ? await this.#promotion(ways, from, to) : found[0];
    if (this.closed) return;
    if (found.includes(move)) await this.#play(move);
    else {
      if (move) app.say(words('notCheck'), 'bad');
      app.show();
    }
    this.#unlock();
  }

  #promotion(found, from, to) {
    this.app.show();
    this.choice = askPromotion(found, this.board.setup.squares[square(from)], this.board.boxOf(to));
    return this.choice.answer.finally(() => { this.choice = null; });
  }

  async #play(move) {
    const { app, game } = this;
    this.told.replaceChildren();
    try {
      const played = game.play(move, () => {
        sound('move');
        this.see(move);
      });
      const [told] = await Promise.all([played, pause()]);
      if (this.closed) return;
      if (told.kind === 'reply') sound('move');
      this.tell(told);
      this.see(game.moves.at(-1) === move ? null : game.moves.at(-1));
    } catch (error) {
      // The position stays.
      if (!this.closed) app.failed(error);
    }
  }

  /** Lets go of the piece that was chosen, and of the question whether it promotes. */
  letGo() {
    if (this.choice) this.choice.letGo();
    else if (!this.waits()) this.choose(null);
  }

  async hint() {
    const { app, game } = this;
    if (this.waits() || !game.position.attacker_to_move) return;
    this.locked = true;
    let hint = null;
    try {
      hint = await game.hint();
    } catch (error) {
      if (!this.closed) app.failed(error);
    }
    if (!this.closed && hint) {
      if (hint.kind !== 'hint') this.tell(hint);
      else this.#showHint(hint);
    }
    this.#unlock();
  }

  #showHint({ step, move, checks }) {
    const { app } = this;
    const isDrop = move[1] === '*';
    this.from = null;
    this.board.selected = null;
    if (step === HINTS.piece) this.choose(isDrop ? { hand: this.game.position.attacker === 'black' ? 'b' : 'w', kind: move[0] } : square(move.slice(0, 2)));
    this.hinted = step === HINTS.piece;
    if (step === HINTS.move) app.mark(this.game.moves, [], [{ move, colour: 'main' }]);
    app.say({
      [HINTS.checks]: words('hintChecks', checks),
      [HINTS.way]: words(isDrop ? 'hintDrop' : 'hintMoveOf'),
      [HINTS.piece]: words('hintPiece'),
      [HINTS.move]: words('hintIs', app.names([...this.game.moves, move]).at(-1)),
    }[step]);
  }

  back() {
    if (this.locked || !this.game || this.shown) return;
    this.told.replaceChildren();
    this.from = null;
    this.board.selected = null;
    this.game.back();
    this.app.closeSheet();
    this.#drawButtons();
    this.app.say(words('playHint'));
    this.see();
  }

  /** Shows the solution; the game is over. */
  async giveUp() {
    if (this.locked) {
      this.wanted = true;
      this.buttons.querySelector('#giveUp').setAttribute('aria-pressed', 'true');
      return;
    }
    this.locked = true;
    const { app, game } = this;
    try {
      const before = game.before ?? game.moves;
      const best = await game.ask.best(before);
      if (this.closed) return;
      this.shown = true;
      if (!game.solved) this.#end(false);
      const line = [...before, ...(best.main_line ?? [])];
      game.before = null;
      game.moves = before;
      app.say(best.main_line ? words('solutionIs') : words(best.status === 'no_mate' ? 'noMateToPlay' : 'openToPlay'));
      this.told.replaceChildren(moveList(app, line));
      app.go(before, line);
      app.openSheet(false);
      this.#drawButtons(true);
    } catch (error) {
      if (!this.closed) app.failed(error);
    }
    this.locked = false;
  }

  /** Begins anew. */
  restart() {
    const { game } = this;
    if (this.locked || !game) return;
    game.before = null;
    game.moves = game.moves.slice(0, game.first);
    game.solved = false;
    this.shown = false;
    this.isTold = false;
    game.wrong = 0;
    game.helped = 0;
    game.hints = 0;
    game.look();
    this.told.replaceChildren();
    this.#drawButtons();
    this.app.closeSheet();
    this.app.say(words('playHint'));
    this.see();
  }
}
