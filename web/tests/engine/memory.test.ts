import { describe, expect, it } from 'vitest';
import { Numbers, recordAt, Records } from '@/engine/memory';

const STOP = {
  size: 16,
  fields: { number: { offset: 0, type: 'int16', shape: [] }, worth: { offset: 8, type: 'float64', shape: [] } },
} as const;
const JOURNEY = {
  size: 88,
  fields: {
    at: { offset: 0, type: 'int64', shape: [] },
    stops: { offset: 8, type: STOP, shape: [3] },
    seen: { offset: 56, type: 'uint8', shape: [2, 4] },
    last: { offset: 64, type: STOP, shape: [] },
    ways: { offset: 80, type: 'int32', shape: [] },
  },
} as const;

function journey(address = 16) {
  return recordAt(new DataView(new ArrayBuffer(256)), address, JOURNEY);
}

describe('a record in memory', () => {
  it('has its fields as properties, where the layout says', () => {
    const one = journey();
    one.at = -7;
    one.stops.at(1).worth = 0.5;
    one.seen.put(200, 1, 2);
    one.last.number = -3;
    one.ways = -(2 ** 30);
    const view = one.$view;
    expect(view.getBigInt64(16, true)).toBe(-7n);
    expect(view.getFloat64(16 + 8 + 16 + 8, true)).toBe(0.5);
    expect(view.getUint8(16 + 56 + 6)).toBe(200);
    expect(view.getInt16(16 + 64, true)).toBe(-3);
    expect(view.getInt32(16 + 80, true)).toBe(one.ways);
    expect([one.at, one.stops.at(1).worth, one.seen.at(1, 2), one.last.number]).toEqual([-7, 0.5, 200, -3]);
  });

  it('lists rows, and grids row by row', () => {
    const one = journey();
    one.seen.fill([1, 2, 3, 4, 5]);
    expect(one.seen.list()).toEqual([1, 2, 3, 4, 5, 0, 0, 0]);
    expect(one.seen.at(1, 0)).toBe(5);
    expect([...one.stops].map((stop) => stop.number)).toEqual([0, 0, 0]);
  });

  it('refuses what is not there', () => {
    expect(() => journey().seen.at(2, 0)).toThrow(RangeError);
    expect(() => journey().seen.at(1)).toThrow(RangeError);
    expect(() => journey().stops.at(3)).toThrow(RangeError);
  });
});

describe('whole numbers of 64 bits', () => {
  const view = new DataView(new ArrayBuffer(64));
  const numbers = new Numbers(view, 0, 'int64', [4]);

  it('are read as numbers as long as those are exact', () => {
    numbers.fill([-1, 2 ** 40 + 1, -(2 ** 53) + 1, 2 ** 32]);
    expect(numbers.list()).toEqual([-1, 2 ** 40 + 1, -(2 ** 53) + 1, 2 ** 32]);
  });

  it('are refused beyond, unless asked for exactly', () => {
    view.setBigInt64(8, (1n << 62n) | 1n, true);
    expect(() => numbers.at(1)).toThrow(RangeError);
    expect(numbers.exact(1)).toBe((1n << 62n) | 1n);
  });
});

it('hands rows over with their length, the size of an item, and where they lie', () => {
  const row = new Records(new DataView(new ArrayBuffer(64)), 16, STOP, 2);
  expect(row.words).toEqual([0, 0, 2n, 16n, 16, 2n, 16n]);
  expect(row.bytes.length).toBe(32);
});
