// @vitest-environment happy-dom
// A newer page is noticed whenever its worker came, and taken over to once.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installed } from '@/lib/installed.svelte';

class Worker extends EventTarget {
  said: unknown[] = [];
  constructor(public state: string) {
    super();
  }
  postMessage(word: unknown): void {
    this.said.push(word);
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

let workers: Workers;
let reload: ReturnType<typeof vi.fn>;

async function opened(): Promise<void> {
  installed.newer = false;
  installed.keep();
  await vi.advanceTimersByTimeAsync(0);
}

describe('a newer page', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    workers = new Workers();
    reload = vi.fn();
    vi.stubEnv('PROD', true);
    vi.stubGlobal('navigator', { serviceWorker: workers });
    vi.stubGlobal('location', { reload });
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
    expect(installed.newer).toBe(true);
  });

  it('is noticed when it comes later', async () => {
    await opened();
    const worker = (workers.found.installing = new Worker('installing'));
    workers.found.dispatchEvent(new Event('updatefound'));
    expect(installed.newer).toBe(false);
    worker.become('installed');
    expect(installed.newer).toBe(true);
  });

  it('is no news where there was none before', async () => {
    workers.controller = null as unknown as Worker;
    workers.found.waiting = new Worker('installed');
    await opened();
    expect(installed.newer).toBe(false);
  });

  it('takes over when it is wanted, and the page is opened anew once', async () => {
    const worker = (workers.found.waiting = new Worker('installed'));
    await opened();
    installed.renew();
    expect(worker.said).toEqual(['take-over']);
    expect(reload).not.toHaveBeenCalled();
    workers.dispatchEvent(new Event('controllerchange'));
    expect(reload).toHaveBeenCalledTimes(1);
    expect(sessionStorage.length).toBe(0);
  });

  it('that is not let in is waited for by the next page, without another word', async () => {
    const worker = (workers.found.waiting = new Worker('installed'));
    await opened();
    installed.renew();
    vi.advanceTimersByTime(5000);
    expect(reload).toHaveBeenCalledTimes(1);
    await opened(); // the same page again, by the old worker
    expect(installed.newer).toBe(false);
    expect(worker.said).toEqual(['take-over', 'take-over']);
    workers.dispatchEvent(new Event('controllerchange'));
    expect(reload).toHaveBeenCalled();
    expect(sessionStorage.length).toBe(0);
  });
});
