import { describe, expect, test } from 'vitest';
import { figure, fill } from '@/lib/sentence';

test('numbers have a minus, not a hyphen', () => {
  expect(figure(-4)).toBe('−4');
  expect(figure(undefined)).toBe('0');
  expect(fill('en', '{n} points', { n: -4 })).toBe('−4 points');
});

describe('counts', () => {
  const stations = { one: '{n} station', other: '{n} stations' };
  test.each([
    ['en', 0, '0 stations'],
    ['en', 1, '1 station'],
    ['en', 2, '2 stations'],
    ['fr', 0, '0 station'],
    ['fr', 1, '1 station'],
    ['fr', 2, '2 stations'],
  ] as const)('in %s, %i', (language, n, said) => expect(fill(language, stations, { n })).toBe(said));

  test('a word goes with any parameter, and with a list by its length', () => {
    expect(fill('en', '{lines|line|lines} {lines}', { lines: ['A'] })).toBe('line A');
    expect(fill('en', '{lines|line|lines} {lines}', { lines: ['A', 'B', 'C'] })).toBe('lines A, B and C');
    expect(fill('fr', '{lines|ligne|lignes} {lines}', { lines: ['A', 'B'] })).toBe('lignes A et B');
  });

  test('a number may come as it is written', () => {
    expect(['1', '−1', '−5'].map((n) => fill('en', '{n|point|points}', { n }))).toEqual(['point', 'point', 'points']);
  });
});

describe('French elides de', () => {
  test.each([
    ['Anne', 'le tour d’Anne'],
    ['Éric', 'le tour d’Éric'],
    ['Hugo', 'le tour d’Hugo'],
    ['Bo', 'le tour de Bo'],
    ['Yves', 'le tour d’Yves'],
    ['Yann', 'le tour de Yann'],
  ])('before %s', (who, said) => expect(fill('fr', 'le tour de {who}', { who })).toBe(said));

  test('English does not', () => expect(fill('en', 'the tour de {who}', { who: 'Anne' })).toBe('the tour de Anne'));
});

test('what is not given stays as it is written', () => {
  expect(fill('en', '{who} rides {line}', { who: 'Ana' })).toBe('Ana rides {line}');
});

test('decimals are written as the language has them, and counted by all the same', () => {
  expect(fill('en', '{n} {n|point|points}', { n: -1.5 })).toBe('−1.5 points');
  expect(fill('fr', '{n} {n|point|points}', { n: -1.5 })).toBe('−1,5 point');
  expect(fill('fr', '{n} {n|point|points}', { n: '2,5' })).toBe('2,5 points');
});
