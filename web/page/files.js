// Text and files that come in, and files that go out.

import { $ } from './dom.js';
import { number, words } from './words.js';

const SFEN = /^(?:position\s+)?(?:sfen\s+)?([^\s/]+(?:\/[^\s/]+){8}(?:\s+[bw](?:\s+\S+)?(?:\s+\d+)?)?)$/;

/** How much that is odd about a file is said. */
const MOST_NOTICES = 3;

/** What an address of the page has behind its `#`. */
const ADDRESS = /^[a-z]+:\/\/\S*?(#\S+)$/i;

/** The SFEN of the part of an address that begins with `#`. */
export function positionOf(hash) {
  try {
    return decodeURIComponent(hash.slice(1)).replaceAll('_', ' ');
  } catch {
    throw new Error(words('badAddress'));
  }
}

/** The lines of a record, the main line first: the moves of each from the start, and what is said of them. */
function linesOf({ moves = '', comments = [], variations = [] }) {
  const main = { path: moves.split(' ').filter(Boolean), comments };
  const found = [];
  for (const { parent, first_ply: first, moves: own = '', comments: said } of variations) {
    const { path: from } = found[parent] ?? main;
    found.push({ path: [...from.slice(0, first - 1), ...own.split(' ').filter(Boolean)], comments: said });
  }
  return [main, ...found];
}

/** The comments of a record by the moves they stand behind, in USI with blanks between: of the main line and the variations. */
export const commentsOf = (record) => linesOf(record)
  .flatMap(({ path, comments }) => (comments ?? []).map(({ ply, text }) => [path.slice(0, ply).join(' '), text]));

/** The variations of a record, each from the start, in USI with blanks between. */
export const variationsOf = (record) => linesOf(record).slice(1).map(({ path }) => path.join(' '));

/** Reads text or a file: a problem, a list of them, or a database. */
async function read(app, name, bytes) {
  const head = new TextDecoder().decode(bytes.subarray(0, 15));
  if (head === 'SQLite format 3') {
    await app.chooseView('works');
    await (await import('./database.js')).openDatabase(app, $('database'), name, bytes);
    return;
  }
  const text = new TextDecoder().decode(bytes).trim();
  const address = ADDRESS.exec(text);
  const sfen = address ? positionOf(address[1]) : SFEN.exec(text)?.[1];
  if (sfen) {
    try {
      app.load(sfen);
    } catch (error) {
      throw await app.whyNot(sfen, error);
    }
    app.chooseView('board');
    return;
  }
  await app.ready;
  const problems = JSON.parse(app.gyakusan.read(name, bytes));
  const [problem] = problems;
  if (!problem) throw new Error(words('nothingRead'));
  const [record] = JSON.parse(app.gyakusan.records(name, bytes, false, false)).filter((is) => !is.error);
  const about = { given: problem.main_line, title: problem.title ?? '', author: problem.author ?? '' };
  app.load(problem.sfen, { ...about, comments: commentsOf(record ?? {}), variations: variationsOf(record ?? {}), isOther: true });
  app.chooseView('board');
  const notices = problem.notices.slice(0, MOST_NOTICES);
  if (problem.notices.length > MOST_NOTICES) notices.push(words('moreNotices', number(problem.notices.length - MOST_NOTICES)));
  if (problems.length > 1) {
    const { openSet } = await import('./sets.js');
    openSet(name, problems.map((is) => ({ sfen: is.sfen, plies: is.main_line.length || null, title: is.title ?? '' })));
    notices.unshift(words('firstOf', number(problems.length)));
  }
  if (notices.length) app.say(notices.join(words('between')));
}

/** Whatever keeps something from being read is told. */
async function told(app, reading) {
  try {
    await reading();
  } catch (error) {
    app.say(words('cannotRead', error.message), 'bad');
  }
}

/** Reads text; what keeps it from being read is thrown. */
export const readText = (app, text) => read(app, words('pastedName'), new TextEncoder().encode(text));
export const readFile = (app, file) => file && told(app, async () => read(app, file.name, new Uint8Array(await file.arrayBuffer())));

/** The files that the page takes: those chosen, dropped and pasted. */
export function takeFiles(app) {
  $('file').addEventListener('change', ({ target }) => {
    readFile(app, target.files[0]);
    // The same file can be chosen again after it was changed.
    target.value = '';
  });
  addEventListener('dragover', (event) => {
    event.preventDefault();
    document.body.classList.add('over');
  });
  addEventListener('dragleave', () => document.body.classList.remove('over'));
  addEventListener('drop', (event) => {
    event.preventDefault();
    document.body.classList.remove('over');
    readFile(app, event.dataTransfer.files[0]);
  });
  addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text');
    if (text && !/TEXTAREA|INPUT/.test(event.target.tagName)) told(app, () => readText(app, text));
  });
}

/** Gives a text away as a file. */
export function download(name, text, type = 'text/plain') {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
