import { beforeAll, describe, expect, test } from 'vitest';
import {
  at,
  boundsOf,
  cellName,
  edgeMarks,
  kindOf,
  known,
  outcome,
  PLATE,
  plateAt,
  ranked,
  strokes,
  tilt,
  type Placement,
} from '@/boards/correspondances/tiles';
import { prefs } from '@/lib/prefs.svelte';
import { need } from '@/lib/words.svelte';

beforeAll(async () => {
  prefs.language = 'en';
  await need('correspondances', 'web-correspondances');
});

const placement = (given: Partial<Placement>): Placement => ({
  move: '0,1:1212',
  x: 0,
  y: 1,
  ports: '1212',
  completes: [],
  finishes: false,
  points: null,
  missing: 2,
  changes: 1,
  worth: null,
  stretch: 3,
  ...given,
});

describe('the lines on a tile', () => {
  test('a cross goes straight over', () => {
    expect(strokes('1212', 'cross')).toEqual([
      { line: '1', d: 'M50 0L50 100', under: false },
      { line: '2', d: 'M100 50L0 50', under: false },
    ]);
  });

  test('a bend joins neighbours by a curve', () => {
    expect(strokes('3344', 'bend').map((stroke) => stroke.d)).toEqual(['M50 0Q50 50 100 50', 'M50 100Q50 50 0 50']);
  });

  test('on a bridge the line from side to side passes below', () => {
    const [first, second] = strokes('1212', 'bridge');
    expect([first!.line, first!.under]).toEqual(['2', true]);
    expect([second!.line, second!.under]).toEqual(['1', false]);
  });

  test('a junction is one line to all four sides', () => {
    expect(strokes('4444', 'junction')).toEqual([{ line: '4', d: 'M50 0V100M0 50H100' }]);
  });

  test('at an end lines stop inside', () => {
    expect(strokes('2-3M', 'end').map((stroke) => [stroke.line, stroke.d])).toEqual([
      ['2', 'M50 0L50 26'],
      ['3', 'M50 100L50 74'],
      ['M', 'M0 50L26 50'],
    ]);
  });
});

test('a point inside a side', () => {
  expect([0, 1, 2, 3].map((side) => at(side, 10))).toEqual([
    [50, 10],
    [90, 50],
    [50, 90],
    [10, 50],
  ]);
});

test('a station lies along its bends, and level on a cross', () => {
  expect([tilt('1212'), tilt('3344'), tilt('3443')]).toEqual([null, -45, 45]);
});

test('what was drawn, by its sign', () => {
  expect(['12+', '34)', '12x', '4*'].map(kindOf)).toEqual(['cross', 'bend', 'bridge', 'junction']);
});

test('cells are named from the row both ends lie in, counted as people count', () => {
  expect(cellName(0, 1)).toBe('column 1, 1 above the row');
  expect(cellName(5, -2)).toBe('column 6, 2 below the row');
  expect(cellName(-1, 0)).toBe('1 to the left of the left end, in the row');
  expect(cellName(7, 2)).toBe('2 to the right of the right end, 2 above the row');
});

test('the most useful placement comes first', () => {
  const ends = placement({ move: 'ends', finishes: true, missing: 0 });
  const near = placement({ move: 'near', missing: 1 });
  const direct = placement({ move: 'direct', missing: 2, changes: 0 });
  const far = placement({ move: 'far', missing: 2, changes: 1 });
  const cut = placement({ move: 'cut', missing: null, changes: null });
  expect(ranked([cut, far, ends, direct, near]).map((one) => one.move)).toEqual(['ends', 'near', 'direct', 'far', 'cut']);
});

describe('what a placement does', () => {
  const said = (given: Partial<Placement>) => outcome(placement(given), 5);
  test('depends on what it is', () => {
    const all = [
      said({ x: null, y: null }),
      said({ finishes: true, changes: 1, points: 4 }),
      said({ completes: [2] }),
      said({ missing: null }),
      said({}),
    ];
    expect(new Set(all).size).toBe(all.length);
    expect(all.some((one) => one.includes('{') || one.startsWith('web-'))).toBe(false);
  });
  test('a trip with many changes scores the least there is, and says so', () => {
    expect(said({ finishes: true, changes: 1, points: 4 })).toContain('4');
    expect(said({ finishes: true, changes: 7, points: 1 })).not.toContain('5 − 7');
  });
});

test('what is shown of the table is its frame with some air', () => {
  expect(boundsOf([0, -1, 5, 1])).toEqual({ x: -12, y: -112, w: 624, h: 324 });
});

test('the name of an end lies on its own tile, on none of its points', () => {
  for (const [column, ports] of [
    [0, '2-3M'],
    [5, '1M4-'],
  ] as const) {
    const { x, y } = plateAt(column);
    const [left, right] = [x - PLATE.high / 2 - column * 100, x + PLATE.high / 2 - column * 100];
    expect([left >= 0, right <= 100, y - PLATE.long / 2 >= 0, y + PLATE.long / 2 <= 100]).toEqual([true, true, true, true]);
    [...ports].forEach((port, side) => {
      const [centre] = at(side, 17);
      if (port !== '-') expect(centre + 13 < left || centre - 13 > right).toBe(true);
    });
  }
});

test('a replay with open cards knows of every trip, a seat of its own', () => {
  const trip = { line: 2, missing: 3, changes: 1, worth: 4, stretch: 0, way: [] };
  const all = known({ trips: [trip, { ...trip, line: 4 }] } as never);
  expect(all.map((one) => [one.seat, one.line])).toEqual([
    [0, 2],
    [1, 4],
  ]);
  expect(known({ trips: [null, trip] } as never).map((one) => one.seat)).toEqual([1]);
});

test('columns and rows are numbered at the edge as sentences count them', () => {
  const frame = [-1, -1, 6, 2] as const;
  const marks = edgeMarks(frame);
  const columns = marks.filter((one) => one.column !== null);
  expect(columns.map((one) => one.text)).toEqual(['←1', '1', '2', '3', '4', '5', '6', '→1']);
  expect(marks.filter((one) => one.row !== null).map((one) => one.text)).toEqual(['↑2', '↑1', '0', '↓1']);
  expect(cellName(6, 2)).toBe('1 to the right of the right end, 2 above the row');
  const { x, y, w, h } = boundsOf(frame);
  for (const one of marks) expect(one.x > x && one.x < x + w && one.y > y && one.y < y + h).toBe(true);
});
