// What the worker shows of a word from the server, and where a tap on it leads.
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

beforeEach(async () => {
  windows.length = 0;
  vi.clearAllMocks();
  vi.stubGlobal('__BUILD__', { name: 'x', files: [], late: [] });
  vi.stubGlobal('self', {
    addEventListener: (type: string, hear: Hear) => heard.set(type, hear),
    clients: { matchAll: async () => windows, openWindow },
    registration: { showNotification },
  });
  vi.resetModules();
  // @ts-expect-error it is a script, not a module
  await import('@/offline/service-worker');
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
