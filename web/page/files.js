// Text and files that come in, and files that go out.

import * as gyakusan from './gyakusan.js';
import { openDatabase } from './database.js';
import { number, words } from './words.js';

const $ = (id) => document.getElementById(id);
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

/** Reads text or a file: a problem, the first of a list, or a database. */
async function read(app, name, bytes) {
  const head = new TextDecoder().decode(bytes.subarray(0, 15));
  if (head === 'SQLite format 3') {
    app.choose('database');
    await openDatabase(app, $('database'), name, bytes);
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
  } else {
    await app.ready;
    const problems = JSON.parse(gyakusan.read(name, bytes));
    const [problem] = problems;
    if (!problem) throw new Error(words('nothingRead'));
    app.load(problem.sfen, { given: problem.main_line, title: problem.title ?? '', author: problem.author ?? '', isOther: true });
    const notices = problem.notices.slice(0, MOST_NOTICES);
    if (problem.notices.length > MOST_NOTICES) notices.push(words('moreNotices', number(problem.notices.length - MOST_NOTICES)));
    if (problems.length > 1) notices.unshift(words('firstOf', number(problems.length)));
    if (notices.length) app.say(notices.join(words('between')));
  }
  $('pasted').hidden = true;
}

/** The files that the page takes: those chosen, dropped and pasted. */
export function takeFiles(app) {
  // Whatever keeps something from being read is told.
  const told = async (reading) => {
    try {
      await reading();
    } catch (error) {
      app.say(words('cannotRead', error.message), 'bad');
      app.seeMessage();
    }
  };
  const readText = (text) => told(() => read(app, 'text', new TextEncoder().encode(text)));
  const readFile = (file) => file && told(async () => read(app, file.name, new Uint8Array(await file.arrayBuffer())));
  $('pasted').addEventListener('submit', (event) => {
    event.preventDefault();
    readText($('text').value);
  });
  $('file').addEventListener('change', ({ target }) => {
    readFile(target.files[0]);
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
    readFile(event.dataTransfer.files[0]);
  });
  addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text');
    if (text && !/TEXTAREA|INPUT/.test(event.target.tagName)) readText(text);
  });
}

/** Gives a text away as a file. */
export function download(name, text) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
