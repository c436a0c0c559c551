// The last step of the build: the signs and the sets of problems as modules, what the first screen needs, the list of files for
// the service worker, and how large they are.

import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const dist = new URL('dist/', import.meta.url);
// The board is drawn before the engine is there.
const signs = [...'玉飛角金銀桂香歩龍馬全圭杏と０１２３４５６７８９一二三四五六七八九'];
const source = readFileSync(new URL('../src/picture/src/glyphs/outlines.rs', import.meta.url), 'utf8');
const known = new Map([...source.matchAll(/\('(.)',\s*"([^"]+)"\)/gu)].map(([, sign, path]) => [sign, path]));
const outlines = Object.fromEntries(signs.map((sign) => [sign, known.get(sign)]));
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
// The newest schema that is known here: each has a file of its own.
const schema = readdirSync(new URL('../src/store/schemas/', import.meta.url)).filter((name) => /^\d{4}_.*\.sql$/.test(name)).length;
writeFileSync(new URL('columns.js', dist), `export const COLUMNS = ${JSON.stringify(columns)};\nexport const SCHEMA = ${schema};\n`);

// The sets of problems: the defender's hand is the rest of the set.
const data = new URL('../tests/data/', import.meta.url);
const shipped = { ours: [new URL('sets/ours.tsv', import.meta.url)], musou: [new URL('musou.tsv', data)], zukou: [new URL('zukou_1_49.tsv', data), new URL('zukou_99_100.tsv', data)] };
for (const [name, sources] of Object.entries(shipped)) {
  const problems = sources.flatMap((source) => readFileSync(source, 'utf8').split('\n')).filter((line) => line && !line.startsWith('#')).map((line) => {
    const [sfen, plies] = line.split('\t');
    const [board, side, hands] = sfen.split(' ');
    return [`${board} ${side} ${hands.replace(/\d*[a-z]/g, '') || '-'} 1`, Number(plies)];
  });
  writeFileSync(new URL(`set-${name}.js`, dist), `export const PROBLEMS = ${JSON.stringify(problems)};\n`);
}

// Modules that are fetched one by one, each asking for the next, would take long on a slow line: what the first screen needs is
// one file, and the rest are a few. The engines stay as they are.
const at = (name) => fileURLToPath(new URL(name, dist));
const { metafile } = await build({
  entryPoints: ['app.js', 'worker.js', 'desk-worker.js', 'helper.js'].map(at),
  outdir: at('.'), allowOverwrite: true, bundle: true, splitting: true, minify: true, metafile: true,
  format: 'esm', target: 'es2022', charset: 'utf8', chunkNames: 'part-[hash]', logLevel: 'error', absWorkingDir: at('.'),
  external: ['./gyakusan.js', './gyakusan-desk.js', './gyakusan-threads.js'],
});
const made = new Set(Object.keys(metafile.outputs));
for (const name of Object.keys(metafile.inputs)) if (!made.has(name)) rmSync(at(name));

/** A file and all that it cannot begin without. */
const needed = new Set();
const need = (name) => {
  if (needed.has(name)) return;
  needed.add(name);
  for (const { path, kind, external } of metafile.outputs[name].imports) if (kind === 'import-statement' && !external) need(path);
};
need('app.js');
const index = new URL('index.html', dist);
const links = [...needed].map((name) => `<link rel="modulepreload" href="${name}">`).join('\n');
writeFileSync(index, readFileSync(index, 'utf8').replace('<!-- MODULES -->', links));

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
// The rest is fetched when it is wanted, or by the service worker after the page is there.
const first = sizes.filter(({ name }) => needed.has(name) || /^(index\.html|style\.css|icon\.svg|manifest|gyakusan\.js|gyakusan_bg\.wasm|worker\.js)/.test(name));
const sum = (list, key) => list.reduce((total, is) => total + is[key], 0);
for (const { name, bytes, gzip } of sizes) console.log(`${name}\t${bytes}\t${gzip}`);
console.log(`first load\t${sum(first, 'bytes')}\t${sum(first, 'gzip')}`);
