// A hint as somebody gets it: noted first, then thought about, and stopped in the middle of it.
import { beforeEach, expect, test, vi } from 'vitest';

const clerks = vi.hoisted(() => [] as { asked: unknown[][]; answer: (found: unknown) => void; ended: boolean }[]);
vi.mock('@/offline/clerk', () => ({
  Clerk: class {
    asked: unknown[][] = [];
    ended = false;
    answer: (found: unknown) => void = () => undefined;
    constructor() {
      clerks.push(this as never);
    }
    ask(...asked: unknown[]) {
      this.asked.push(asked);
      return new Promise((resolve) => (this.answer = resolve));
    }
    end() {
      this.ended = true;
    }
  },
}));
vi.mock('@/lib/words.svelte', () => ({ need: () => Promise.resolve(), say: (key: string) => key, t: (key: string) => key }));
import { Hinting } from '@/lib/hint.svelte';

const soon = () => new Promise((resolve) => setTimeout(resolve));
const known = { game: 'metrox', players: 2, options: {}, state: new Uint8Array(3), seat: 0, history: [] };
beforeEach(() => {
  clerks.length = 0;
});

test('nothing is thought about before the table has noted it', async () => {
  const hinting = new Hinting();
  let note = () => {};
  void hinting.ask(
    () => new Promise((resolve) => (note = resolve)),
    () => Promise.resolve(known),
  );
  await soon();
  expect([hinting.phase, clerks.length]).toEqual(['thinking', 0]);
  note();
  await soon();
  expect(clerks[0]!.asked).toEqual([['advise', 'metrox', 2, {}, known.state, 0, []]]);
  clerks[0]!.answer({ move: 'B3' });
  await soon();
  expect([hinting.phase, hinting.found?.move, clerks[0]!.ended]).toEqual(['shown', 'B3', false]);
  hinting.stop();
  expect([hinting.phase, hinting.found]).toEqual(['none', null]);
});

test('a refusal is told, and a thought that is stopped ends and shows nothing', async () => {
  const hinting = new Hinting();
  await hinting.ask(
    () => Promise.reject(new Error('no-hints')),
    () => Promise.resolve(known),
  );
  expect([hinting.phase, clerks.length]).toEqual(['lost', 0]);
  void hinting.ask(
    () => Promise.resolve(),
    () => Promise.resolve(known),
  );
  await soon();
  hinting.stop();
  expect([hinting.phase, clerks[0]!.ended]).toEqual(['none', true]);
  clerks[0]!.answer({ move: 'B3' });
  await soon();
  expect(hinting.found).toBeNull();
});
