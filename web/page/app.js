// The page: what is on the board, and what is done with it.

import { address, hashOf, keepDraft, loadAddress, whyNot } from './address.js';
import { showAnswer } from './answer.js';
import { ask, engine, failed, work } from './asking.js';
import { Board } from './board.js';
import { askText, dialog } from './dialogs.js';
import { $, button, dress, html } from './dom.js';
import { Editing } from './editing.js';
import { armBack, takeBack } from './back.js';
import { takeFiles } from './files.js';
import { leavePlay, startPlay, stopPlay } from './games.js';
import { loadEngine, namesOf } from './loading.js';
import { takeKeys } from './keys.js';
import { closeSheet, growSheet, onSheet, openSheet } from './sheet.js';
import { language, limits, notation, onChoice, setting } from './settings.js';
import { remember } from './shelf.js';
import { Setup, squareName } from './setup.js';
import { positionWords, standsWords, handWords } from './squares.js';
import { isNewer } from './store.js';
import { words } from './words.js';
import { Work } from './work.js';

/** Views that are fetched when they are first looked at. */
const VIEWS = {
  problems: () => import('./problems.js'),
  works: () => import('./works.js'),
  settings: () => import('./options.js'),
};

/** Board and panel stand beside each other. */
const WIDE = matchMedia('(min-aspect-ratio: 1/1) and (min-width: 44rem)');

/** The screen is wider than high: what is found stands beside the board, however small. */
const LYING = matchMedia('(min-aspect-ratio: 1/1)');

/** After so many milliseconds everything is fetched for the next time. */
const LATER = 4000;

/** The state of the page, and what its parts can ask of it. */
const app = {
  work: new Work(),
  /** Moves in USI after which the board is shown. */
  moves: [],
  /** The line that the steps go along. */
  line: [],
  /** The last answer, of `solve` or `check`. */
  answer: null,
  /** The answers about positions that one can go back to. */
  answers: new Map(),
  /** Whether it came from a thorough check. */
  isThorough: false,
  arrows: [],
  play: null,
  /** Whether the problem of the day is there because nothing else was. */
  isToday: false,
  engine: null,
  /** How many questions the engine has not answered yet. */
  open: 0,
  /** When the engine can be asked. */
  ready: null,
  gyakusan: null,
  tab: 'result',
  sfen: () => app.work.sfen(),
  names: (moves) => namesOf(app.gyakusan, app.sfen(), moves, notation('moves')),
  limits, show, showHome, go, say, load, mark, chooseTab, chooseView, rearranged, askText, desk,
  ask: (call, args) => ask(app, call, args),
  find: (call) => work(app, call),
  failed: (error) => failed(app, error),
  whyNot: (text, error) => whyNot(app, text, error),
  keepDraft: () => keepDraft(app),
  begun: () => { app.work.forget(); showTitle(); },
  startPlay: (how) => startPlay(app, how),
  stopPlay: (isShown) => stopPlay(app, isShown),
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
  board.isGame = Boolean(app.play);
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
  for (const one of document.querySelectorAll('[data-at]')) {
    const isNow = one.dataset.at === path;
    one.classList.toggle('now', isNow);
    if (isNow && path) one.scrollIntoView({ block: 'nearest' });
  }
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
  // Only where the board is to be seen.
  $('title').textContent = WIDE.matches || document.body.dataset.view === 'board' ? told || words('subtitle') : '';
  $('undo').disabled = !app.work.canUndo || Boolean(app.play);
  $('redo').disabled = !app.work.canRedo || Boolean(app.play);
}

/** Nothing that was found out about another position holds any more. */
function changed() {
  leavePlay(app);
  if (app.open) app.engine.cancel();
  app.desking?.();
  board.selected = null;
  board.turned = false;
  board.changed = [];
  Object.assign(app, { moves: [], line: [], answer: null, arrows: [], isToday: false });
  for (const id of ['result', 'tree', 'desk']) $(id).replaceChildren();
  say('');
  closeSheet();
  keepDraft(app);
  show();
  showHome();
}

/** Puts a problem on the board. */
function load(sfen, { isOther = false, problem = null, today = false, ...about } = {}) {
  const before = app.work.state();
  app.work.load(sfen, about);
  // What was set up or read here is found again; problems of a set are found in their set.
  if (app.isBegun && !app.problem && before.sfen !== app.sfen() && /k/i.test(before.sfen)) remember({ ...before, line: before.given });
  app.problem = problem;
  address(app, isOther);
  changed();
  app.isToday = today;
  if (app.work.given.length && app.gyakusan && !problem) go([], app.work.given);
}

/** Changes the pieces. */
function rearranged(change) {
  const before = app.sfen();
  app.work.rearrange(change);
  if (app.sfen() === before) return;
  app.problem = null;
  address(app);
  changed();
}

/** Goes back to what was on the board before, or on again; what was found out about it is there again, too. */
function step(way) {
  app.work[way]();
  address(app);
  changed();
  app.answer = app.answers.get(app.sfen()) ?? null;
  if (!app.answer) return;
  showAnswer(app, $('result'));
  go([], app.answer.main_line ?? app.work.given);
}

/** What the user does on the board. */
function touched(place, from, holds) {
  if (app.play) app.play.touched(place, from, holds);
  // The problem of the day is there to be solved.
  else if (app.isToday) guarded(async () => (await import('./home.js')).playToday(app))();
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
  showTitle();
  if (view === 'board') return;
  if (!WIDE.matches) armBack();
  $(view).scrollTop = 0;
  const { showView } = await VIEWS[view]();
  await showView(app, $(view), ...more);
}

/** Beside the board there is something to begin with as long as nothing was found. */
async function showHome() {
  if (!WIDE.matches || app.answer || app.play || app.tab !== 'result') return;
  const { showHome: home } = await import('./home.js');
  if (!app.answer && !app.play && app.tab === 'result') home(app, $('result'));
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
  solve: () => work(app, 'solve'),
  check: () => work(app, 'check'),
  play: () => startPlay(app),
  cancel: () => app.engine?.cancel(),
  mirror: () => rearranged((setup) => setup.mirror()),
  clear: () => load(new Setup().sfen()),
  undo: () => step('undo'),
  redo: () => step('redo'),
  first: () => go([]),
  back: () => go(app.moves.slice(0, -1)),
  forward: () => go(app.line.slice(0, app.moves.length + 1)),
  last: () => go(app.line),
  closeSheet: () => { closeSheet(); if (!app.play) go([], app.line); },
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
onSheet((state) => {
  board.crop(state !== 'none' && !LYING.matches);
  if (state !== 'none' && !WIDE.matches) armBack();
});
const isOpen = () => Boolean(document.querySelector('dialog[open]') || app.play || (!WIDE.matches && document.body.dataset.sheet !== 'none') || document.body.dataset.view !== 'board');
takeBack({ isOpen, hash: () => hashOf(app), close: () => {
  const box = document.querySelector('dialog[open]');
  if (box) box.close();
  else if (document.body.dataset.view !== 'board') chooseView('board');
  else if (!WIDE.matches && document.body.dataset.sheet !== 'none') actions.closeSheet();
  else if (app.play) app.play.leave();
  else return false;
  return true;
} });
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
  document.documentElement.dataset.theme = setting('theme');
  document.body.toggleAttribute('data-still', setting('motion') === 'off');
  dress();
}

addEventListener('hashchange', () => loadAddress(app));

translate();
chooseView('board');
chooseTab('result');
// The board is there before the engine is.
app.ready = loadEngine().then(({ gyakusan, module }) => {
  Object.assign(app, { gyakusan, module });
  gyakusan.speak(language());
  if (app.work.given.length && !app.answer && !app.play) go([], app.work.given);
  engine(app).warm();
  document.documentElement.dataset.ready = 'true';
});
// What a newer page has kept stays, and this one keeps nothing: that matters more than what else is said.
loadAddress(app).then(() => isNewer() && say(words('keptByNewer'), 'bad'));
app.ready.catch((error) => say(words('noEngine', error.message), 'bad'));
// What is fetched to be kept for later leaves the line to the first answer.
if ('serviceWorker' in navigator) app.ready.then(() => setTimeout(() => navigator.serviceWorker.register('sw.js').catch(() => {}), LATER)).catch(() => {});
