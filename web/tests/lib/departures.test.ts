// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Platform } from '@/lib/departures.svelte';
import { serve } from '../server';

const line = (id: string, state: string, waiting = false) => ({ id, state, waiting });
let stop: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

test('my tables that wait for me come first; open ones that are mine are not listed twice', async () => {
  serve({
    '/guest': {},
    '/guest/tables': { tables: [line('a', 'playing'), line('b', 'over'), line('c', 'playing', true), line('d', 'abandoned')] },
    '/tables': { tables: [line('a', 'open'), line('e', 'open')] },
  });
  const platform = new Platform();
  expect(platform.phase).toBe('waiting');
  stop = platform.watch();
  await vi.advanceTimersByTimeAsync(0);
  expect(platform.phase).toBe('here');
  expect(platform.running.map((one) => one.id)).toEqual(['c', 'a']);
  expect(platform.turns.map((one) => one.id)).toEqual(['c']);
  expect(platform.finished.map((one) => one.id)).toEqual(['b']);
  expect(platform.open.map((one) => one.id)).toEqual(['e']);
});

test('lost only if it never was here: later the last list stays', async () => {
  const platform = new Platform();
  serve({});
  stop = platform.watch();
  await vi.advanceTimersByTimeAsync(0);
  expect(platform.phase).toBe('lost');
  serve({ '/guest': {}, '/guest/tables': { tables: [line('a', 'open')] }, '/tables': { tables: [] } });
  await vi.advanceTimersByTimeAsync(8000);
  expect(platform.phase).toBe('here');
  serve({});
  await vi.advanceTimersByTimeAsync(8000);
  expect(platform.phase).toBe('here');
  expect(platform.running.map((one) => one.id)).toEqual(['a']);
});

test('nobody looks: nothing is asked', async () => {
  const asked = serve({ '/guest': {}, '/guest/tables': { tables: [] }, '/tables': { tables: [] } });
  const platform = new Platform();
  stop = platform.watch();
  await vi.advanceTimersByTimeAsync(0);
  expect(platform.phase).toBe('here');
  const before = asked.length;
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked.length).toBe(before);
  stop();
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked.length).toBe(before);
});
