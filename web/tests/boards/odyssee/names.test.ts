import { beforeAll, expect, test } from 'vitest';
import { sheet, type Move } from '@/boards/odyssee/lattice';
import { names } from '@/boards/odyssee/names';
import { prefs } from '@/lib/prefs.svelte';
import { need } from '@/lib/words.svelte';
import { quarter, seen } from './quarter';

beforeAll(async () => {
  prefs.language = 'en';
  await need('odyssee', 'web-odyssee');
});

const named = () => names(quarter, seen, sheet(quarter));

test('a corner is named by what it touches, each thing once', () => {
  expect(named().corner('1,0')).toBe('by house 1 and the Park');
  expect(named().corner('0,0')).toBe('by house 1');
});

test('offices are there only in the short game', () => {
  const little = names(quarter, { ...seen, mode: 'little', city: { ...seen.city, park: [] } }, sheet(quarter));
  expect(little.corner('1,1')).toBe('by office 1');
});

test('a corner that touches nothing is named by where it lies', () => {
  const bare = names(quarter, { ...seen, city: { ...seen.city, houses: [], park: [] } }, sheet(quarter));
  expect(bare.corner('1,1')).toBe('in the lower right part of the city');
});

test('two tunnels along one edge are told apart by their cells', () => {
  const dig = { move: 's1', kind: 'tunnel', line: 's', start: '1,0', end: '0,1' } as Move;
  const along = quarter.cells.filter((one) => ['1,0', '0,1'].every((id) => one.corners.includes(id)));
  const told = along.map((one) => named().precise({ ...dig, cell: one.id }));
  expect(told).toEqual(
    ['upper left', 'lower right'].map((side) => `the tunnel down and to the left, by house 1 and the Park, in its ${side} cell`),
  );
  expect(named().precise({ move: '+0,0', kind: 'station', stations: ['0,0'] } as Move)).toBeUndefined();
});

test('a move says the line, the direction and where it leads', () => {
  const dig = { move: 's1,1', kind: 'tunnel', line: 's', start: '1,0', end: '1,1', points: 2 } as Move;
  expect(named().move(dig)).toMatch(/dig down and to the right, by the Park\. 2 points$/);
  expect(named().target(dig)).toBe('the tunnel down and to the right, by the Park');
  const start = { move: 's@7', kind: 'start', line: 't', start: '@7', end: '0,0' } as Move;
  expect(named().move(start)).toMatch(/start at arrow 3 of the upper right edge/);
  const station = { move: '+0,0', kind: 'station', stations: ['0,0'], points: 1 } as Move;
  expect(named().move(station)).toBe('station by house 1. 1 point');
});
