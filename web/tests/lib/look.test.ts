import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announcer } from '@/lib/announce.svelte';
import { Look } from '@/lib/look.svelte';
import type { Entry } from '@/lib/tell';

const entry = (text: string, seat: number | null): Entry => ({ text, seat, lines: [{ key: text, params: {} }] });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test('an entry turns the table to whoever did it, and back again', () => {
  const look = new Look();
  look.focus = 2;
  const [first, second] = [entry('a', 1), entry('b', null)];
  expect(look.pick(first)).toBe(true);
  expect([look.picked, look.focus]).toEqual([first, 1]);
  expect(look.pick(second)).toBe(true);
  expect(look.focus).toBe(1);
  expect(look.pick(second)).toBe(false);
  expect([look.picked, look.focus]).toEqual([null, 2]);
});

test('a story is told entry by entry, and leaves the table as it was', () => {
  const look = new Look();
  const told: (string | undefined)[] = [];
  look.recount([entry('a', 1), entry('b', 3)]);
  for (let n = 0; n < 3; n++) {
    told.push(look.picked?.text);
    vi.advanceTimersToNextTimer();
  }
  expect(told).toEqual(['a', 'b', undefined]);
  expect(announcer.text).toBe('b');
  expect(look.focus).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('whoever picks something or is gone is told no more', () => {
  const look = new Look();
  look.recount([entry('a', 1), entry('b', 3)]);
  look.pick(entry('c', 2));
  expect(vi.getTimerCount()).toBe(0);
  look.recount([entry('a', 1)]);
  look.stop();
  expect(vi.getTimerCount()).toBe(0);
});
