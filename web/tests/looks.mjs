// The pages that the program writes or shows, in a browser: a report, a run, pages to print. In four sizes, both colour schemes, both
// languages nothing is beyond the edge, and axe finds nothing: `node looks.mjs program [folder for pictures] [words of a name]`.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SIZES, violations } from './axe.mjs';
import { launch } from './browser.mjs';
import { start } from './run.mjs';

const [program, pictures, only = ''] = process.argv.slice(2);
if (!program) throw new Error('usage: node looks.mjs program [folder]');
if (pictures) mkdirSync(pictures, { recursive: true });

const folder = mkdtempSync(join(tmpdir(), 'gyakusan-looks-'));
const file = (name) => join(folder, name);
const gyakusan = (...words) => execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
const lines = (sql, db) => gyakusan('query', file(db), sql, '--format', 'jsonl').trim().split('\n').map((line) => JSON.parse(line));

// A family with four lengths, and works from elsewhere: with a title, with a second solution, without a mate.
gyakusan('enumerate', 'S1N2', '--db', file('family.db'), '--verify', 'none', '--quiet');
writeFileSync(file('works.csv'), `sfen,作品名,作者,発表誌
8k/6S2/9/7LB/9/9/9/9/9 b - 1,<i>試作</i>,A&B,詰パラ
8k/9/9/9/9/9/9/9/9 b G 1,,,
9/9/9/9/9/9/p8/9/K8 w 2R2B3G4S4N4L17Pg 1,,,
`);
gyakusan('import', file('works.csv'), '--db', file('works.db'));
gyakusan('report', file('family.db'), '--out', file('family'), '--title', '銀1桂2');
gyakusan('report', file('works.db'), '--out', file('works'));
gyakusan('report', file('works.db'), '--out', file('none'), '--where', 'plies > 99');
const [{ id: longest }] = lines('select id from problems order by plies desc, beauty desc limit 1', 'family.db');
const sfens = lines('select sfen from problems where plies >= 5 order by beauty desc, id limit 4', 'family.db').map((row) => row.sfen);
writeFileSync(file('four.sfen'), `${sfens.join('\n')}\n`);
gyakusan('sheet', file('four.sfen'), '-o', file('sheet.html'));
gyakusan('sheet', file('four.sfen'), '-o', file('booklet.html'), '--booklet', '--title', '作品集');
gyakusan('convert', file('four.sfen'), '--to', 'html', '-o', file('diagrams.html'));

const ready = (page) => page.waitForSelector('html[data-ready]');
/** The pages on the disk, and what is done on each before it is looked at. */
const PAGES = {
  overview: ['family/index.html'],
  gallery: ['family/gallery.html', ready],
  filters: ['family/gallery.html', async (page) => {
    await ready(page);
    if (await page.locator('#fold summary').isVisible()) await page.click('#fold summary');
    await page.fill('.condition input', '7');
    await page.click('#add');
  }],
  problem: [`family/problem.html#${longest}`, ready],
  solution: [`family/problem.html?solution#${longest}`, async (page) => {
    await ready(page);
    await page.click('#forth');
  }],
  works: ['works/index.html'],
  titled: ['works/problem.html?solution#1', ready],
  undecided: ['works/problem.html#3', ready],
  missing: ['works/problem.html#99', (page) => page.waitForSelector('#missing:not([hidden])')],
  none: ['none/index.html'],
  sheet: ['sheet.html'],
  booklet: ['booklet.html'],
  diagrams: ['diagrams.html'],
};

/** The states of a run. */
const RUN = {
  run: (page) => page.waitForFunction(() => document.querySelectorAll('#best .card').length > 3 && !document.querySelector('#speed').hidden),
  found: async (page) => {
    await page.locator('#best .card').first().click();
    await page.waitForSelector('#lines .move');
    await page.click('#last');
  },
};

const browser = await launch();
const errors = [];
let failed = 0;

/** Looks at a page in its state. */
async function look(page, name, title) {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`) });
  if (pictures && /overview|solution/.test(name)) await page.screenshot({ path: join(pictures, `${name}-whole.png`), fullPage: true });
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(beyond <= 0, `${title}: ${beyond} pixels beyond the edge`);
  assert.deepEqual(await violations(page), [], title);
}

/** Opens a page, all those of one look in one window after the other, and tests it. */
async function test(name, how, address, body) {
  if (!name.includes(only)) return;
  how.context ??= await browser.newContext({ viewport: { width: how.width, height: how.height }, colorScheme: how.scheme, locale: how.locale, hasTouch: how.width < 1000, reducedMotion: 'reduce' });
  const page = await how.context.newPage();
  page.setDefaultTimeout(60000);
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  try {
    await page.goto(address);
    await body(page);
    assert.deepEqual(errors, []);
    console.log(`ok: ${name}`);
  } catch (error) {
    failed += 1;
    errors.length = 0;
    console.error(`FAILED: ${name}\n${error.stack}`);
  }
  await page.close();
}

const looks = SIZES.flatMap(([width, height]) => ['light', 'dark'].flatMap((scheme) => ['ja-JP', 'en-GB'].map((locale) => ({ width, height, scheme, locale }))));
const suffix = ({ width, height, scheme, locale }) => `${width}x${height}-${scheme}-${locale.slice(0, 2)}`;
// What the program waits for: a run that finds problems, one that keeps none, in both languages.
const CREATE = ['create', '--seed', '3', '--time', '60m', '--threads', '1'];
const NOTHING = [...CREATE, '--plies', '99'];
const runs = {};

try {
  for (const [lang, locale] of [['ja', 'ja-JP'], ['en', 'en-GB']]) {
    runs[locale] = await start(program, ['--lang', lang, ...CREATE]);
    runs[`${locale} nothing`] = await start(program, ['--lang', lang, ...NOTHING]);
  }
  for (const how of looks) {
    for (const [name, [path, go]] of Object.entries(PAGES)) {
      const [where, rest] = [path.replace(/[?#].*/, ''), path.replace(/^[^?#]*/, '')];
      await test(`${name}: ${suffix(how)}`, how, pathToFileURL(file(where)).href + rest, async (page) => {
        await go?.(page);
        await look(page, `${name}-${suffix(how)}`, name);
      });
    }
    await test(`run: ${suffix(how)}`, how, runs[how.locale].address, async (page) => {
      for (const [state, go] of Object.entries(RUN)) {
        await go(page);
        await look(page, `${state}-${suffix(how)}`, state);
      }
    });
    await test(`nothing: ${suffix(how)}`, how, runs[`${how.locale} nothing`].address, async (page) => {
      await page.waitForSelector('#nothing:not([hidden])');
      assert.match(await page.textContent('#nothing'), how.locale === 'ja-JP' ? /残った作品はまだありません。.*[0-9]/ : /Nothing kept yet, because .*[0-9]/);
      await look(page, `nothing-${suffix(how)}`, 'nothing');
    });
    await how.context?.close();
  }
} finally {
  for (const { run } of Object.values(runs)) run.kill();
  await browser.close();
  rmSync(folder, { recursive: true });
}
process.exit(failed ? 1 : 0);
