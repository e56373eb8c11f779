import { beforeAll, expect, test } from 'vitest';
import { summary, teller } from '@/boards/metrox';
import type { MetroxScene } from '@/boards/metrox/geometry';
import type { MetroxNote, MetroxView } from '@/lib/types';
import { prefs } from '@/lib/prefs.svelte';
import { tell } from '@/lib/tell';
import { need } from '@/lib/words.svelte';
import { party } from '../../party';

beforeAll(async () => {
  prefs.language = 'en';
  await need('metrox', 'web-metrox');
});

const scene = { map: { stations: [{ id: 'dam', name: 'Dam' }] } } as unknown as MetroxScene;
const told = (ride: object) => {
  const whole = { move: 'A', line: 'A', transfer: null, completes: [], values: [], repeats: 0, points: 0, gain: {}, ...ride };
  return summary({ moves: [whole] } as unknown as MetroxView, 'A', [], scene);
};

test('the log calls cards and stations by name, and says what a ride brought', () => {
  const say = (line: MetroxNote) => tell(line, party('Ana', 'Bo'), scene as unknown as Record<string, unknown>, teller);
  const params = { seat: 1, card: '+', lines: ['A'], stations: ['dam'] };
  expect(say({ key: 'metrox.card', params: { card: '+', turn: 3 } })).toBe('Round 3: a transfer');
  expect(say({ key: 'metrox.rode', params: { ...params, gain: { transfers: 0, empty: 0 } } })).toBe('Bo rides line A: Dam');
  expect(say({ key: 'metrox.rode.transfer', params: { ...params, transfers: [2], gain: { transfers: 4, empty: 0 } } })).toMatch(
    /^Bo makes a transfer on line A: Dam, lines that meet there: 2 \(.*4.*\)$/,
  );
});

test('a ride that marks nothing says so, and no points about it', () => {
  expect(told({ does: 'nothing', marks: [] })).toBe('Line A: one window filled, nothing marked.');
  expect(told({ does: 'ride', marks: ['dam'] })).toBe('Line A: 1 station, Dam. 0\u00a0pts');
});
