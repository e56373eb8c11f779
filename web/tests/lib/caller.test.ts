// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { Caller } from '@/lib/caller.svelte';
import type { View } from '@/lib/types';

const DECK = ['3', '6', '+'];
const asked: unknown[][] = [];

vi.mock('@/lib/api', () => ({
  call: (...given: [string, unknown, string, number]) => {
    asked.push(given);
    const cards = given[3];
    return Promise.resolve({ revealed: DECK.slice(0, cards), over: cards > DECK.length });
  },
  rank: (_: string, __: unknown, sheets: { n: number }[]) =>
    Promise.resolve({ scores: sheets.map((one) => one.n), ranks: sheets.map(() => 1) }),
}));

interface Cards extends View {
  revealed: string[];
}

const told: string[] = [];
const caller = () => new Caller<Cards>('metrox', (view) => told.push(view.revealed.at(-1)!));

beforeEach(() => {
  localStorage.clear();
  asked.length = told.length = 0;
});

test('cards are told one by one, then the sheets are counted', async () => {
  const one = caller();
  await one.begin({ map: 'paris' });
  for (let n = 0; n < 3; n++) await one.next();
  expect(told).toEqual(DECK);
  expect([one.at, one.counting]).toEqual([3, true]);
  one.back();
  expect([one.at, one.counting]).toEqual([3, false]);
  await one.next();
  expect(one.counting).toBe(true);
});

test('to look back draws nothing', async () => {
  const one = caller();
  await one.begin({});
  await one.next();
  one.back();
  one.back();
  expect(one.at).toBe(1);
  await one.next();
  expect([one.at, told.length, asked.length]).toEqual([2, 2, 2]);
});

test('two taps at once are one card', async () => {
  const one = caller();
  await one.begin({});
  await Promise.all([one.next(), one.next()]);
  expect(one.at).toBe(2);
});

test('an evening goes on with the same pile, and a new one has another', async () => {
  const one = caller();
  await one.begin({ map: 'paris' });
  await one.next();
  const later = caller();
  await later.resume();
  expect(later.at).toBe(2);
  expect(asked.at(-1)).toEqual(asked.at(-2));
  expect(told).toHaveLength(2); // nothing is said again
  later.clear();
  const new_ = caller();
  await new_.resume();
  expect(new_.at).toBe(0);
  await new_.begin({});
  expect(asked.at(-1)![2]).not.toBe(asked[0]![2]);
  expect(asked.at(-1)![2]).toMatch(/^[0-9a-f]{64}$/);
});

test('what somebody else has left in the browser is no evening', async () => {
  for (const left of ['{"cards": 3}', 'nonsense', 'null']) {
    localStorage.setItem('strapontin.caller.metrox', left);
    const one = caller();
    await one.resume();
    expect(one.view).toBeNull();
  }
});

test('sheets are ranked', async () => {
  const one = caller();
  await one.count();
  expect(one.standing).toBeNull();
  one.sheets.push({ name: 'Ana', counted: { n: 7 } });
  await one.count();
  expect(one.standing).toEqual({ scores: [7], ranks: [1] });
});
