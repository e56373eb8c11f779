import { describe, expect, test } from 'vitest';
import { fan, gutter } from '@/lib/interchange';

const numbers = (way: string) => [...way.matchAll(/-?\d+(?:\.\d+)?/g)].map(Number);
const points = (way: string) => {
  const all = numbers(way);
  return all.flatMap((x, i) => (i % 2 ? [] : [[x, all[i + 1]!] as const]));
};

describe.each([1, 2, 4, 5, 7, 12])('%i lines', (lines) => {
  const { box, hub, ways } = fan(lines);

  test('come from the interchange and end in the middle of their rows', () => {
    expect(box).toBe(`0 0 640 ${lines * 152}`);
    ways.forEach((way, i) => {
      const [, from] = points(way)[0]!;
      expect(from).toBeGreaterThan(hub.y);
      expect(from).toBeLessThan(hub.y + hub.h);
      expect(points(way).at(-1)![1]).toBe(76 + i * 152);
    });
  });

  test('bend between the interchange and the rows, and never back', () => {
    for (const way of ways) {
      const xs = points(way).map(([x]) => x);
      expect(xs).toEqual([...xs].sort((a, b) => a - b));
      expect(Math.min(...xs.slice(1, -1))).toBeGreaterThan(hub.x + hub.w - 5);
      expect(Math.max(...xs.slice(1, -1))).toBeLessThan(640);
    }
  });

  test('run down beside one another where it is narrow, without touching', () => {
    const { at, stroke, width, bends } = gutter(lines);
    expect(bends).toHaveLength(lines);
    for (let i = 1; i < lines; i++) expect(at[i - 1]! - at[i]!).toBeGreaterThan(stroke);
    expect(width).toBeLessThanOrEqual(90);
  });
});

test('four lines do not cross', () => {
  const upper = (way: string) =>
    Math.max(
      ...points(way)
        .slice(1, 3)
        .map(([x]) => x),
    );
  const [first, second] = fan(4).ways;
  expect(upper(first!)).toBeLessThan(upper(second!));
});
