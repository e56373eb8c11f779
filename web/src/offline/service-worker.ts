// Keeps the page on the device. What was built together is kept together: a new build fills a cache of its own, waits
// until it is asked for, and only then forgets the old one. Nothing that the server says is kept here.

/** This build by name, and every file of it; written when it is built. */
declare const __BUILD__: { name: string; files: string[] };

/** What is used of a service worker's world; its types and those of a page cannot be had together. */
interface Scope {
  addEventListener(type: 'install' | 'activate', hear: (event: { waitUntil(done: Promise<unknown>): void }) => void): void;
  addEventListener(type: 'message', hear: (event: { data: unknown }) => void): void;
  addEventListener(type: 'fetch', hear: (event: { request: Request; respondWith(answer: Promise<Response>): void }) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
}
const scope = self as unknown as Scope;

const build = __BUILD__;
const PREFIX = 'strapontin-';
const NAME = PREFIX + build.name;
const KEPT = new Set(build.files);
/** Files whose names change with what is in them: what an older build has kept is as good. */
const NAMED = '/assets/';

/** Have every file of this build; one that does not come leaves the old build in place. */
async function fill(): Promise<void> {
  const cache = await caches.open(NAME);
  await Promise.all(
    build.files.map(async (path) => {
      const known = path.startsWith(NAMED) ? await caches.match(path) : undefined;
      if (known) return cache.put(path, known);
      return cache.add(new Request(path, { cache: path.startsWith(NAMED) ? 'default' : 'reload' }));
    }),
  );
}

async function forget(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  await Promise.all(others.map((name) => caches.delete(name)));
  await scope.clients.claim();
}

/** The address under which a request finds what is kept; none if it is the server's to answer. */
function keptAs(request: Request): string | null {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return null;
  if (KEPT.has(pathname)) return pathname;
  return request.mode === 'navigate' ? '/' : null;
}

async function answer(path: string, request: Request): Promise<Response> {
  const found = await (await caches.open(NAME)).match(path);
  return found ?? fetch(request); // the browser may have made room
}

scope.addEventListener('install', (event) => event.waitUntil(fill()));
scope.addEventListener('activate', (event) => event.waitUntil(forget()));
scope.addEventListener('message', (event) => {
  if (event.data === 'take-over') void scope.skipWaiting();
});
scope.addEventListener('fetch', (event) => {
  const path = keptAs(event.request);
  if (path) event.respondWith(answer(path, event.request));
});
