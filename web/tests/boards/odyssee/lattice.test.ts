import { describe, expect, test } from 'vitest';
import { middle, polygon, sheet } from '@/boards/odyssee/lattice';
import { quarter, UP } from './quarter';

const drawn = sheet(quarter);

test('a hundred to an edge, outer cells too, and some air around', () => {
  expect(drawn.point('1,0')).toEqual({ x: 100, y: 0 });
  expect(drawn.point('@7')).toEqual({ x: 50, y: -UP * 100 });
  expect(drawn.box.x).toBe(-40);
  expect(drawn.box.y).toBeCloseTo(-UP * 100 - 40);
  expect(drawn.box.w).toBeCloseTo(230);
});

test('what the city does not have is drawn nowhere', () => {
  expect(drawn.point('9,9')).toEqual({ x: 0, y: 0 });
  expect(drawn.triangle('z')).toEqual([]);
});

describe('a tunnel', () => {
  test('is moved into its cell, so that two along an edge lie side by side', () => {
    const [inA] = drawn.tunnel('1,0', '0,1', 'a');
    const [inB] = drawn.tunnel('1,0', '0,1', 'b');
    expect(inA.x).toBeLessThan(inB.x);
    expect(Math.hypot(inA.x - inB.x, inA.y - inB.y)).toBeCloseTo(13);
  });

  test('lies there whichever way it was dug', () => {
    const [from, to] = drawn.tunnel('1,0', '0,1', 'a');
    const [back, forth] = drawn.tunnel('0,1', '1,0', 'a');
    expect(back.x).toBeCloseTo(to.x);
    expect(forth.y).toBeCloseTo(from.y);
  });
});

test('a line is one way: it begins once, bends at every corner between, and ends at the last', () => {
  const way = drawn.path(['0,0', '1,0', '1,1'], ['a', 'b']);
  expect(way.match(/M/g)).toHaveLength(1);
  expect(way.match(/Q100\.0 0\.0/g)).toHaveLength(1);
  const [, end] = drawn.tunnel('1,0', '1,1', 'b');
  expect(way.endsWith(`L${end.x.toFixed(1)} ${end.y.toFixed(1)}`)).toBe(true);
  expect(drawn.path(['0,0'], [])).toBe('');
});

test('a triangle as points, and its middle', () => {
  const corners = drawn.triangle('a');
  expect(polygon(corners)).toBe('0.0,0.0 100.0,0.0 50.0,86.6');
  expect(middle(corners).x).toBeCloseTo(50);
  expect(middle([])).toEqual({ x: 0, y: 0 });
});
