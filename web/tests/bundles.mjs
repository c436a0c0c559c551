// The package in real bundles and pages, each in a real browser: without a bundler, esbuild, Rollup, Vite built and in
// development; and in bundles for node.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build as bundle } from 'esbuild';
import { rollup } from 'rollup';
import { build, createServer } from 'vite';
import { launch } from './browser.mjs';
import { serve } from './serve.mjs';

const folder = mkdtempSync(join(tmpdir(), 'gyakusan-'));
const browser = await launch();

/** Opens a page and waits for what it found. */
async function found(address) {
  const page = await browser.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(address);
  await page.waitForFunction(() => document.title !== 'waiting', null, { timeout: 20000 }).catch(() => {});
  const title = await page.title();
  await page.close();
  return [title, errors.filter((text) => !/favicon/.test(text))];
}

/** A page that says by its title what it found. */
const page = (script) => `<!doctype html><title>waiting</title><link rel="icon" href="data:,"><script type="module">${script}</script>`;
const ASK = (engine) => `import { EngineWorker } from '${engine}';
try {
  const engine = new EngineWorker(16);
  const long = engine.solve('4k4/9/9/9/9/9/9/9/9 b 2R2B2G2S2N2L9P 1', { signal: AbortSignal.timeout(300) }).catch((error) => error);
  const { plies } = await engine.solve('8k/9/8P/9/9/9/9/9/9 b G 1');
  document.title = [plies, (await long).name].join(' ');
} catch (error) {
  document.title = String(error);
}`;
const MAIN = (from) => `import { load } from '${from}';
try {
  const { Engine } = await load();
  document.title = String(new Engine(16).solve('8k/9/8P/9/9/9/9/9/9 b G 1').plies);
} catch (error) {
  document.title = String(error);
}`;

async function served(where, path = '') {
  const { server, address } = await serve({}, {}, {}, pathToFileURL(`${where}/`));
  try {
    return await found(address + path);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

try {
  const home = join(folder, 'node_modules/gyakusan');
  mkdirSync(home, { recursive: true });
  cpSync(new URL('../dist/package/', import.meta.url), home, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');

  // Without a bundler, by the address of the package or by a map.
  writeFileSync(join(folder, 'plain.html'), page(MAIN('./node_modules/gyakusan/browser.js')));
  assert.deepEqual(await served(folder, 'plain.html'), ['1', []]);
  writeFileSync(join(folder, 'map.html'), page(MAIN('gyakusan')).replace('<script', '<script type="importmap">{"imports":{"gyakusan":"./node_modules/gyakusan/browser.js"}}</script><script'));
  assert.deepEqual(await served(folder, 'map.html'), ['1', []]);
  // The engine in a worker, which is ended by a signal.
  writeFileSync(join(folder, 'worker.html'), page(ASK('./node_modules/gyakusan/worker.js')));
  assert.deepEqual(await served(folder, 'worker.html'), ['1 TimeoutError', []]);
  // No WebAssembly where it was said to be, and where there is nothing but pages.
  writeFileSync(join(folder, 'wrong.html'), page(MAIN('./node_modules/gyakusan/browser.js').replace('load()', "load('/wrong.html')")));
  assert.match((await served(folder, 'wrong.html'))[0], /there is no WebAssembly at \/wrong\.html \(not WebAssembly\)/);

  // esbuild, for browsers: nothing of node is in it. The WebAssembly lies beside the bundle.
  writeFileSync(join(folder, 'main.js'), MAIN('gyakusan'));
  const out = join(folder, 'esbuild');
  await bundle({ entryPoints: [join(folder, 'main.js')], bundle: true, format: 'esm', platform: 'browser', outfile: join(out, 'main.js'), logLevel: 'error', target: 'es2022' });
  writeFileSync(join(out, 'index.html'), page("import './main.js';"));
  const [title] = await served(out);
  assert.match(title, /gyakusan_bg\.wasm was not found .*put it beside the bundle/);
  cpSync(join(home, 'gyakusan_bg.wasm'), join(out, 'gyakusan_bg.wasm'));
  assert.deepEqual(await served(out), ['1', []]);

  // A worker of one's own, where the bundler does not find that of the package.
  writeFileSync(join(folder, 'own.js'), ASK('gyakusan/worker').replace('(16)', "(16, { worker: () => new Worker('./thread.js', { type: 'module' }) })"));
  writeFileSync(join(folder, 'thread.js'), "import 'gyakusan/thread';");
  await bundle({ entryPoints: ['own.js', 'thread.js'].map((name) => join(folder, name)), bundle: true, format: 'esm', platform: 'browser', outdir: out, logLevel: 'error', target: 'es2022' });
  writeFileSync(join(out, 'index.html'), page("import './own.js';"));
  assert.deepEqual(await served(out), ['1 TimeoutError', []]);

  // Rollup, which leaves the file behind, too.
  const resolveId = (id) => (id === 'gyakusan' ? join(home, 'browser.js') : null);
  const rolled = await rollup({ input: join(folder, 'main.js'), plugins: [{ name: 'resolve', resolveId }] });
  const there = join(folder, 'rollup');
  await rolled.write({ dir: there, format: 'es' });
  writeFileSync(join(there, 'index.html'), page("import './main.js';"));
  assert.match((await served(there))[0], /put it beside the bundle/);
  cpSync(join(home, 'gyakusan_bg.wasm'), join(there, 'gyakusan_bg.wasm'));
  assert.deepEqual(await served(there), ['1', []]);

  // A bundle for node says what it needs, as a rejection, and takes it.
  const asked = (source) => `import { load } from 'gyakusan';
load(${source}).then(({ Engine }) => new Engine(16).solve('8k/9/8P/9/9/9/9/9/9 b G 1').plies, (error) => error.code + ': ' + error.message).then(console.log);`;
  for (const [format, says] of [['cjs', /^load: this bundle does not tell where/], ['esm', /^load: gyakusan_bg\.wasm was not found beside the bundle/]]) {
    for (const [source, wanted] of [['', says], [JSON.stringify(join(home, 'gyakusan_bg.wasm')), /^1$/m]]) {
      writeFileSync(join(folder, 'node.js'), asked(source));
      const outfile = join(folder, `node-${format}.${format === 'cjs' ? 'cjs' : 'mjs'}`);
      await bundle({ entryPoints: [join(folder, 'node.js')], bundle: true, format, platform: 'node', outfile, logLevel: 'error' });
      assert.match(execFileSync(process.execPath, [outfile], { encoding: 'utf8' }), wanted, format);
    }
  }

  // Vite: built, and in development, with nothing said to it.
  writeFileSync(join(folder, 'index.html'), page(MAIN('gyakusan')).replace(/<script[\s\S]*/, '<script type="module" src="/main.js"></script>'));
  // Vite changes what it is given.
  const common = (outDir, input) => ({ root: folder, configFile: false, logLevel: 'error', build: { target: 'es2022', outDir: join(folder, outDir), rollupOptions: { input: join(folder, input) } } });
  await build(common('vite', 'index.html'));
  assert.deepEqual(await served(join(folder, 'vite')), ['1', []]);
  writeFileSync(join(folder, 'ask.js'), ASK('gyakusan/worker'));
  writeFileSync(join(folder, 'ask.html'), page('').replace(/<script[\s\S]*/, '<script type="module" src="/ask.js"></script>'));
  await build(common('vite-worker', 'ask.html'));
  assert.deepEqual(await served(join(folder, 'vite-worker'), 'ask.html'), ['1 TimeoutError', []]);
  // The build has set this for the whole process.
  process.env.NODE_ENV = 'development';
  const developed = async (root, cacheDir, base = '/') => {
    const server = await createServer({ configFile: false, logLevel: 'error', root, base, server: { port: 0, host: '127.0.0.1' }, cacheDir });
    await server.listen();
    try {
      const [address] = server.resolvedUrls.local;
      assert.deepEqual(await found(address), ['1', []], cacheDir);
      assert.deepEqual(await found(`${address}ask.html`), ['1 TimeoutError', []], cacheDir);
    } finally {
      await server.close();
    }
  };
  await developed(folder, join(folder, 'node_modules/.vite'));
  await developed(folder, join(folder, 'another'), '/below/');
  // A workspace, whose root has the package for all.
  const app = join(folder, 'app');
  mkdirSync(app);
  for (const name of ['index.html', 'main.js', 'ask.html', 'ask.js']) cpSync(join(folder, name), join(app, name));
  writeFileSync(join(app, 'package.json'), '{ "type": "module", "private": true }');
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true, "workspaces": ["app"] }');
  await developed(app, join(app, 'node_modules/.vite'));
  console.log('ok: plain pages, esbuild, Rollup, Vite built and in development, bundles for node');
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
