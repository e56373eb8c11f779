import { expect, test } from 'vitest';
import { turning } from '@/lib/turning-points';

test('a change of the lead and a large jump are turning points, small steps are none', () => {
  expect(turning([])).toEqual([]);
  expect(
    turning([
      [0, 0],
      [1, 0],
      [2, 0],
      [2, 1],
    ]),
  ).toEqual([]);
  expect(
    turning([
      [0, 0],
      [1, 0],
      [1, 0],
      [1, 5],
      [1, 5],
    ]),
  ).toEqual([3]);
});

test('there are five at most, apart from each other, in the order of the game', () => {
  const jumps = Array.from({ length: 120 }, (_, ply) => [ply * 3, 0]);
  const found = turning(jumps);
  expect(found.length).toBe(5);
  expect(found).toEqual([...found].sort((a, b) => a - b));
  for (const [i, one] of found.entries()) if (i) expect(one - found[i - 1]!).toBeGreaterThan(10);
});
