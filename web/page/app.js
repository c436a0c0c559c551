// The page: what is on the board, and what is done with it.

import { showAnswer } from './answer.js';
import { Board } from './board.js';
import { askText, dialog } from './dialogs.js';
import { $, button, dress, html } from './dom.js';
import { Editing } from './editing.js';
import { Broken, Cancelled, Engine } from './engine.js';
import { positionOf, takeFiles } from './files.js';
import { loadEngine, namesOf } from './loading.js';
import { takeKeys } from './keys.js';
import { kept, keep } from './store.js';
import { closeSheet, growSheet, onSheet, openSheet } from './sheet.js';
import { language, limits, notation, onChoice, setting } from './settings.js';
import { remember } from './shelf.js';
import { Setup, squareName } from './setup.js';
import { positionWords, standsWords, handWords } from './squares.js';
import { number, words } from './words.js';
import { Work } from './work.js';

/** Views that are fetched when they are first looked at. */
const VIEWS = {
  problems: () => import('./problems.js'),
  works: () => import('./works.js'),
  settings: () => import('./options.js'),
};

/** Board and panel stand beside each other. */
const WIDE = matchMedia('(min-aspect-ratio: 1/1) and (min-width: 44rem)');

/** The state of the page, and what its parts can ask of it. */
const app = {
  work: new Work(),
  /** Moves in USI after which the board is shown. */
  moves: [],
  /** The line that the steps go along. */
  line: [],
  /** The last answer, of `solve` or `check`. */
  answer: null,
  /** Whether it came from a thorough check. */
  isThorough: false,
  arrows: [],
  play: null,
  engine: null,
  /** How many questions the engine has not answered yet. */
  open: 0,
  /** When the engine can be asked. */
  ready: null,
  gyakusan: null,
  tab: 'result',
  sfen: () => app.work.sfen(),
  names: (moves) => namesOf(app.gyakusan, app.sfen(), moves, notation('moves')),
  limits, show, go, say, load, ask, mark, chooseTab, chooseView, failed, whyNot, rearranged, startPlay, stopPlay, askText, keepDraft, desk,
  work_: (call) => work(call),
  openSheet: (grown) => openSheet(grown),
  closeSheet: () => closeSheet(),
};

const board = new Board($('board'), touched);
const editing = new Editing(app, board, $('piece'));
app.board = board;

/** Words for the user; `kind` is '', 'good' or 'bad'. */
function say(text, kind = '') {
  $('message').textContent = text;
  $('message').className = kind;
}

/** Shows the position after some moves of a line. */
function go(moves, line = app.line) {
  mark(moves, line, []);
}

/** Shows marks on the position after some moves. */
function mark(moves, line, arrows) {
  const isNext = moves.length === app.moves.length + 1 && app.moves.every((move, at) => move === moves[at]);
  app.moves = moves;
  app.line = line;
  app.arrows = arrows;
  board.changed = [];
  show(isNext ? moves.at(-1) : null);
}

/** Draws everything that depends on the position. */
function show(moved = null) {
  let shown = app.work.setup;
  if (app.moves.length) shown = Setup.parse(JSON.parse(app.gyakusan.position(app.sfen(), app.moves.join(' '))).sfen);
  board.words = { black: words('handBlack'), white: words(app.play ? 'handWhite' : 'handBox') };
  board.last = app.moves.at(-1) ?? null;
  board.arrows = app.arrows;
  board.targets = app.play?.targets() ?? [];
  board.draw(shown, moved);
  board.svg.dataset.sfen = shown.sfen();
  board.svg.setAttribute('aria-label', words('board'));
  $('described').textContent = positionWords(shown);
  showSteps();
  showTitle();
  const path = app.moves.join(' ');
  for (const one of document.querySelectorAll('[data-at]')) one.classList.toggle('now', one.dataset.at === path);
  for (const item of document.querySelectorAll('#tree li')) item.classList.toggle('now', item.dataset.path === path);
  editing.show();
}

function showSteps() {
  const isLine = app.line.length > 0 && app.gyakusan !== null;
  $('steps').hidden = !isLine;
  if (!isLine) return;
  const at = app.moves.length;
  $('ply').textContent = at ? `${words('ply', at)} ${app.names(app.moves).at(-1)}` : words('start');
  for (const [id, is] of [['first', at], ['back', at], ['forward', app.line.length - at], ['last', app.line.length - at]]) $(id).disabled = !is;
}

function showTitle() {
  const { title, author } = app.work;
  const told = app.problem ? app.problem.title() : [title, author].filter(Boolean).join(words('by'));
  $('title').textContent = told || words('subtitle');
  $('undo').disabled = !app.work.canUndo || Boolean(app.play);
  $('redo').disabled = !app.work.canRedo || Boolean(app.play);
}

/** Nothing that was found out about another position holds any more. */
function changed() {
  leavePlay();
  if (app.open) app.engine.cancel();
  app.desking?.();
  board.selected = null;
  board.turned = false;
  board.changed = [];
  Object.assign(app, { moves: [], line: [], answer: null, arrows: [] });
  for (const id of ['result', 'tree', 'desk']) $(id).replaceChildren();
  say('');
  closeSheet();
  keepDraft();
  show();
  showHome();
}

/** The board is there again when the page is opened again. */
function keepDraft() {
  if (app.problem) return;
  keep('draft', app.work.state());
}

/** The address is the position. Another work is a step in the history of the browser. */
function address(isOther = false) {
  const is = `#${app.sfen().replaceAll(' ', '_')}`;
  if (is === location.hash) return;
  if (isOther) history.pushState(null, '', is);
  else history.replaceState(null, '', is);
}

/** Puts a problem on the board. */
function load(sfen, { isOther = false, problem = null, ...about } = {}) {
  const before = app.work.state();
  app.work.load(sfen, about);
  // What was set up or read here is found again; problems of a set are found in their set.
  if (app.isBegun && !app.problem && before.sfen !== app.sfen() && /k/i.test(before.sfen)) remember({ ...before, line: before.given });
  app.problem = problem;
  address(isOther);
  changed();
  if (app.work.given.length && app.gyakusan && !problem) go([], app.work.given);
}

/** Changes the pieces. */
function rearranged(change) {
  const before = app.sfen();
  app.work.rearrange(change);
  if (app.sfen() === before) return;
  app.problem = null;
  address();
  changed();
}

/** What the user does on the board. */
function touched(place, from, holds) {
  if (app.play) app.play.touched(place, from, holds);
  else if (!backAtStart()) editing.touched(place, from, holds);
}

/** Goes back to the start of the line that is shown, if one is: the pieces are set up from there. */
function backAtStart() {
  if (!app.moves.length) return false;
  go([]);
  say(words('backAtStart'));
  return true;
}

/** Changes the pieces by keys. */
function setUp(change) {
  if (!app.play && !backAtStart()) rearranged(change);
}

/** Asks the engine about a position, with words of its progress. */
async function ask(call, args) {
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
    engine();
    return await app.engine.ask(call, args, (nodes) => say(words('working', number(nodes))));
  } finally {
    waits(-1);
  }
}

/** The engine that searches. */
function engine() {
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
async function work(call) {
  if (app.play) stopPlay(false);
  const sfen = app.sfen();
  const isThorough = setting('thorough') === 'on';
  const args = call === 'solve' ? [sfen, ...limits()] : [sfen, app.work.given.join(' '), isThorough, ...limits()];
  say(words('working', 0));
  try {
    app.answer = await ask(call, args);
    app.isThorough = isThorough;
    say('');
    $('tree').replaceChildren();
    chooseTab('result');
    showAnswer(app, $('result'));
    openSheet(false);
    go([], app.answer.main_line ?? app.work.given);
    $('spoken').textContent = $('result').querySelector('.verdict').textContent;
  } catch (error) {
    failed(error);
  }
}

/** Says why the engine has no answer. */
function failed(error) {
  if (error instanceof Cancelled) say(words('cancelled'));
  else if (!(error instanceof Broken)) say(words('illegal', error.message), 'bad');
  else if (/call stack|recursion|out of bounds/i.test(error.message)) say(words('tooDeep'), 'bad');
  else say(words('brokeDown', error.message), 'bad');
}

async function chooseTab(tab) {
  app.tab = tab;
  for (const one of document.querySelectorAll('#tabs button')) {
    const is = one.dataset.tab === tab;
    one.setAttribute('aria-selected', is);
    $(one.dataset.tab).hidden = !is;
  }
  if (tab === 'tree') (await import('./tree.js')).showTree(app, $('tree'));
  if (tab === 'desk') (await import('./desk.js')).showDesk(app, $('desk'));
}

async function desk(what) {
  await chooseTab('desk');
  openSheet(true);
  (await import('./desk.js')).begin(app, $('desk'), what);
}

/** Shows a view; `...more` is for the view. */
async function chooseView(view, ...more) {
  document.body.dataset.view = view;
  for (const one of document.querySelectorAll('#views button')) one.setAttribute('aria-current', String(one.dataset.view === view));
  for (const id of Object.keys(VIEWS)) $(id).hidden = id !== view;
  if (view === 'board') return;
  const { showView } = await VIEWS[view]();
  await showView(app, $(view), ...more);
}

/** Beside the board there is something to begin with as long as nothing was found. */
async function showHome() {
  if (!WIDE.matches || app.answer || app.play || app.tab !== 'result') return;
  const { showHome: home } = await import('./home.js');
  if (!app.answer && !app.play && app.tab === 'result') home(app, $('result'));
}

/** Shows the buttons of a game, or those that set up pieces. */
function showMode() {
  const isPlay = Boolean(app.play);
  document.body.dataset.mode = isPlay ? 'play' : 'edit';
  $('tools').hidden = isPlay;
  $('playing').hidden = !isPlay;
  for (const id of ['solve', 'check', 'play']) $(id).hidden = isPlay;
}

function leavePlay() {
  if (!app.play) return;
  // What it searches for nobody wants to know any more.
  if (app.open) app.engine.cancel();
  app.play.close();
  app.play = null;
  showMode();
}

/** Ends the game; the position before it is shown. */
function stopPlay(isShown) {
  leavePlay();
  closeSheet();
  app.problem = null;
  Object.assign(app, { moves: [], line: [], arrows: [] });
  if (isShown) {
    say('');
    if (app.answer) {
      showAnswer(app, $('result'));
      app.line = app.answer.main_line ?? [];
      openSheet(false);
    } else showHome();
  }
  show();
}

/** Begins a game from the position on the board. */
async function startPlay(how = {}) {
  leavePlay();
  if (app.open) app.engine.cancel();
  closeSheet();
  chooseView('board');
  $('tree').replaceChildren();
  $('result').replaceChildren();
  chooseTab('result');
  const { Play } = await import('./playing.js');
  const play = new Play(app, board, { buttons: $('playing'), told: $('result') }, how);
  app.play?.close();
  app.play = play;
  showMode();
  go([], []);
  try {
    await play.begin();
  } catch (error) {
    // Another may have begun meanwhile.
    if (play.closed) return;
    stopPlay(true);
    failed(error);
  }
}

/** A menu of what is seldom wanted. */
function menu() {
  dialog(words('menu'), [
    ['menuBoard', [['mirror', 'mirror'], ['clear', 'clear'], ['compare', 'compare'], ['nameWork', 'answer']]],
    ['menuIn', [['paste', 'paste'], ['openFile', 'file']]],
    ['menuOut', [['save', 'save'], ['share', 'share'], ['kif', 'works'], ['picture', 'board'], ['print', 'print']]],
    ['menuHelp', [['help', 'help']]],
  ].map(([head, items]) => [html('h3', {}, words(head)), html('menu', {}, items.map(([word, picture]) => button(word, picture, (event) => {
    event.target.closest('dialog').close();
    actions[word]();
  }, { id: `menu-${word}` })))]));
}

const guarded = (action) => async (...args) => {
  try {
    await action(...args);
  } catch (error) {
    say(words('failed', error.message), 'bad');
  }
};

/** Actions that are fetched when they are wanted. */
const later = (name) => guarded(async () => {
  await app.ready;
  await (await import('./actions.js'))[name](app);
});

const actions = {
  solve: () => work('solve'),
  check: () => work('check'),
  play: () => startPlay(),
  cancel: () => app.engine?.cancel(),
  mirror: () => rearranged((setup) => setup.mirror()),
  clear: () => load(new Setup().sfen()),
  undo: () => { app.work.undo(); address(); changed(); },
  redo: () => { app.work.redo(); address(); changed(); },
  first: () => go([]),
  back: () => go(app.moves.slice(0, -1)),
  forward: () => go(app.line.slice(0, app.moves.length + 1)),
  last: () => go(app.line),
  closeSheet: () => { closeSheet(); if (app.play) app.play.back?.(); else go([], app.line); },
  grow: growSheet,
  menu,
  openFile: () => $('file').click(),
  ...Object.fromEntries(['paste', 'save', 'share', 'kif', 'picture', 'print', 'compare', 'nameWork', 'help'].map((name) => [name, later(name)])),
};
for (const [id, action] of Object.entries(actions)) $(id)?.addEventListener('click', guarded(action));
for (const tab of document.querySelectorAll('#tabs button')) {
  tab.addEventListener('click', () => {
    chooseTab(tab.dataset.tab);
    if (tab.dataset.tab !== 'result') openSheet(true);
  });
}
for (const view of document.querySelectorAll('#views button')) view.addEventListener('click', guarded(() => chooseView(view.dataset.view)));

// Above a sheet there is little room, and the box is of no use.
onSheet((state) => board.crop(state !== 'none' && !WIDE.matches));
takeFiles(app);
takeKeys(board, setUp, (place) => {
  const { setup } = board;
  $('spoken').textContent = typeof place === 'number' ? standsWords(squareName(place), setup.squares[place])
    : `${words(place.hand === 'b' ? 'handBlack' : 'handWhite')}${words('colon')}${handWords(place.hand === 'b' ? setup.hand : setup.defender())}`;
});
addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !document.querySelector('dialog[open]')) (app.play ?? editing).letGo();
  if (/TEXTAREA|INPUT|SELECT/.test(event.target.tagName) || event.altKey || !app.line.length) return;
  if (event.key === 'ArrowLeft') actions.back();
  if (event.key === 'ArrowRight') actions.forward();
});
onChoice(async (name) => {
  if (['language', 'theme', 'motion'].includes(name)) translate();
  if (name === 'memory') {
    app.engine?.cancel();
    app.engine = null;
  }
  if (name === 'language') {
    app.gyakusan?.speak(language());
    say('');
    app.play?.translate();
  }
  if (app.answer && !app.play) showAnswer(app, $('result'));
  $('tree').replaceChildren();
  show();
  showHome();
});

/** Writes the page in its language and colours. */
function translate() {
  document.documentElement.lang = language();
  const theme = setting('theme');
  const isDark = theme === 'dark' || (theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.toggleAttribute('data-dark', isDark);
  document.body.toggleAttribute('data-still', setting('motion') === 'off');
  dress();
}
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', translate);

/** Why a text is no position: in the words of the program, which tell the place, where it has any. */
async function whyNot(text, error) {
  await app.ready;
  try {
    app.gyakusan.mirror(text);
  } catch (told) {
    return told;
  }
  return error;
}

/** Puts on the board: the position of the address, else what was there last, else the problem of the day. */
async function loadAddress() {
  let sfen = '';
  try {
    sfen = positionOf(location.hash);
    if (sfen && app.isBegun && sfen === app.sfen()) return;
    const draft = kept('draft');
    // What is opened again has its name and its comments.
    if (sfen) load(sfen, !app.isBegun && draft?.sfen === Setup.parse(sfen).sfen() ? draft : {});
    else await beginning();
  } catch (error) {
    if (!app.isBegun) await beginning();
    const short = words('cannotRead', error.message);
    say(short, 'bad');
    if (!sfen) return;
    // The place is told when the engine is there, if nothing else was said meanwhile.
    const told = await whyNot(sfen, error).catch(() => error);
    if ($('message').textContent === short) say(words('cannotRead', told.message), 'bad');
  } finally {
    app.isBegun = true;
  }
}

async function beginning() {
  const draft = kept('draft');
  if (draft?.sfen && draft.sfen !== new Setup().sfen()) {
    load(draft.sfen, draft);
    return;
  }
  const { ofToday } = await import('./today.js');
  const today = ofToday();
  load(today.sfen, { title: today.title });
  say(words('todayIs', words('pliesMate', today.plies)));
}
addEventListener('hashchange', loadAddress);

translate();
chooseView('board');
chooseTab('result');
// The board is there before the engine is.
app.ready = loadEngine().then(({ gyakusan, module }) => {
  Object.assign(app, { gyakusan, module });
  gyakusan.speak(language());
  if (app.work.given.length && !app.answer && !app.play) go([], app.work.given);
  engine().warm();
  document.documentElement.dataset.ready = 'true';
});
loadAddress();
app.ready.catch((error) => say(words('noEngine', error.message), 'bad'));
if ('serviceWorker' in navigator) app.ready.then(() => navigator.serviceWorker.register('sw.js')).catch(() => {});
