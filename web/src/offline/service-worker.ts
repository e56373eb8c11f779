// Keeps the page on the device. What was built together is kept together: a new build fills a cache of its own, waits
// until it is asked for, and only then forgets the old one. Nothing that the server says is kept here.

/** This build by name, every file of it, and those that are still being made when it is first served; written when it is built. */
declare const __BUILD__: { name: string; files: string[]; late: string[] };

/** What is used of a service worker's world; its types and those of a page cannot be had together. */
interface Scope {
  addEventListener(type: 'install' | 'activate', hear: (event: { waitUntil(done: Promise<unknown>): void }) => void): void;
  addEventListener(type: 'message', hear: (event: { data: unknown }) => void): void;
  addEventListener(type: 'fetch', hear: (event: { request: Request; respondWith(answer: Promise<Response>): void }) => void): void;
  addEventListener(
    type: 'push',
    hear: (event: { data: { json(): unknown } | null; waitUntil(done: Promise<unknown>): void }) => void,
  ): void;
  addEventListener(type: 'notificationclick', hear: (event: Tapped) => void): void;
  skipWaiting(): Promise<void>;
  clients: {
    claim(): Promise<void>;
    matchAll(which: { type: 'window'; includeUncontrolled: boolean }): Promise<Screen[]>;
    openWindow(path: string): Promise<unknown>;
  };
  registration: { showNotification(title: string, more: object): Promise<void> };
}
interface Screen {
  url: string;
  visibilityState: string;
  focus(): Promise<Screen>;
}
interface Tapped {
  notification: { data: unknown; close(): void };
  waitUntil(done: Promise<unknown>): void;
}

/** What the server tells a device whose guest is waited for: nothing but whose turn it is, and where. */
interface Word {
  title: string;
  body: string;
  path: string;
  tag: string;
  language: string;
}
const scope = self as unknown as Scope;

const build = __BUILD__;
const PREFIX = 'strapontin-';
const NAME = PREFIX + build.name;
const KEPT = new Set([...build.files, ...build.late]);
/** Files whose names change with what is in them: what an older build has kept is as good. */
const NAMED = '/assets/';

/** Have every file of this build; one that does not come leaves the old build in place. */
async function fill(): Promise<void> {
  const cache = await caches.open(NAME);
  const have = async (path: string) => {
    const known = path.startsWith(NAMED) ? await caches.match(path) : undefined;
    if (known) return cache.put(path, known);
    return cache.add(new Request(path, { cache: path.startsWith(NAMED) ? 'default' : 'reload' }));
  };
  await Promise.all(build.files.map(have));
  for (const path of build.late) await have(path); // they let one wait: one after the other, or the page had no connection left
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

/** The tables that are open on this device. */
const screens = () => scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
const isAt = (path: string) => (screen: Screen) => new URL(screen.url).pathname === path;

/** Show it, unless somebody looks at that very table. */
async function show({ title, body, path, tag, language }: Word): Promise<void> {
  const seen = (await screens()).some((screen) => screen.visibilityState === 'visible' && isAt(path)(screen));
  if (seen) return;
  const more = { body, tag, lang: language, icon: '/icon-192.png', badge: '/icon-192.png', renotify: true, data: path };
  await scope.registration.showNotification(title, more);
}

/** A tap leads to the table, on the screen that has it, or on any, or on a new one. */
async function follow(path: string): Promise<unknown> {
  const open = await screens();
  const there = open.find(isAt(path));
  if (there) return there.focus();
  return scope.clients.openWindow(path);
}

scope.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json() as Word));
});
scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const path = String(event.notification.data);
  if (path.startsWith('/t/')) event.waitUntil(follow(path));
});
scope.addEventListener('install', (event) => event.waitUntil(fill()));
scope.addEventListener('activate', (event) => event.waitUntil(forget()));
scope.addEventListener('message', (event) => {
  if (event.data === 'take-over') void scope.skipWaiting();
});
scope.addEventListener('fetch', (event) => {
  const path = keptAs(event.request);
  if (path) event.respondWith(answer(path, event.request));
});
