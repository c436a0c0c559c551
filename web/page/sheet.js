// The sheet over the lower part of a telephone: closed, low under the whole board, or high with the board smaller above it.
// Beside a board on a wide screen it is always open.

const body = globalThis.document?.body;

/** Opens it; one that is high stays so. */
export function openSheet(isGrown = false) {
  if (isGrown || body.dataset.sheet !== 'half') body.dataset.sheet = isGrown ? 'half' : 'peek';
}

export function closeSheet() {
  body.dataset.sheet = 'none';
}

/** From low to high and back. */
export function growSheet() {
  body.dataset.sheet = body.dataset.sheet === 'half' ? 'peek' : 'half';
}
