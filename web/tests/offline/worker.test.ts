// Which build the worker shows, what of a word from the server, and where a tap on it leads.
import { beforeEach, describe, expect, it, vi } from 'vitest';

type Hear = (event: Record<string, unknown>) => void;
const heard = new Map<string, Hear>();
const windows: { url: string; visibilityState: string; focus: () => Promise<void> }[] = [];
const showNotification = vi.fn(async () => undefined);
const openWindow = vi.fn(async () => undefined);
const word = { title: 'À vous de jouer', body: 'metroX, avec Bo', path: '/t/abc', tag: 'abc', language: 'fr' };

/** Something happens to the worker; when it is done with it. */
async function happen(type: string, event: Record<string, unknown>): Promise<void> {
  const waits: Promise<unknown>[] = [];
  heard.get(type)!({ ...event, waitUntil: (done: Promise<unknown>) => waits.push(done) });
  await Promise.all(waits);
}
const screen = (path: string, visibilityState: string) => ({
  url: `https://metro.example${path}`,
  visibilityState,
  focus: vi.fn(async () => undefined),
});

/** What is kept on the device: by cache, what lies under which path. */
const kept = new Map<string, Map<string, string>>();
const within = (name: string) => kept.get(name) ?? kept.set(name, new Map()).get(name)!;
const answer = (text: string | undefined) => (text === undefined ? undefined : new Response(text));
const caches = {
  keys: async () => [...kept.keys()],
  has: async (name: string) => kept.has(name),
  delete: async (name: string) => kept.delete(name),
  match: async (path: string, { cacheName }: { cacheName?: string } = {}) =>
    answer([...kept].find(([name, files]) => (!cacheName || name === cacheName) && files.has(path))?.[1].get(path)),
  open: async (name: string) => ({
    put: async (path: string, one: Response) => within(name).set(path, await one.text()),
    add: async ({ url }: Request) => within(name).set(new URL(url).pathname, name),
  }),
};
const skipWaiting = vi.fn(async () => undefined);

/** The worker of a build begins, as a browser starts one. */
async function started(name: string): Promise<void> {
  vi.stubGlobal('__BUILD__', { name, files: ['/', '/icon.svg'], late: [] });
  vi.resetModules();
  // @ts-expect-error it is a script, not a module
  await import('@/offline/service-worker');
}

beforeEach(async () => {
  windows.length = 0;
  kept.clear();
  vi.clearAllMocks();
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('location', new URL('https://metro.example/'));
  vi.stubGlobal('fetch', async () => new Response('from the server'));
  vi.stubGlobal('self', {
    addEventListener: (type: string, hear: Hear) => heard.set(type, hear),
    clients: { matchAll: async () => windows, openWindow, claim: async () => undefined },
    registration: { showNotification },
    skipWaiting,
  });
  await started('x');
});

/** What a page asks a worker, and its answer. */
async function ask(word: string): Promise<unknown> {
  const postMessage = vi.fn();
  await happen('message', { data: word, ports: [{ postMessage }] });
  return postMessage.mock.calls[0]?.[0];
}

/** What a page is given for an address. */
async function given(path: string, mode = 'no-cors'): Promise<string | null> {
  const told: Promise<Response>[] = [];
  const request = { method: 'GET', url: `https://metro.example${path}`, mode };
  await happen('fetch', { request, respondWith: (answer: Promise<Response>) => told.push(answer) });
  return told.length ? (await told[0]!).text() : null;
}

describe('a build', () => {
  const older = () => within('strapontin-old').set('/', 'old').set('/assets/old.js', 'old');
  const newer = () => within('strapontin-x').set('/', 'new').set('/icon.svg', 'new').set('/assets/new.js', 'new');
  const choose = (name: string) => within('choice-of-strapontin').set('/chosen', name);

  it('is the one that is shown when it is the first', async () => {
    newer();
    await happen('activate', {});
    expect(await given('/t/abc', 'navigate')).toBe('new');
    expect(await ask('newer?')).toBe(false);
  });

  it('is shown once it is chosen, by an older worker and by a newer one, and not before', async () => {
    older();
    newer();
    choose('strapontin-old');
    expect(await ask('newer?')).toBe(true);
    expect(await given('/', 'navigate')).toBe('old');
    expect([...kept.keys()]).toContain('strapontin-old');
    await started('old'); // the worker that answers
    expect(await given('/', 'navigate')).toBe('old');
    choose('strapontin-x');
    expect(await given('/', 'navigate')).toBe('new');
    expect(await given('/icon.svg')).toBe('new');
    await started('x');
    expect(await ask('choose')).toBe(true);
    expect(await given('/', 'navigate')).toBe('new');
    expect(skipWaiting).not.toHaveBeenCalled();
  });

  it('has files of both builds at hand, and asks the server for others', async () => {
    older();
    newer();
    choose('strapontin-x');
    expect(await given('/assets/old.js')).toBe('old');
    expect(await given('/assets/new.js')).toBe('new');
    expect(await given('/assets/other.js')).toBe('from the server');
    expect(await given('/api/v1/games')).toBe(null);
    expect(await given('/openapi.json')).toBe(null);
  });

  it('forgets the others once it is shown and nobody else looks', async () => {
    older();
    newer();
    choose('strapontin-x');
    windows.push(screen('/', 'visible'), screen('/t/abc', 'hidden'));
    expect(await ask('newer?')).toBe(false);
    expect([...kept.keys()]).toContain('strapontin-old');
    windows.pop();
    expect(await ask('newer?')).toBe(false);
    expect([...kept.keys()]).not.toContain('strapontin-old');
  });

  it('leaves alone what came after it: another may be on its way', async () => {
    older();
    newer();
    within('strapontin-next').set('/', 'next');
    choose('strapontin-next');
    windows.push(screen('/', 'visible'));
    await happen('activate', {});
    expect([...kept.keys()]).toEqual(['strapontin-x', 'strapontin-next', 'choice-of-strapontin']);
    expect(await given('/', 'navigate')).toBe('next');
  });

  it('is chosen by a page of before there was a choice, and when the last page is closed', async () => {
    older();
    newer();
    choose('strapontin-old');
    await happen('message', { data: 'take-over', ports: [] });
    expect(skipWaiting).toHaveBeenCalledOnce();
    expect(await given('/', 'navigate')).toBe('new');
    choose('strapontin-old');
    await happen('activate', {});
    expect(await given('/', 'navigate')).toBe('new');
  });

  it('that was chosen stays so when a worker takes over from another', async () => {
    older();
    newer();
    choose('strapontin-old');
    windows.push(screen('/', 'hidden'));
    await happen('message', { data: 'relieve', ports: [] });
    await happen('activate', {});
    expect(skipWaiting).toHaveBeenCalledOnce();
    expect(await given('/', 'navigate')).toBe('old');
  });

  it('does nothing at a word it does not know', async () => {
    newer();
    choose('strapontin-old');
    await ask('anything');
    expect(skipWaiting).not.toHaveBeenCalled();
    expect(await ask('newer?')).toBe(true);
  });
});

describe('a word from the server', () => {
  it('is shown in the language it came in, with where it leads and nothing else', async () => {
    windows.push(screen('/t/abc', 'hidden'), screen('/', 'visible'));
    await happen('push', { data: { json: () => word } });
    expect(showNotification).toHaveBeenCalledExactlyOnceWith(
      'À vous de jouer',
      expect.objectContaining({ body: 'metroX, avec Bo', lang: 'fr', tag: 'abc', data: '/t/abc' }),
    );
  });

  it('is not shown to somebody who looks at that table, nor is nothing', async () => {
    windows.push(screen('/t/abc', 'visible'));
    await happen('push', { data: { json: () => word } });
    await happen('push', { data: null });
    expect(showNotification).not.toHaveBeenCalled();
  });

  it('leads to the table: on the screen that has it, or on a new one, and nowhere else', async () => {
    const close = vi.fn();
    const there = screen('/t/abc', 'hidden');
    await happen('notificationclick', { notification: { data: '/t/abc', close } });
    expect(openWindow).toHaveBeenCalledExactlyOnceWith('/t/abc');
    windows.push(there);
    await happen('notificationclick', { notification: { data: '/t/abc', close } });
    await happen('notificationclick', { notification: { data: 'https://elsewhere.example/', close } });
    expect(there.focus).toHaveBeenCalledOnce();
    expect(openWindow).toHaveBeenCalledOnce();
    expect(close).toHaveBeenCalledTimes(3);
  });
});
