// Keeps the page on the device. What was built together is kept together: a new build fills a cache of its own and is shown
// once it is chosen. Which one is chosen is written down, and whoever answers reads it, the newer worker or the older: a
// browser may let the older one go on for minutes. Nothing that the server says is kept here.

/** This build by name, every file of it, and those that are still being made when it is first served; written when it is built. */
declare const __BUILD__: { name: string; files: string[]; late: string[] };

/** What is used of a service worker's world; its types and those of a page cannot be had together. */
interface Scope {
  addEventListener(type: 'install' | 'activate', hear: (event: { waitUntil(done: Promise<unknown>): void }) => void): void;
  addEventListener(type: 'message', hear: (event: Asked) => void): void;
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
/** A word of a page, and where it listens for the answer, if it does. */
interface Asked {
  data: unknown;
  ports: readonly { postMessage(answer: boolean): void }[];
  waitUntil(done: Promise<unknown>): void;
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
/** Files whose names change with what is in them: what another build has kept is as good. */
const NAMED = '/assets/';
/** Where it is written down which build is shown. */
const CHOICE = 'choice-of-strapontin';
const CHOSEN = '/chosen';

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

/** The build that is shown. */
async function chosen(): Promise<string> {
  const told = await caches.match(CHOSEN, { cacheName: CHOICE });
  return told ? told.text() : NAME;
}

/** From the next page that is opened, show this build. */
async function choose(): Promise<void> {
  await (await caches.open(CHOICE)).put(CHOSEN, new Response(NAME));
}

/** Keep no older build, unless somebody may still look at a page of it. */
async function forget(): Promise<void> {
  if ((await screens()).length > 1) return;
  const [builds, shown] = [(await caches.keys()).filter((name) => name.startsWith(PREFIX)), await chosen()];
  const older = builds.slice(0, Math.max(0, builds.indexOf(NAME))).filter((name) => name !== shown); // in the order they came
  await Promise.all(older.map((name) => caches.delete(name)));
}

/** This worker is the one that answers. */
async function begin(): Promise<void> {
  if (!(await caches.has(CHOICE)) || !(await screens()).length) await choose();
  await forget();
  await scope.clients.claim();
}

/** Whether the page that asks is of an older build; if not, nothing older is needed. */
async function isNewer(): Promise<boolean> {
  const newer = (await chosen()) !== NAME;
  if (!newer) await forget();
  return newer;
}

/** What a page wants of a worker that waits; whether it is so, or was done. */
async function hear(word: unknown): Promise<boolean> {
  if (word === 'newer?') return isNewer();
  if (word === 'choose' || word === 'take-over') await choose(); // pages of before the choice know but the second
  if (word === 'relieve' || word === 'take-over') await scope.skipWaiting();
  return true;
}

/** The address under which a request finds what is kept; none if it is the server's to answer. */
function keptAs(request: Request): string | null {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return null;
  if (KEPT.has(pathname) || pathname.startsWith(NAMED)) return pathname;
  return request.mode === 'navigate' ? '/' : null;
}

async function answer(path: string, request: Request): Promise<Response> {
  const found = (await caches.match(path, { cacheName: await chosen() })) ?? (await caches.match(path));
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
scope.addEventListener('activate', (event) => event.waitUntil(begin()));
scope.addEventListener('message', (event) => event.waitUntil(hear(event.data).then((answer) => event.ports[0]?.postMessage(answer))));
scope.addEventListener('fetch', (event) => {
  const path = keptAs(event.request);
  if (path) event.respondWith(answer(path, event.request));
});
