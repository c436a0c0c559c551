// Writes what the page of earlier revisions kept in the browser: `node make.mjs` writes REVISION.json beside this file, for
// each revision. The modules of that page run here, with a storage of our own; they are asked as that page asked them.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const REVISIONS = {
  '85984bf5': first, // 2026-11-28, the last but one of the page that had no application yet
  '9f449e04': application, // 2026-11-29, before files of earlier versions were tested
  '98720f05': application, // 2026-11-30, with variations
};

const KNIGHTS = '6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1';
const GOLD = '8k/9/8P/9/9/9/9/9/9 b G 1';
const TWO = '8k/9/7GP/9/9/9/9/9/9 b G 1';

/** A storage as browsers have it. */
function storage() {
  const kept = new Map();
  return { kept, getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, String(value)) };
}

/** A page without an application: a shelf and a language. */
async function first(load) {
  globalThis.document ??= { documentElement: {}, title: '' };
  globalThis.navigator ??= { language: 'en' };
  // The day on which it is kept.
  Date.prototype.toISOString = () => '2026-11-28T12:00:00.000Z';
  const { shelve } = await load('shelf');
  const { switchLanguage } = await load('words');
  shelve({ sfen: () => GOLD, title: '頭金', author: '', given: [], answer: { main_line: ['G*1b'], plies: 1, complete: true } });
  shelve({ sfen: () => KNIGHTS, title: '', author: '作者', given: ['3d2b+'], answer: null });
  switchLanguage();
}

/** The application. */
async function application(load) {
  const { keep } = await load('store');
  const { shelve, remember } = await load('shelf');
  const { choose } = await load('settings');
  const { noted } = await load('progress');
  const { Work } = await load('work');
  const work = new Work();
  const name = { title: '頭金', author: '作者', own: true };
  const comments = [['', '初形'], ['G*1b', '詰上り']];
  work.load(GOLD, { ...name, given: ['G*1b'], comments, variations: ['G*1b'] });
  remember({ ...work.state(), line: work.given });
  const { variations } = work;
  shelve({ sfen: GOLD, ...name, line: work.given, comments, ...(variations && { variations }), plies: 1, complete: true, date: '2026-11-29' });
  work.load(TWO, {});
  remember({ ...work.state(), line: work.given });
  shelve({ sfen: TWO, title: '', author: '', own: false, line: [], comments: [], plies: null, complete: null, date: '2026-11-29' });
  work.load(KNIGHTS, { title: '桂四枚', given: ['3d2b+'], comments: [['', '桂図式']] });
  keep('draft', work.state());
  keep('compared', TWO);
  keep('author', '作者');
  keep('threads', 2);
  for (const [name, value] of [['language', 'en'], ['theme', 'dark'], ['nodes', ''], ['sound', 'on'], ['thorough', 'on']]) choose(name, value);
  const date = '2026-11-29';
  const solved = noted(undefined, { solved: true, wrong: 0, helped: 0, shown: false, date });
  const shown = noted(undefined, { solved: false, wrong: 1, helped: 2, shown: true, date });
  keep('progress.ours-3', { 0: solved, 1: shown, 5: noted(shown, { solved: true, wrong: 0, helped: 0, shown: false, date }) });
  keep('progress.musou', { 99: shown });
}

for (const [revision, make] of Object.entries(REVISIONS)) {
  const folder = mkdtempSync(join(tmpdir(), 'kept-'));
  try {
    const sets = make === first ? [] : ['web/sets', 'tests/data/musou.tsv'];
    const packed = execFileSync('git', ['-C', root, 'archive', revision, 'web/page', ...sets]);
    execFileSync('tar', ['-x', '-C', folder], { input: packed });
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
    // The signs come of the build.
    writeFileSync(join(folder, 'web/page/signs.js'), 'export const SIGNS = {};\n');
    globalThis.localStorage = storage();
    await make((name) => import(pathToFileURL(join(folder, `web/page/${name}.js`))));
    const { kept } = globalThis.localStorage;
    // Which problems those are that somebody has tried.
    const list = (file) => readFileSync(join(folder, file), 'utf8').split('\n').filter((line) => line && !line.startsWith('#')).map((line) => line.split('\t'));
    const ours = sets.length ? list('web/sets/ours.tsv').filter(([, plies]) => plies === '3') : [];
    const tried = !sets.length ? {} : { 'ours-3': { 0: ours[0][0], 1: ours[1][0], 5: ours[5][0] }, musou: { 99: list('tests/data/musou.tsv')[99][0] } };
    const written = new URL(`${revision}.json`, import.meta.url);
    writeFileSync(written, `${JSON.stringify({ revision, kept: Object.fromEntries(kept), tried }, null, 1)}\n`);
    console.log(`${revision}: ${kept.size} entries`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
