// The board from the keyboard: a place that arrows move, Enter to press it, letters to set up pieces.

import { KINDS, promotes } from './setup.js';

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Lets a board be used with keys while it has the focus. `setUp(change)` changes the pieces, where they can be changed; `tell`
 * says what is at a place to those who do not see it. */
export function takeKeys(board, setUp, tell) {
  // Where they were when the board had the focus last.
  let last = { file: 4, rank: 0 };
  board.svg.addEventListener('focus', () => {
    // A press by the mouse needs no place of the keys.
    if (!board.svg.matches(':focus-visible')) return;
    board.point(last);
    tell(board.cursorPlace());
  });
  board.svg.addEventListener('blur', () => {
    last = board.cursor ?? last;
    board.point(null);
  });
  board.svg.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (!board.cursor) board.point(last);
    const change = event.key in STEPS ? null : changeOf(event.key, board.cursorPlace());
    if (event.key in STEPS) {
      board.point(moved(board.cursor, STEPS[event.key]));
      tell(board.cursorPlace());
    } else if (event.key === 'Enter' || event.key === ' ') board.press(board.cursorPlace());
    else if (change) setUp(change);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

/** One step on; above the board is the box, below it the attacker's hand. */
function moved({ file, rank }, [right, down]) {
  const within = (number, least, most) => Math.min(Math.max(number, least), most);
  return { file: within(file + right, 0, 8), rank: within(rank + down, -1, 9) };
}

/** What a key does to the pieces at a place: a letter of SFEN puts one there (a capital is Black's), + turns it, Delete takes
 * it away. */
function changeOf(key, place) {
  const kind = key.length === 1 ? key.toUpperCase() : '';
  const isOnBoard = typeof place === 'number';
  if (kind === 'K' ? isOnBoard : KINDS.includes(kind)) {
    return (setup) => {
      const piece = { ...setup.take({ hand: 'w', kind }), white: key !== kind };
      setup.put(piece, place);
    };
  }
  if (key === 'Delete' || key === 'Backspace') {
    return (setup) => {
      if (isOnBoard ? setup.squares[place] : place.hand === 'b' && setup.hand[place.kind] > 0) setup.put(setup.take(place), { hand: 'w' });
    };
  }
  if (key === '+' && isOnBoard) {
    return (setup) => {
      const piece = setup.squares[place];
      if (piece && promotes(piece.kind)) piece.promoted = !piece.promoted;
    };
  }
  return null;
}
