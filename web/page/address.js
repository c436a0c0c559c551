// The address is the position; what was on the board last is kept as a draft.

import { writeAddress } from './back.js';
import { positionOf } from './files.js';
import { $ } from './dom.js';
import { Setup } from './setup.js';
import { keep, kept } from './store.js';
import { words } from './words.js';

/** The board is there again when the page is opened again. */
export function keepDraft(app) {
  if (app.problem) return;
  keep('draft', app.work.state());
}

/** The address is the position. Another work is a step in the history of the browser. */
export function address(app, isOther = false) {
  const is = hashOf(app);
  if (is !== location.hash) writeAddress(is, isOther);
}

/** What the address of the position has behind the page. */
export const hashOf = (app) => `#${app.sfen().replaceAll(' ', '_')}`;

/** Why a text is no position: in the words of the program, which tell the place, where it has any. */
export async function whyNot(app, text, error) {
  await app.ready;
  try {
    app.gyakusan.mirror(text);
  } catch (told) {
    return told;
  }
  return error;
}

/** Puts on the board: the position of the address, else what was there last, else the problem of the day. */
export async function loadAddress(app) {
  let sfen = '';
  try {
    sfen = positionOf(location.hash);
    if (sfen && app.isBegun && sfen === app.sfen()) return;
    const draft = kept('draft');
    // What is opened again has its name and its comments.
    if (sfen) app.load(sfen, !app.isBegun && draft?.sfen === Setup.parse(sfen).sfen() ? draft : {});
    else await beginning(app);
    if (sfen && !app.isBegun) await resume(app);
  } catch (error) {
    if (!app.isBegun) await beginning(app);
    const short = words('cannotRead', error.message);
    app.say(short, 'bad');
    if (!sfen) return;
    // The place is told when the engine is there, if nothing else was said meanwhile.
    const told = await whyNot(app, sfen, error).catch(() => error);
    if ($('message').textContent === short) app.say(words('cannotRead', told.message), 'bad');
  } finally {
    if (!app.isBegun) app.begun();
    app.isBegun = true;
  }
}

/** A problem of a set that was being solved is there again. */
async function resume(app) {
  const playing = kept('playing');
  if (playing?.sfen !== app.sfen()) return;
  const { goOn } = await import('./problems.js');
  await goOn(app, playing);
}

async function beginning(app) {
  const draft = kept('draft');
  if (draft?.sfen && draft.sfen !== new Setup().sfen()) {
    try {
      app.load(draft.sfen, draft);
      return;
    } catch {
      // What cannot be read is as if it were not there.
    }
  }
  const { ofToday } = await import('./today.js');
  const today = ofToday();
  app.load(today.sfen, { title: today.title, today: true });
  app.say(words('todayIs', words('pliesMate', today.plies)));
}
