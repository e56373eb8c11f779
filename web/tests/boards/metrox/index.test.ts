import { beforeAll, expect, test } from 'vitest';
import { summary } from '@/boards/metrox';
import type { MetroxScene } from '@/boards/metrox/geometry';
import type { MetroxView } from '@/lib/types';
import { prefs } from '@/lib/prefs.svelte';
import { need } from '@/lib/words.svelte';

beforeAll(async () => {
  prefs.language = 'en';
  await need('metrox', 'web-metrox');
});

const scene = { map: { stations: [{ id: 'dam', name: 'Dam' }] } } as unknown as MetroxScene;
const told = (ride: object) => {
  const whole = { move: 'A', line: 'A', transfer: null, completes: [], values: [], repeats: 0, points: 0, gain: {}, ...ride };
  return summary({ moves: [whole] } as unknown as MetroxView, 'A', [], scene);
};

test('a ride that marks nothing says so, and no points about it', () => {
  expect(told({ marks: [] })).toBe('Line A: one window filled, nothing marked.');
  expect(told({ marks: ['dam'] })).toBe('Line A: 1 station, Dam. 0\u00a0pts');
});
