// What pages of earlier revisions kept in the browser goes on; what a newer page kept stays. `tests/kept/make.mjs` had those
// pages write it.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { Setup } from '../../page/setup.js';
import { noted, statistics } from '../../page/progress.js';
import { recent, remember, shelve, shelved, unshelve } from '../../page/shelf.js';
import { FORMAT, isNewer, keep, kept } from '../../page/store.js';
import { sets } from '../../page/sets.js';
import { Work } from '../../page/work.js';

const fixtures = new URL('../kept/', import.meta.url);
const GOLD = '8k/9/8P/9/9/9/9/9/9 b G 1';
const TWO = '8k/9/7GP/9/9/9/9/9/9 b G 1';
const KNIGHTS = '6k2/7+n1/6+N2/6NN1/9/9/9/9/9 b - 1';

/** Puts a storage with these entries in the place of the browser's. */
function storage(entries) {
  const all = new Map(Object.entries(entries));
  globalThis.localStorage = { getItem: (name) => all.get(name) ?? null, setItem: (name, value) => all.set(name, String(value)) };
  return all;
}

const written = (revision) => JSON.parse(readFileSync(new URL(`${revision}.json`, fixtures), 'utf8'));

/** The settings of a page that is opened now. */
let pages = 0;
const settings = () => import(`../../page/settings.js?${pages += 1}`);

/** A work that is put on the board as the page puts it there. */
function onBoard({ sfen, line = [], ...about }) {
  const work = new Work();
  work.load(sfen, { ...about, given: line });
  return work.state();
}

const GOLD_STATE = { sfen: GOLD, title: '頭金', author: '作者', own: true, given: ['G*1b'], comments: [['', '初形'], ['G*1b', '詰上り']] };

test('works, boards, the draft and what was chosen go on', async () => {
  for (const [revision, variations] of [['9f449e04', []], ['98720f05', ['G*1b']]]) {
    const all = storage(written(revision).kept);
    assert.equal(isNewer(), false);
    assert.deepEqual(shelved().map(({ sfen, plies, complete, date }) => [sfen, plies, complete, date]), [[TWO, null, null, '2026-11-29'], [GOLD, 1, true, '2026-11-29']]);
    assert.deepEqual(recent().map((is) => is.sfen), [TWO, GOLD]);
    for (const works of [shelved(), recent()]) assert.deepEqual(onBoard(works[1]), { ...GOLD_STATE, variations });
    assert.deepEqual(onBoard(shelved()[0]), { sfen: TWO, title: '', author: '', own: false, given: [], comments: [], variations: [] });
    const draft = kept('draft');
    const work = new Work();
    work.load(draft.sfen, draft);
    assert.deepEqual(work.state(), { sfen: KNIGHTS, title: '桂四枚', author: '', own: false, given: ['3d2b+'], comments: [['', '桂図式']], variations: [] });
    assert.equal(Setup.parse(kept('compared')).sfen(), TWO);
    assert.equal(kept('author', ''), '作者');
    assert.equal(kept('threads', 8), 2);
    const { CHOICES, choose, setting } = await settings();
    const chosen = { language: 'en', theme: 'dark', nodes: '', sound: 'on', thorough: 'on' };
    for (const name of Object.keys(CHOICES)) assert.equal(setting(name), chosen[name] ?? CHOICES[name][0], name);

    // What is kept now stands beside what was there.
    shelve({ sfen: KNIGHTS, title: '新' });
    remember({ sfen: KNIGHTS });
    unshelve(TWO);
    choose('theme', 'light');
    assert.deepEqual(shelved().map((is) => is.sfen), [KNIGHTS, GOLD]);
    assert.deepEqual(recent().map((is) => is.sfen), [KNIGHTS, TWO, GOLD]);
    assert.deepEqual(onBoard(shelved()[1]), { ...GOLD_STATE, variations });
    assert.deepEqual(JSON.parse(all.get('gyakusan.settings')), { ...chosen, theme: 'light' });
  }
});

test('progress stays with the problems that were tried', async () => {
  for (const revision of ['9f449e04', '98720f05']) {
    const { kept: entries, tried } = written(revision);
    storage(entries);
    const list = (file) => readFileSync(new URL(file, import.meta.url), 'utf8').split('\n').filter((line) => line && !line.startsWith('#')).map((line) => line.split('\t'));
    const problems = { 'ours-3': list('../../sets/ours.tsv').filter(([, plies]) => plies === '3'), musou: list('../../../tests/data/musou.tsv') };
    for (const [id, places] of Object.entries(tried)) {
      const [set] = sets().filter((is) => is.id === id);
      assert.equal(set.count, problems[id].length);
      assert.deepEqual(Object.keys(kept(`progress.${id}`, {})), Object.keys(places));
      for (const [at, sfen] of Object.entries(places)) assert.equal(problems[id][at][0], sfen, `${id}: ${at}`);
    }
    const progress = kept('progress.ours-3', {});
    const told = () => statistics(problems['ours-3'].map(([, plies]) => ({ plies: Number(plies) })), progress);
    assert.deepEqual([told().solved, told().clean, told().tries], [2, 1, 4]);
    progress[1] = noted(progress[1], { solved: true, wrong: 0, helped: 0, shown: false, date: 'x' });
    assert.deepEqual([told().solved, told().clean, told().tries], [3, 1, 5]);
  }
});

test('the shelf and the language of the first page go on', async () => {
  storage(written('85984bf5').kept);
  assert.deepEqual(shelved().map(({ sfen, title, author, line }) => [sfen, title, author, line]), [[KNIGHTS, '', '作者', ['3d2b+']], [GOLD, '頭金', '', ['G*1b']]]);
  assert.deepEqual(onBoard(shelved()[1]), { sfen: GOLD, title: '頭金', author: '', own: false, given: ['G*1b'], comments: [], variations: [] });
  assert.equal((await settings()).setting('language'), 'ja');
  (await settings()).choose('language', 'en');
  assert.equal((await settings()).setting('language'), 'en');
});

test('what a newer page kept is neither read nor written over', async () => {
  for (const { name } of readdirSync(fixtures, { withFileTypes: true }).filter((is) => is.name.endsWith('.json'))) {
    const entries = { ...written(name.slice(0, -5)).kept, 'gyakusan.format': String(FORMAT + 1) };
    const all = storage(entries);
    assert.equal(isNewer(), true);
    assert.deepEqual([shelved(), recent(), kept('draft'), kept('progress.ours-3', {})], [[], [], null, {}]);
    assert.equal(shelve({ sfen: TWO }), false);
    unshelve(GOLD);
    remember({ sfen: GOLD });
    (await settings()).choose('theme', 'dark');
    assert.equal(keep('draft', {}), false);
    assert.deepEqual(Object.fromEntries(all), entries);
  }
  // With the number of this format it is read.
  storage({ 'gyakusan.format': String(FORMAT), 'gyakusan.author': '"作者"' });
  assert.deepEqual([isNewer(), kept('author', ''), keep('author', '別人'), kept('author', '')], [false, '作者', true, '別人']);
});

test('an entry that cannot be read counts as empty, and no other is touched', async () => {
  for (const broken of ['', '{', 'null', '7', '"x"', '[]', '{}', '[null, 1, {}]']) {
    storage({ 'gyakusan.shelf': broken, 'gyakusan.recent': broken, 'gyakusan.settings': broken, 'gyakusan.progress.ours-3': broken, 'gyakusan.author': '"作者"' });
    assert.deepEqual([shelved(), recent()], [[], []], broken);
    assert.deepEqual(Object.values(kept('progress.ours-3', {})), [], broken);
    assert.equal((await settings()).setting('theme'), 'auto');
    assert.equal(shelve({ sfen: GOLD }), true);
    assert.deepEqual(shelved(), [{ sfen: GOLD }]);
    assert.equal(kept('author', ''), '作者');
  }
});

test('without storage the page forgets', () => {
  delete globalThis.localStorage;
  assert.deepEqual([isNewer(), shelved(), keep('author', 'x'), kept('author', '')], [false, [], false, '']);
});
