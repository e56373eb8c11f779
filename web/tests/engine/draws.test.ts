import { expect, test } from 'vitest';
import { commitment, hex, pick, seedOf } from '@/engine/draws';

const outcomes = (weights: Record<string, number>) => new Map(Object.entries(weights).map(([text, weight]) => [text, { weight }]));

test('a seed stands for the bytes Python makes of it', () => {
  expect(hex(seedOf(7)).slice(0, 16)).toBe('7902699be42c8a8e');
  expect(hex(seedOf('00ff'.repeat(16)))).toBe('00ff'.repeat(16));
  expect(commitment(seedOf(7))).toHaveLength(64);
});

test('a draw falls where it falls in Python, in whatever order its outcomes come', () => {
  expect(pick(seedOf(7), 0, outcomes({ '3': 2, '4': 3, '+': 2 }))).toBe('+');
  expect(pick(seedOf(7), 0, outcomes({ '+': 2, '4': 3, '3': 2 }))).toBe('+');
});
