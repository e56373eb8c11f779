import { beforeAll, expect, test } from 'vitest';
import { prompt, summary } from '@/boards/odyssee';
import type { Move } from '@/boards/odyssee/lattice';
import { prefs } from '@/lib/prefs.svelte';
import { need } from '@/lib/words.svelte';
import { quarter, seen } from './quarter';

beforeAll(async () => {
  prefs.language = 'en';
  await need('odyssee', 'web-odyssee');
});

const asked = (...kinds: string[]) => prompt({ ...seen, left: 2, moves: kinds.map((kind) => ({ move: kind, kind }) as Move) }, [], quarter);

test('a station is offered only while one may be built', () => {
  expect(asked('tunnel', 'station')).toBe('Tap a direction to dig, or a corner to build a station.');
  expect(asked('tunnel')).toBe('Tap a direction to dig; 2 tunnels left.');
  expect(asked('station')).toBe('Nothing left to dig: tap a corner to build a station.');
});

test('on foot nobody scores for the ride, presents count all the same', () => {
  const walk = { move: 'H2:-', kind: 'tour', house: 2, minutes: null, sections: [0, 0], presents: [2, 0] } as unknown as Move;
  const players = [{ name: 'Ana' }, { name: 'Bo' }] as Parameters<typeof summary>[2];
  expect(summary({ ...seen, moves: [walk] }, 'H2:-', players, quarter)).toBe(
    'To house 2 on foot: the ride scores nothing · Ana +2 for presents',
  );
});
