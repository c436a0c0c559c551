// The page without a line: everything is kept when it is first loaded. The build fills in what there is.

const NAME = 'gyakusan-VERSION';
const FILES = [/* FILES */];

// With these the browser lets the engine's threads share memory, whatever the server says.
const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

addEventListener('install', (event) => {
  // The browser's own cache may still have files of the version before.
  const fresh = FILES.map((name) => new Request(name, { cache: 'reload' }));
  // A new version waits until no page of the old one is open: the files of one do not go with those of the other.
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(fresh)));
});

addEventListener('activate', (event) => {
  const others = (names) => names.filter((name) => name.startsWith('gyakusan-') && name !== NAME);
  event.waitUntil(caches.keys().then((names) => Promise.all(others(names).map((name) => caches.delete(name)))).then(() => clients.claim()));
});

function isolated(response) {
  // Where a page has moved to only the browser may know.
  if (response.type === 'opaqueredirect') return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(ISOLATED)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || new URL(event.request.url).origin !== location.origin) return;
  const answer = caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request));
  event.respondWith(answer.then(isolated));
});
