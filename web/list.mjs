// The last step of the build: the signs as a module, the list of files for the service worker, and how large they are.

import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const dist = new URL('dist/', import.meta.url);
const { default: init, outline } = await import(new URL('package/gyakusan.js', dist));
await init({ module_or_path: readFileSync(new URL('package/gyakusan_bg.wasm', dist)) });

// The board is drawn before the engine is there.
const signs = [...'玉飛角金銀桂香歩龍馬全圭杏と０１２３４５６７８９一二三四五六七八九'];
const outlines = Object.fromEntries(signs.map((sign) => [sign, outline(sign)]));
const missing = signs.filter((sign) => !outlines[sign]);
if (missing.length) throw new Error(`no outline: ${missing.join('')}`);
writeFileSync(new URL('signs.js', dist), `export const SIGNS = ${JSON.stringify(outlines)};\n`);

// What the columns of a database mean: of the page of the book that the program writes.
const rows = readFileSync(new URL('../docs/columns.md', import.meta.url), 'utf8').split('\n').filter((line) => line.startsWith('| `'));
const columns = Object.fromEntries(rows.map((row) => {
  const [name, , , term, english, japanese] = row.slice(2).split(' | ');
  return [name.replaceAll('`', ''), [term, japanese.replaceAll('`', ''), english.replaceAll('`', '')]];
}));
if (!columns.plies?.every(Boolean)) throw new Error('docs/columns.md has another form');
writeFileSync(new URL('columns.js', dist), `export const COLUMNS = ${JSON.stringify(columns)};\n`);

const files = readdirSync(dist, { withFileTypes: true })
  .filter((is) => is.isFile() && is.name !== 'sw.js' && !is.name.endsWith('.txt'))
  .map((is) => is.name)
  .sort();
const hash = createHash('sha256');
for (const name of files) hash.update(name).update(readFileSync(new URL(name, dist)));
const worker = readFileSync(new URL('sw.js', dist), 'utf8')
  .replace('VERSION', hash.digest('hex').slice(0, 12))
  .replace('/* FILES */', ['./', ...files].map((name) => JSON.stringify(name)).join(', '));
writeFileSync(new URL('sw.js', dist), worker);

const sizes = [...files, 'sw.js'].map((name) => {
  const bytes = readFileSync(new URL(name, dist));
  return { name, bytes: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length };
});
// SQLite, the columns and the engine for several threads are fetched by the service worker, after the page is there.
const first = sizes.filter(({ name }) => !/^(sql-|database-worker|columns|gyakusan-threads|helper|sw\.js)/.test(name));
const sum = (list, key) => list.reduce((total, is) => total + is[key], 0);
for (const { name, bytes, gzip } of sizes) console.log(`${name}\t${bytes}\t${gzip}`);
console.log(`first load\t${sum(first, 'bytes')}\t${sum(first, 'gzip')}`);
