// Setting up pieces: what presses and drags do, and what can be done with the piece that is chosen.

import { button } from './dom.js';
import { isSame } from './geometry.js';
import { promotes } from './setup.js';

/** Sets up the pieces of a work on a board. `app.rearranged(change)` changes them; `parent` gets the buttons of a chosen piece. */
export class Editing {
  constructor(app, board, parent) {
    this.app = app;
    this.board = board;
    this.parent = parent;
  }

  /** A press (`from` is null) or a drag. */
  touched(place, from, holds) {
    if (from !== null) this.#move(from, place);
    else this.#pressed(place, holds);
    this.show();
  }

  letGo() {
    this.choose(null);
    this.show();
  }

  choose(place, turned = false) {
    this.board.selected = place;
    this.board.turned = turned;
    this.board.draw();
  }

  /** The buttons of the piece that is chosen take the place of the others. */
  show() {
    const at = this.app.play ? null : this.board.selected;
    const piece = typeof at === 'number' ? this.app.work.setup.squares[at] : null;
    this.parent.hidden = !piece;
    this.parent.nextElementSibling.classList.toggle('away', Boolean(piece));
    this.parent.nextElementSibling.hidden = Boolean(piece) || this.app.play !== null;
    if (!piece) return;
    const change = (what) => () => {
      this.app.rearranged((setup) => what(setup, setup.squares[at]));
      this.choose(this.app.work.setup.squares[at] ? at : null);
      this.show();
    };
    this.parent.replaceChildren(
      ...(promotes(piece.kind) ? [button(piece.promoted ? 'unpromote' : 'promoteIt', 'promote', change((_, is) => { is.promoted = !is.promoted; }))] : []),
      button('otherSide', 'turn', change((_, is) => { is.white = !is.white; })),
      button('toHand', 'down', change((setup) => setup.put({ ...setup.take(at), promoted: false }, { hand: 'b' })), { disabled: piece.kind === 'K' }),
      button('takeAway', 'clear', change((setup) => setup.put(setup.take(at), { hand: 'w' }))),
      button('done', 'close', () => this.letGo()),
    );
  }

  #pressed(place, holds) {
    const { selected, turned } = this.board;
    const same = isSame(place, selected);
    const onBoard = typeof place === 'number';
    if (!same && place.hand && place.hand === selected?.hand) {
      // Another kind of the same hand.
      this.choose(holds ? place : null);
    } else if (same && onBoard) {
      this.app.rearranged((setup) => setup.turn(place));
      // The next press turns it again.
      this.choose(place, true);
    } else if (holds && ((onBoard && selected?.hand) || (place.hand && turned))) {
      // The piece that stands there is meant, or after a piece was turned the next one: not an exchange.
      this.choose(place);
    } else if (selected !== null && !same && (onBoard ? !holds || typeof selected !== 'number' : true)) {
      this.#move(selected, place);
      // A piece of a hand goes on being at hand.
      this.choose(typeof selected !== 'number' && this.#isThere(selected) ? selected : null);
    } else {
      this.choose(same || !holds ? null : place);
    }
  }

  #isThere({ hand, kind }) {
    const { setup } = this.app.work;
    return (hand === 'b' ? setup.hand : setup.defender())[kind] > 0;
  }

  #move(from, to) {
    if (isSame(from, to) || (to.hand && to.hand === from.hand)) return;
    this.app.rearranged((setup) => {
      const piece = setup.take(from);
      if (typeof to !== 'number') piece.promoted = false;
      setup.put(piece, to);
    });
  }
}
