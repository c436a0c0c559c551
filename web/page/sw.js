// The page without a line: everything is kept when it is first loaded. The build fills in what there is.

const NAME = 'gyakusan-VERSION';
const FILES = [/* FILES */];

addEventListener('install', (event) => {
  // The browser's own cache may still have files of the version before.
  const fresh = FILES.map((name) => new Request(name, { cache: 'reload' }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(fresh)).then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
  const others = (names) => names.filter((name) => name.startsWith('gyakusan-') && name !== NAME);
  event.waitUntil(caches.keys().then((names) => Promise.all(others(names).map((name) => caches.delete(name)))).then(() => clients.claim()));
});

addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)));
});
