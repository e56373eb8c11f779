// A review as it comes about, with workers that answer when they are told to.
import { beforeEach, expect, test, vi } from 'vitest';
import type { Record_ } from '@/lib/types';

const clerks = vi.hoisted(() => [] as { asked: [string, unknown[], (answer: unknown) => void, (why: Error) => void][]; ended: boolean }[]);
vi.mock('@/offline/clerk', () => ({
  Clerk: class {
    asked: unknown[] = [];
    ended = false;
    constructor() {
      clerks.push(this as never);
    }
    ask(what: string, ...given: unknown[]) {
      return new Promise((resolve, reject) => this.asked.push([what, given, resolve, reject]));
    }
    end() {
      this.ended = true;
    }
  },
}));
import { Reviewing } from '@/lib/review.svelte';

const record = {} as Record_;
const zero = { mean: 0, low: 0, high: 0 };
const decision = (ply: number, loss: number) => ({
  ply,
  played: { move: 'a', value: zero, win: zero, points: null },
  best: { move: 'b', value: zero, win: zero, points: null },
  loss: { mean: loss, low: loss, high: loss },
  stake: 1,
  verdict: loss > 0 ? 'mistake' : 'best',
});
const subject = { seat: 0, asked: 2, plies: [3, 7], alone: false, end: null, budget: 4, manners: { at_stake: 0.25 } };
const soon = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  clerks.length = 0;
  vi.stubGlobal('navigator', { hardwareConcurrency: 1 });
  return () => vi.unstubAllGlobals();
});

test('answers are shown as they come, the costliest are marked, and one worker stays', async () => {
  const reviewing = new Reviewing();
  void reviewing.start(record, 0, 4);
  await soon();
  const [clerk] = clerks;
  clerk!.asked[0]![2](subject);
  await soon();
  expect([reviewing.phase, reviewing.done]).toEqual(['running', 0]);
  clerk!.asked[1]![2](decision(3, 0.1));
  await soon();
  expect(reviewing.done).toBe(1);
  expect(reviewing.marked.map((one) => one.ply)).toEqual([3]);
  clerk!.asked[2]![2](decision(7, 0));
  await soon();
  expect([reviewing.phase, reviewing.decision(7)?.verdict, clerk!.ended]).toEqual(['done', 'best', false]);
  void reviewing.judge(3, 'c');
  await soon();
  expect(clerk!.asked[3]!.slice(0, 2)).toEqual(['judge', [3, 'c']]);
  reviewing.close();
  expect([reviewing.phase, reviewing.found, clerk!.ended]).toEqual(['none', null, true]);
});

test('stopped, it keeps what it has, and goes on with what is open', async () => {
  const reviewing = new Reviewing();
  void reviewing.start(record, 0, 4);
  await soon();
  clerks[0]!.asked[0]![2](subject);
  await soon();
  clerks[0]!.asked[1]![2](decision(3, 0.1));
  await soon();
  reviewing.stop();
  expect([reviewing.phase, reviewing.done, clerks[0]!.ended]).toEqual(['stopped', 1, true]);
  clerks[0]!.asked[2]![2](decision(7, 0.5)); // too late
  void reviewing.resume();
  await soon();
  expect(reviewing.done).toBe(1);
  clerks[1]!.asked[0]![2](subject);
  await soon();
  expect(clerks[1]!.asked[1]!.slice(0, 2)).toEqual(['answer', [1]]);
});

test('a game that cannot be opened here is said to be so', async () => {
  const reviewing = new Reviewing();
  void reviewing.start(record, 0, 4);
  await soon();
  clerks[0]!.asked[0]![3](new Error('no rules for it'));
  await soon();
  expect([reviewing.phase, clerks[0]!.ended]).toEqual(['lost', true]);
});
