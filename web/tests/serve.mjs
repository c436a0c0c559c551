// A server for tests: the files of a folder (web/dist), nothing else.

import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname } from 'node:path';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm', '.webmanifest': 'application/manifest+json' };

/** Serves `folder`; the server with its address. `types` are other types for some endings, `headers` go with each file,
 * `others` are texts in place of some files. */
export function serve(types = {}, headers = {}, others = {}, dist = new URL('../dist/', import.meta.url)) {
  const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://localhost').pathname.slice(1) || 'index.html';
    const file = new URL(path, dist);
    if (!file.href.startsWith(dist.href) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { ...headers, 'content-type': { ...TYPES, ...types }[extname(path)] ?? 'application/octet-stream' });
    if (path in others) response.end(others[path]);
    else createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve({ server, address: `http://127.0.0.1:${server.address().port}/` }));
  });
}
