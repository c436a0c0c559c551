// The work on the board: its pieces, title, author, line, comments, and the way back to what it was.

import { Setup } from './setup.js';

/** So many steps back are kept. */
const MOST = 200;

/** What is on the board, with its past and its future. */
export class Work {
  #past = [];
  #future = [];

  constructor() {
    this.setup = new Setup();
    this.#take({});
  }

  sfen() {
    return this.setup.sfen();
  }

  /** All of it, as it is kept. */
  state() {
    const { title, author, own, given, comments, variations } = this;
    return { sfen: this.sfen(), title, author, own, given, variations, comments: [...comments] };
  }

  /** Puts another work on the board; an SFEN that cannot be read changes nothing. */
  load(sfen, about = {}) {
    const setup = Setup.parse(sfen);
    this.#remember();
    this.setup = setup;
    this.#take(about);
  }

  /** Changes the pieces: another work, which has no line and no comments yet. A name that was given here stays with it, one that
   * was read does not. */
  rearrange(change) {
    const state = this.state();
    change(this.setup);
    if (this.sfen() === state.sfen) return;
    this.#past.push(state);
    this.#future = [];
    this.#take(state.own ? { title: state.title, author: state.author, own: true } : {});
  }

  /** Gives it a name, which is no step of its own. */
  name({ title = this.title, author = this.author }) {
    this.title = title;
    this.author = author;
    this.own = true;
  }

  /** Before what is there now there is nothing to go back to. */
  forget() {
    this.#past = [];
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  undo() {
    this.#step(this.#past, this.#future);
  }

  redo() {
    this.#step(this.#future, this.#past);
  }

  #step(from, to) {
    const state = from.pop();
    if (!state) return;
    to.push(this.state());
    this.setup = Setup.parse(state.sfen);
    this.#take(state);
  }

  #remember() {
    this.#past = [...this.#past, this.state()].slice(-MOST);
    this.#future = [];
  }

  #take({ title = '', author = '', own = false, given = [], comments = [], variations = [] }) {
    this.title = title;
    this.author = author;
    /** Whether they were written here. */
    this.own = own;
    /** The line that was read, to be compared with best play. */
    this.given = given;
    /** The variations that were read, each from the start, in USI with blanks between. */
    this.variations = variations;
    /** Comments by the moves they stand behind, in USI with blanks between. */
    this.comments = new Map(comments);
  }
}
