// The page: what is on the board, and what is done with it.

import init, * as gyakusan from './gyakusan.js';
import { Board } from './board.js';
import { Broken, Cancelled, Engine } from './engine.js';
import { download, positionOf, takeFiles } from './files.js';
import { takeKeys } from './keys.js';
import { compiled } from './module.js';
import { Play } from './play.js';
import { mainLine, names, showResult } from './result.js';
import { Setup } from './setup.js';
import { showShelf, shelve } from './shelf.js';
import { showTree } from './tree.js';
import { showDatabase } from './database.js';
import { number, switchLanguage, translate, words } from './words.js';

const $ = (id) => document.getElementById(id);
const EXAMPLE = '6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1';

/** The state of the page. */
const app = {
  setup: new Setup(),
  /** Moves in USI after which the board is shown. */
  moves: [],
  /** The line that the steps go along. */
  line: [],
  /** The last answer, of `solve` or `check`. */
  answer: null,
  /** Whether it came from a thorough check. */
  isThorough: false,
  title: '',
  author: '',
  /** The main line of what was read, to be compared with best play. */
  given: [],
  past: [],
  arrows: [],
  play: null,
  engine: null,
  /** How many questions the engine has not answered yet. */
  open: 0,
  /** When the engine can be asked. */
  ready: null,
  gyakusan,
  sfen: () => app.setup.sfen(),
  /** The limits that were chosen, of nodes and of seconds; undefined: none. */
  limits: () => ['nodes', 'seconds'].map((id) => ($(id).value ? Number($(id).value) : undefined)),
  show, go, say, load, ask, mark, choose, failed, whyNot, seeBoard,
  seeMessage: () => bring($('message'), 'nearest'),
};

const board = new Board($('board'), touched);

/** Words for the user; `kind` is '', 'good' or 'bad'. */
function say(text, kind = '') {
  $('message').textContent = text;
  $('message').className = kind;
}

/** Brings something on the screen; who wants no motion sees it jump. */
function bring(element, block) {
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
  element.scrollIntoView({ behavior, block });
}

/** Brings the board on the screen, where it is not there: on a telephone the results are below it. */
function seeBoard() {
  bring(board.svg, 'nearest');
}

/** Shows the position after some moves of a line. */
function go(moves, line = app.line) {
  app.moves = moves;
  app.line = line;
  app.arrows = [];
  show();
}

/** Shows marks on the position before a move. */
function mark(moves, line, arrows) {
  app.moves = moves;
  app.line = line;
  app.arrows = arrows;
  show();
}

/** Draws everything that depends on the position. */
function show() {
  let shown = app.setup;
  if (app.moves.length) {
    const after = JSON.parse(gyakusan.position(app.sfen(), app.moves.join(' ')));
    shown = Setup.parse(after.sfen);
  }
  board.words = { black: words('handBlack'), white: words('handWhite') };
  board.last = app.moves.at(-1) ?? null;
  board.arrows = app.arrows;
  board.targets = app.play?.targets() ?? [];
  board.draw(shown);
  board.svg.setAttribute('aria-label', `${words('board')} ${shown.sfen()}`);
  const steps = app.line.length > 0;
  $('steps').hidden = !steps || app.play !== null;
  if (steps) {
    const at = app.moves.length;
    const name = at ? JSON.parse(gyakusan.japanese(app.sfen(), app.moves.join(' '))).at(-1) : '';
    $('ply').textContent = at ? `${words('ply', at)} ${name}` : words('start');
  }
  for (const button of document.querySelectorAll('[data-at]')) {
    button.classList.toggle('now', button.dataset.at === app.moves.join(' '));
  }
  for (const item of document.querySelectorAll('#tree li')) {
    item.classList.toggle('now', item.dataset.path === app.moves.join(' '));
  }
}

/** Takes a new position: nothing that was found out holds any more. Another work is a step in the history of the browser. */
function changed(remember = true, isOther = false) {
  if (remember && app.before) app.past.push(app.before);
  app.before = { sfen: app.sfen(), given: app.given, title: app.title, author: app.author };
  stopPlay();
  if (app.open) app.engine.cancel();
  board.selected = null;
  board.turned = false;
  app.moves = [];
  app.line = [];
  app.answer = null;
  app.arrows = [];
  const address = `#${app.sfen().replaceAll(' ', '_')}`;
  if (isOther && address !== location.hash) history.pushState(null, '', address);
  else history.replaceState(null, '', address);
  $('result').replaceChildren();
  $('tree').replaceChildren();
  say('');
  $('undo').disabled = app.past.length === 0;
  show();
}

/** Puts a problem on the board. */
function load(sfen, { given = [], title = '', author = '', remember = true, isOther = false } = {}) {
  app.setup = Setup.parse(sfen);
  app.given = given;
  app.title = title;
  app.author = author;
  changed(remember, isOther);
  if (given.length) go([], given);
}

/** What the user does on the board. */
function touched(place, from, holds) {
  if (app.play) {
    if (from === null) app.play.touch(place, holds);
    else app.play.drag(from, place);
    return;
  }
  if (backAtStart()) return;
  if (from !== null) {
    move(from, place);
    return;
  }
  const same = JSON.stringify(place) === JSON.stringify(board.selected);
  if (!same && place.hand && place.hand === board.selected?.hand) {
    // Another kind of the same hand.
    board.selected = holds ? place : null;
    board.draw();
    return;
  }
  if (same && typeof place === 'number') {
    app.setup.turn(place);
    rearranged();
    changed();
    // The next press turns it again.
    board.selected = place;
    board.turned = true;
    board.draw();
    return;
  }
  const standsThere = typeof place === 'number' && board.selected?.hand;
  if (holds && (standsThere || (place.hand && board.turned))) {
    // The piece that stands there is meant, or after a piece was turned the next one: not an exchange.
    board.turned = false;
    board.selected = place;
    board.draw();
    return;
  }
  if (board.selected !== null && !same && (typeof place === 'number' ? !holds || typeof board.selected !== 'number' : true)) {
    const from = board.selected;
    move(from, place);
    // A piece of a hand goes on being at hand.
    board.selected = typeof from !== 'number' && stillThere(from) ? from : null;
    board.draw();
    return;
  }
  board.selected = same || !holds ? null : place;
  board.draw();
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
  if (app.play || backAtStart()) return;
  change(app.setup);
  rearranged();
  changed();
}

/** Lets go of what was chosen. */
function letGo() {
  if (app.play) app.play.letGo();
  else {
    board.selected = null;
    board.draw();
  }
}

function stillThere({ hand, kind }) {
  return (hand === 'b' ? app.setup.hand : app.setup.defender())[kind] > 0;
}

function move(from, to) {
  if (JSON.stringify(from) === JSON.stringify(to) || (to.hand && to.hand === from.hand)) return;
  const piece = app.setup.take(from);
  if (typeof to !== 'number') piece.promoted = false;
  app.setup.put(piece, to);
  rearranged();
  changed();
}

/** Other pieces are another work: it has no line and no author yet. */
function rearranged() {
  app.given = [];
  app.title = '';
  app.author = '';
}

/** Asks the engine about a position, with words of its progress. */
async function ask(call, args) {
  await app.ready;
  // What is no problem is told at once, and in the language of the page.
  gyakusan.position(args[0], '');
  app.engine ??= new Engine(app.module, Number($('memory').value), Number($('threads').value));
  const waits = (more) => {
    app.open += more;
    $('cancel').hidden = app.open === 0;
    for (const id of ['solve', 'check']) $(id).disabled = app.open > 0;
  };
  waits(1);
  try {
    return await app.engine.ask(call, args, (nodes) => say(words('working', number(nodes))));
  } finally {
    waits(-1);
  }
}

/** Solves or checks what is on the board. */
async function work(call) {
  if (app.play) {
    stopPlay();
    showAnswer();
  }
  const sfen = app.sfen();
  const args = call === 'solve' ? [sfen, ...app.limits()] : [sfen, app.given.join(' '), $('thorough').checked, ...app.limits()];
  say(words('working', 0));
  bring($('message'), 'nearest');
  try {
    const isThorough = $('thorough').checked;
    app.answer = await ask(call, args);
    app.isThorough = isThorough;
    say('');
    choose('result');
    showAnswer();
    seeVerdict();
  } catch (error) {
    failed(error);
  }
}

/** Brings the answer on the screen, where it is not there. */
function seeVerdict() {
  const { top, bottom } = $('result').querySelector('.verdict').getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) bring($('tabs'), 'start');
}

/** Shows the last answer, if there is one. */
function showAnswer() {
  $('result').replaceChildren();
  $('tree').replaceChildren();
  if (app.answer) showResult(app, $('result'));
  go([], app.answer?.main_line ?? app.given);
}

/** Says why the engine has no answer. */
function failed(error) {
  if (error instanceof Cancelled) say(words('cancelled'));
  else if (!(error instanceof Broken)) say(words('illegal', error.message), 'bad');
  else if (/call stack|recursion|out of bounds/i.test(error.message)) say(words('tooDeep'), 'bad');
  else say(words('brokeDown', error.message), 'bad');
}

function choose(tab) {
  for (const button of document.querySelectorAll('#tabs button')) {
    const is = button.dataset.tab === tab;
    button.setAttribute('aria-selected', is);
    $(button.dataset.tab).hidden = !is;
  }
  if (tab === 'tree') showTree(app, $('tree'));
  if (tab === 'shelf') showShelf(app, $('shelf'));
  if (tab === 'database') showDatabase(app, $('database'));
}

/** Shows or hides what sets up pieces, which is of no use in a game. */
function showSetting(is) {
  document.querySelector('.keys').hidden = !is;
  for (const id of ['mirror', 'clear', 'undo']) $(id).hidden = !is;
}

function stopPlay() {
  // What it searches for nobody wants to know any more.
  if (app.play && app.open) app.engine.cancel();
  app.play?.close();
  app.play = null;
  $('how').dataset.word = 'setupHint';
  $('how').textContent = words('setupHint');
  $('play').setAttribute('aria-pressed', 'false');
  $('tabs').before($('message'));
  showSetting(true);
}

async function startPlay() {
  if (app.play) {
    stopPlay();
    showAnswer();
    say('');
    return;
  }
  if (app.open) app.engine.cancel();
  go([], []);
  choose('result');
  // It shows the way.
  $('tree').replaceChildren();
  const play = new Play(app, $('playing'), $('result'), board);
  app.play = play;
  $('play').setAttribute('aria-pressed', 'true');
  // What the defender answers is told beneath the board, where the eyes are.
  $('playing').after($('message'));
  showSetting(false);
  $('how').dataset.word = 'playHow';
  $('how').textContent = words('playHow');
  try {
    await play.begin();
  } catch (error) {
    // Another may have begun meanwhile.
    if (play.closed) return;
    stopPlay();
    showAnswer();
    failed(error);
  }
}

async function share() {
  const url = location.href;
  try {
    if (navigator.share && matchMedia('(pointer: coarse)').matches) await navigator.share({ title: app.title || document.title, url });
    else {
      await navigator.clipboard.writeText(url);
      say(words('copied'), 'good');
    }
  } catch (error) {
    if (error.name !== 'AbortError') say(words('shareUrl', url));
  }
}

const guarded = (action) => async () => {
  try {
    await app.ready;
    await action();
  } catch (error) {
    say(words('failed', error.message), 'bad');
  }
};

const actions = {
  solve: () => work('solve'),
  check: () => work('check'),
  play: startPlay,
  cancel: () => app.engine?.cancel(),
  mirror: () => {
    app.given = [];
    app.setup.mirror();
    changed();
  },
  clear: () => load(new Setup().sfen()),
  undo: () => {
    app.before = app.past.pop();
    if (app.before) load(app.before.sfen, { ...app.before, remember: false });
  },
  paste: () => {
    $('pasted').hidden = !$('pasted').hidden;
    if (!$('pasted').hidden) {
      $('text').value = app.setup.sfen(true);
      $('text').focus();
      $('text').select();
    }
  },
  save: () => {
    shelve(app);
    say(words('saved'), 'good');
    choose('shelf');
  },
  share,
  kif: () => {
    const main = mainLine(app);
    const lines = main.length ? app.answer?.lines ?? [] : [];
    // What is undecided is no flaw yet: it is a note, no variation.
    const others = lines.filter((line) => line.kind !== 'undecided').map((line) => `${line.moves.join(' ')}\t${words(line.kind)}`);
    const notes = lines.filter((line) => line.kind === 'undecided').map(({ moves }) => {
      const at = moves.findIndex((move, ply) => move !== main[ply]);
      return `${Math.max(at, 0)}\t${words('undecided_move')} ${names(app, moves).slice(Math.max(at, 0)).join(' ')}`;
    });
    download(`${app.title.trim().replace(/[\\/:*?"<>|\s]+/g, '_').slice(0, 40) || 'gyakusan'}.kifu`, gyakusan.kif(app.sfen(), main.join(' '), others.join('\n'), app.title, notes.join('\n'), app.author));
  },
  first: () => go([]),
  back: () => go(app.moves.slice(0, -1)),
  forward: () => go(app.line.slice(0, app.moves.length + 1)),
  last: () => go(app.line),
  language: () => {
    switchLanguage();
    translate();
    gyakusan.speak(document.documentElement.lang);
    say('');
    if (app.play) {
      app.play.translate();
      show();
    } else {
      const { moves, line, arrows } = app;
      showAnswer();
      mark(moves, line, arrows);
    }
    choose(document.querySelector('#tabs [aria-selected=true]').dataset.tab);
  },
};
for (const [id, action] of Object.entries(actions)) $(id).addEventListener('click', guarded(action));
for (const tab of document.querySelectorAll('#tabs button')) tab.addEventListener('click', () => choose(tab.dataset.tab));
for (const id of ['memory', 'threads']) {
  $(id).addEventListener('change', () => {
    app.engine?.cancel();
    app.engine = null;
  });
}

// Threads share memory only where the page is isolated: where the server says so, or the service worker from the second
// time on.
const cores = self.crossOriginIsolated ? Math.min(navigator.hardwareConcurrency, 8) : 1;
$('threads').append(...Array.from({ length: cores }, (_, less) => new Option(String(cores - less))));
$('threads').parentElement.hidden = cores === 1;
takeFiles(app);
takeKeys(board, setUp);
addEventListener('keydown', (event) => {
  if (event.key === 'Escape') letGo();
  if (/TEXTAREA|INPUT|SELECT/.test(event.target.tagName) || event.altKey || app.play || !app.line.length) return;
  if (event.key === 'ArrowLeft') guarded(actions.back)();
  if (event.key === 'ArrowRight') guarded(actions.forward)();
});

/** Why a text is no position: in the words of the program, which tell the place, where it has any. */
async function whyNot(text, error) {
  await app.ready;
  try {
    gyakusan.mirror(text);
  } catch (told) {
    return told;
  }
  return error;
}

/** Puts the position of the address on the board. */
async function loadAddress() {
  let sfen = '';
  try {
    sfen = positionOf(location.hash);
    if (!app.before || sfen !== app.sfen()) load(sfen || EXAMPLE);
  } catch (error) {
    if (!app.before) load(EXAMPLE);
    const short = words('cannotRead', error.message);
    say(short, 'bad');
    if (!sfen) return;
    // The place is told when the engine is there, if nothing else was said meanwhile.
    const told = await whyNot(sfen, error).catch(() => error);
    if ($('message').textContent === short) say(words('cannotRead', told.message), 'bad');
  }
}
addEventListener('hashchange', loadAddress);

async function loadEngine() {
  app.module = await compiled('gyakusan_bg.wasm');
  await init({ module_or_path: app.module });
  gyakusan.speak(document.documentElement.lang);
  document.documentElement.dataset.ready = 'true';
}

// The board is there before the engine is.
app.ready = loadEngine();
translate();
choose('result');
loadAddress();
app.ready.catch((error) => say(words('noEngine', error.message), 'bad'));
if ('serviceWorker' in navigator) app.ready.then(() => navigator.serviceWorker.register('sw.js')).catch(() => {});
