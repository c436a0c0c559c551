// Asking the engine, and what is shown while it works and when it has an answer.

import { showAnswer } from './answer.js';
import { $ } from './dom.js';
import { Broken, Cancelled, Engine } from './engine.js';
import { limits, setting } from './settings.js';
import { openSheet } from './sheet.js';
import { kept } from './store.js';
import { number, words } from './words.js';

/** So many answers are kept for the way back. */
const MOST_ANSWERS = 50;

/** Asks the engine about a position, with words of its progress. */
export async function ask(app, call, args) {
  const waits = (more) => {
    app.open += more;
    const isBusy = app.open > 0;
    $('cancel').hidden = !isBusy || Boolean(app.play);
    for (const id of ['solve', 'check']) {
      $(id).disabled = isBusy;
      $(id).hidden = isBusy || Boolean(app.play);
    }
    $('play').hidden = isBusy || Boolean(app.play);
    document.body.toggleAttribute('data-busy', isBusy);
  };
  waits(1);
  try {
    await app.ready;
    // What is no problem is told at once, and in the language of the page.
    app.gyakusan.position(args[0], '');
    engine(app);
    return await app.engine.ask(call, args, (nodes) => app.say(words('working', number(nodes))));
  } finally {
    waits(-1);
  }
}

/** The engine that searches. */
export function engine(app) {
  app.engine ??= new Engine(app.module, Number(setting('memory')), threads());
  return app.engine;
}

/** Threads share memory only where the page is isolated: where the server says so, or the service worker from the second time
 * on. */
function threads() {
  const most = self.crossOriginIsolated ? Math.min(navigator.hardwareConcurrency, 8) : 1;
  return Math.min(Number(kept('threads', most)), most);
}

/** Solves or checks what is on the board. */
export async function work(app, call) {
  if (app.play) app.stopPlay(false);
  const sfen = app.sfen();
  const isThorough = setting('thorough') === 'on';
  const args = call === 'solve' ? [sfen, ...limits()] : [sfen, app.work.given.join(' '), isThorough, ...limits()];
  app.say(words(app.gyakusan ? 'working' : 'loading', 0));
  try {
    app.answer = await ask(app, call, args);
    app.isThorough = isThorough;
    app.answers.set(sfen, app.answer);
    if (app.answers.size > MOST_ANSWERS) app.answers.delete(app.answers.keys().next().value);
    app.say('');
    $('tree').replaceChildren();
    app.chooseTab('result');
    showAnswer(app, $('result'));
    openSheet(false);
    app.go([], app.answer.main_line ?? app.work.given);
    $('spoken').textContent = $('result').querySelector('.verdict').textContent;
  } catch (error) {
    failed(app, error);
  }
}

/** Says why the engine has no answer. */
export function failed(app, error) {
  if (error instanceof Cancelled) app.say(words('cancelled'));
  else if (!(error instanceof Broken)) app.say(words('illegal', error.message), 'bad');
  else if (/call stack|recursion|out of bounds/i.test(error.message)) app.say(words('tooDeep'), 'bad');
  else app.say(words('brokeDown', error.message), 'bad');
}
