// @vitest-environment happy-dom
// A newer page is noticed whenever its worker came, and opened once, whichever worker answers by then.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

class Worker extends EventTarget {
  said: unknown[] = [];
  /** What it answers; null if it says nothing. */
  newer: boolean | null = true;
  constructor(public state: string) {
    super();
  }
  postMessage(word: unknown, ports: MessagePort[] = []): void {
    this.said.push(word);
    if (this.newer !== null) ports[0]?.postMessage(word === 'newer?' ? this.newer : true);
  }
  become(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class Registration extends EventTarget {
  waiting: Worker | null = null;
  installing: Worker | null = null;
}

class Workers extends EventTarget {
  controller = new Worker('activated');
  found = new Registration();
  register = () => Promise.resolve(this.found);
}

let installed: (typeof import('@/lib/installed.svelte'))['installed'];
let workers: Workers;
let reload: ReturnType<typeof vi.fn>;

async function opened(): Promise<void> {
  vi.resetModules();
  ({ installed } = await import('@/lib/installed.svelte'));
  installed.keep();
  await answered();
}

/** A message has gone there and back. */
const answered = () => vi.advanceTimersByTimeAsync(0);

/** Two ends, of which the first hears what is said at the second as soon as nothing else is done. */
class Channel {
  port1: { onmessage: (event: { data: unknown }) => void; close: () => void } = { onmessage: () => {}, close: () => {} };
  port2 = { postMessage: (data: unknown) => void Promise.resolve().then(() => this.port1.onmessage({ data })) };
}

describe('a newer page', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    workers = new Workers();
    reload = vi.fn();
    vi.stubEnv('PROD', true);
    vi.stubGlobal('navigator', { serviceWorker: workers });
    vi.stubGlobal('location', { reload });
    vi.stubGlobal('MessageChannel', Channel);
    sessionStorage.clear();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
  });

  it.each(['waiting', 'installing'] as const)('is noticed though it was %s before anybody asked', async (where) => {
    const worker = new Worker(where === 'waiting' ? 'installed' : 'installing');
    workers.found[where] = worker;
    await opened();
    worker.become('installed');
    await answered();
    expect(installed.newer).toBe(true);
  });

  it('is noticed when it comes later', async () => {
    await opened();
    const worker = (workers.found.installing = new Worker('installing'));
    workers.found.dispatchEvent(new Event('updatefound'));
    expect(installed.newer).toBe(false);
    worker.become('installed');
    await answered();
    expect(installed.newer).toBe(true);
  });

  it('is no news where there was none before', async () => {
    workers.controller = null as unknown as Worker;
    workers.found.waiting = new Worker('installed');
    await opened();
    expect(installed.newer).toBe(false);
  });

  it('is chosen and then opened, once, whatever workers do meanwhile', async () => {
    const worker = (workers.found.waiting = new Worker('installed'));
    await opened();
    const renewed = installed.renew();
    expect(reload).not.toHaveBeenCalled();
    workers.dispatchEvent(new Event('controllerchange'));
    await renewed;
    expect(worker.said).toEqual(['newer?', 'choose']);
    workers.dispatchEvent(new Event('controllerchange'));
    vi.advanceTimersByTime(60_000);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('is opened even if its worker says nothing any more: it is offered again then', async () => {
    const worker = (workers.found.waiting = new Worker('installed'));
    await opened();
    worker.newer = null;
    const renewed = installed.renew();
    await vi.advanceTimersByTimeAsync(5000);
    await renewed;
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['this one', false, 'hidden', ['newer?', 'relieve']],
    ['this one, which is seen again', false, 'visible', ['newer?']],
    ['one that was not asked for', true, 'hidden', ['newer?']],
  ])('has its worker take over while nobody looks, if it is %s', async (_, newer, then, said) => {
    const worker = (workers.found.waiting = new Worker('installed'));
    worker.newer = newer;
    await opened();
    expect(installed.newer).toBe(newer);
    const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(worker.said).toEqual(['newer?']); // the page may just be left
    visible.mockReturnValue(then as DocumentVisibilityState);
    vi.advanceTimersByTime(3000);
    visible.mockRestore();
    expect(worker.said).toEqual(said);
    expect(reload).not.toHaveBeenCalled();
  });
});
