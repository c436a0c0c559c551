// The sheet over the lower part of a telephone: closed, low under the whole board, or high with the board smaller above it.
// Beside a board on a wide screen it is always open.

const body = globalThis.document?.body;
const listeners = [];

/** Whoever wants to know how the sheet is: `none`, `peek`, `half`. */
export const onSheet = (listener) => listeners.push(listener);

function be(state) {
  body.dataset.sheet = state;
  for (const listener of listeners) listener(state);
}

/** Opens it; one that is high stays so. */
export function openSheet(isGrown = false) {
  if (isGrown || body.dataset.sheet !== 'half') be(isGrown ? 'half' : 'peek');
}

export function closeSheet() {
  be('none');
}

/** From low to high and back. */
export function growSheet() {
  be(body.dataset.sheet === 'half' ? 'peek' : 'half');
}
