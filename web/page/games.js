// Beginning and ending a game on the page.

import { showAnswer } from './answer.js';
import { armBack } from './back.js';
import { $ } from './dom.js';
import { closeSheet, openSheet } from './sheet.js';
import { keep } from './store.js';

/** Shows the buttons of a game, or those that set up pieces. */
function showMode(app) {
  const isPlay = Boolean(app.play);
  document.body.dataset.mode = isPlay ? 'play' : 'edit';
  $('tools').hidden = isPlay;
  $('playing').hidden = !isPlay;
  for (const id of ['solve', 'check', 'play']) $(id).hidden = isPlay;
}

/** Ends the game, whatever comes next. */
export function leavePlay(app) {
  if (!app.play) return;
  // What it searches for nobody wants to know any more.
  if (app.open) app.engine.cancel();
  app.play.close();
  app.play = null;
  showMode(app);
}

/** Ends the game; the position before it is shown. */
export function stopPlay(app, isShown) {
  leavePlay(app);
  closeSheet();
  app.problem = null;
  app.isToday = false;
  keep('playing', null);
  Object.assign(app, { moves: [], line: [], arrows: [] });
  if (isShown) {
    app.say('');
    if (app.answer) {
      showAnswer(app, $('result'));
      app.line = app.answer.main_line ?? [];
      openSheet(false);
    } else app.showHome();
  }
  app.show();
}

/** Begins a game from the position on the board. */
export async function startPlay(app, how = {}) {
  leavePlay(app);
  if (app.open) app.engine.cancel();
  closeSheet();
  app.chooseView('board');
  $('tree').replaceChildren();
  $('result').replaceChildren();
  app.chooseTab('result');
  const { Play } = await import('./playing.js');
  // Another may have begun meanwhile: it gives its buttons back first.
  app.play?.close();
  const play = new Play(app, app.board, { buttons: $('playing'), told: $('result') }, how);
  app.play = play;
  armBack();
  showMode(app);
  app.go([], []);
  try {
    await play.begin();
  } catch (error) {
    // Another may have begun meanwhile.
    if (play.closed) return;
    stopPlay(app, true);
    app.failed(error);
  }
}
