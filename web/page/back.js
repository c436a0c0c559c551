// The back button of a telephone closes what is open before it leaves the page.

/** Whether the newest entry of the browser's history stands for something that is open. */
let isArmed = false;

/** Something was opened that the back button is to close. */
export function armBack() {
  if (isArmed) return;
  history.replaceState({ beneath: true }, '', location.href);
  history.pushState({ open: true }, '', location.href);
  isArmed = true;
}

/** Writes the address. Another work is a step in the history; it takes the place of what is open. */
export function writeAddress(hash, isOther) {
  if (isOther && !isArmed) history.pushState(null, '', hash);
  else history.replaceState(isOther ? null : history.state, '', hash);
  if (isOther) isArmed = false;
}

/** `close` closes what was opened last, and tells whether there was anything; `isOpen` tells whether more is open, `hash` where the
 * page is. */
export function takeBack({ close, isOpen, hash }) {
  addEventListener('popstate', ({ state }) => {
    if (!isArmed) return;
    isArmed = false;
    // Another address was typed.
    if (!state?.beneath) return;
    // The position stays, whatever stood there before.
    history.replaceState(null, '', hash());
    if (!close()) history.back();
    else if (isOpen()) armBack();
  });
}
