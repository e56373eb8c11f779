import { describe, expect, test } from 'vitest';
import { around, cardPlace, endsOf, fullest, inkOn, isDeep, rowsOf, type MetroxScene, type Ride } from '@/boards/metrox/geometry';

const ride = (move: string, ...marks: string[]) => ({ move, marks }) as Ride;

const train: MetroxScene['drawing']['trains'][string] = {
  line: 'A',
  body: [480, 230, 520, 270],
  letter: [0, 0],
  windows: [],
  first: [500, 250],
  later: [500, 250],
  coupling: [
    [0, 0],
    [0, 0],
  ],
};

/** A city of one line, whose stations lie where one likes. */
function city(stations: Record<string, { x: number; y: number }>, box = { x: 0, y: 0, w: 1000, h: 500 }): MetroxScene {
  return {
    map: {
      id: 'm',
      name: 'M',
      deck: [],
      stations: Object.keys(stations).map((id) => ({ id, name: id, x: 0, y: 0, special: false })),
      lines: [
        { id: 'A', stations: Object.keys(stations), windows: 3, first: 5, later: 3, loop: false, colour: '#0b63b8', pattern: 'solid' },
      ],
    },
    drawing: {
      box,
      stroke: 10,
      plate: [0, 0, 0, 0],
      water: [],
      lines: { A: { ways: [], colour: '#0b63b8', light: true, badge: null, arrows: {} } },
      stations: Object.fromEntries(Object.entries(stations).map(([id, at]) => [id, { ...at, r: 10 }])),
      labels: {},
      trains: { A: train },
    },
    special: false,
  };
}

describe('the ride a line shows first', () => {
  test('is the one that marks most; of equals the first', () => {
    expect(fullest([ride('A1', 'x'), ride('A3', 'x', 'y', 'z'), ride('A>3', 'x', 'y', 'w')])?.move).toBe('A3');
  });
  test('is none where there is none', () => expect(fullest([])).toBeUndefined());
});

test('a whole line is shown with its train and some air', () => {
  expect(around(city({ x: { x: 100, y: 300 }, y: { x: 700, y: 100 } }), 'A')).toEqual({ x: 40, y: 40, w: 720, h: 320 });
});

describe('the current card', () => {
  test('lies in the first corner in which the city is empty', () => {
    expect(cardPlace(city({ x: { x: 900, y: 250 } }), 1000, 500)).toMatchObject({ side: 'left', end: 'top' });
    expect(cardPlace(city({ x: { x: 20, y: 20 } }), 1000, 500)).toMatchObject({ side: 'left', end: 'bottom' });
    expect(cardPlace(city({ x: { x: 20, y: 20 }, y: { x: 20, y: 480 } }), 1000, 500)).toMatchObject({ side: 'right', end: 'top' });
  });

  test('makes room for itself in a city that fills them all', () => {
    const full = city({ a: { x: 20, y: 20 }, b: { x: 20, y: 480 }, c: { x: 980, y: 20 } });
    const { side, end, bounds } = cardPlace(full, 1000, 500);
    expect([side, end]).toEqual(['left', 'top']);
    expect(bounds.x).toBeLessThan(0);
    expect(bounds.x + bounds.w).toBeCloseTo(1000);
    const scale = Math.min(1000 / bounds.w, 500 / bounds.h);
    expect((0 - bounds.x) * scale).toBeGreaterThan(100);
  });

  test('has the air beside a city that is not as wide as the screen', () => {
    const full = city({ a: { x: 20, y: 20 }, b: { x: 20, y: 480 }, c: { x: 980, y: 20 } });
    expect(cardPlace(full, 2000, 500)).toMatchObject({ side: 'left', end: 'top', bounds: full.drawing.box });
  });

  test('a screen without size is no division by zero', () => {
    const { bounds } = cardPlace(city({ x: { x: 20, y: 20 } }), 0, 0);
    expect(Object.values(bounds).every(Number.isFinite)).toBe(true);
  });
});

test('what is written on a line can be read', () => {
  const scene = city({ x: { x: 0, y: 0 } });
  expect(inkOn(scene, 'A')).toBe('#14203a');
  expect(inkOn(scene, 'Z')).toBe('#ffffff');
});

test.each([
  ['#000000', true],
  ['#1a2a6c', true],
  ['#ffcd00', false],
  ['#0b8f3a', false],
])('at night %s needs an edge: %s', (colour, deep) => expect(isDeep(colour)).toBe(deep));

test('the rows of a label stand one below the other, where its anchor says', () => {
  const label = { rows: ['Gare', 'du Nord'], size: 10, pivot: [0, 0], angle: 0, box: [10, 100, 50, 140] } as const;
  const drawn = (anchor: 'start' | 'middle' | 'end') => rowsOf({ ...label, anchor } as never);
  expect(drawn('start').map((row) => row.x)).toEqual([10, 10]);
  expect(drawn('end').map((row) => row.x)).toEqual([50, 50]);
  expect(drawn('middle').map((row) => row.x)).toEqual([30, 30]);
  const [first, second] = drawn('start');
  expect(first!.text).toBe('Gare');
  expect(second!.y - first!.y).toBe(20);
});

describe('the names of where a ride begins and ends', () => {
  const climbing = city({ low: { x: 100, y: 320 }, high: { x: 200, y: 300 } });
  const height = (of: MetroxScene, one: Ride) => Object.fromEntries(endsOf(of, one, 1).map(({ id, y }) => [id, y]));
  test('stand over the upper and under the lower station, whichever comes first', () => {
    for (const one of [ride('A2', 'low', 'high'), ride('A2', 'high', 'low')]) {
      expect(height(climbing, one)['high']).toBeLessThan(300);
      expect(height(climbing, one)['low']).toBeGreaterThan(320);
    }
  });
  test('stand beside the stations of a ride that goes up or down', () => {
    const { a, b } = height(city({ a: { x: 100, y: 100 }, b: { x: 120, y: 400 } }), ride('A2', 'a', 'b'));
    expect([a, b]).toEqual([104, 404]);
  });
  test('are one over a single station, and none where nothing is marked', () => {
    expect(height(climbing, ride('A1', 'low'))['low']).toBeLessThan(320);
    expect(endsOf(climbing, ride('A0'), 1)).toEqual([]);
    expect(endsOf(climbing, null, 1)).toEqual([]);
  });
});
