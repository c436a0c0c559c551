// The package in real bundles and pages, each in a real browser: without a bundler, esbuild, Vite built and in development.

import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build as bundle } from 'esbuild';
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

  // esbuild, for browsers: nothing of node is in it. The WebAssembly lies beside the bundle.
  writeFileSync(join(folder, 'main.js'), MAIN('gyakusan'));
  const out = join(folder, 'esbuild');
  await bundle({ entryPoints: [join(folder, 'main.js')], bundle: true, format: 'esm', platform: 'browser', outfile: join(out, 'main.js'), logLevel: 'error', target: 'es2022' });
  writeFileSync(join(out, 'index.html'), page("import './main.js';"));
  const [title] = await served(out);
  assert.match(title, /gyakusan_bg\.wasm was not found .*put it beside the bundle/);
  cpSync(join(home, 'gyakusan_bg.wasm'), join(out, 'gyakusan_bg.wasm'));
  assert.deepEqual(await served(out), ['1', []]);

  // Vite: built, and in development, with nothing said to it.
  writeFileSync(join(folder, 'index.html'), page(MAIN('gyakusan')).replace(/<script[\s\S]*/, '<script type="module" src="/main.js"></script>'));
  const common = { root: folder, configFile: false, logLevel: 'error', build: { target: 'es2022', outDir: join(folder, 'vite') } };
  await build(common);
  assert.deepEqual(await served(join(folder, 'vite')), ['1', []]);
  const server = await createServer({ ...common, server: { port: 0, host: '127.0.0.1' }, cacheDir: join(folder, 'node_modules/.vite') });
  await server.listen();
  try {
    assert.deepEqual(await found(server.resolvedUrls.local[0]), ['1', []]);
  } finally {
    await server.close();
  }
  console.log('ok: plain pages, esbuild, Vite built and in development');
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
