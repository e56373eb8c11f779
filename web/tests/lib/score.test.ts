import { beforeEach, describe, expect, test } from 'vitest';
import { prefs } from '@/lib/prefs.svelte';
import { split, sum } from '@/lib/score';

beforeEach(() => {
  prefs.language = 'en';
});

describe('a gain and what it is for', () => {
  test('nothing to tell: the total alone', () => expect(split(0, [['lines', 0]])).toBe('0'));
  test('one part names it', () =>
    expect(
      split(3, [
        ['stations', 3],
        ['lines', 0],
      ]),
    ).toBe('+3 for stations'));
  test('several add up', () =>
    expect(
      split(3, [
        ['the transfer', 2],
        ['stations', 1],
      ]),
    ).toBe('+3 = 2 for the transfer + 1 for stations'));
  test('what is lost is taken away', () =>
    expect(
      split(1, [
        ['lines', 3],
        ['stations', -2],
      ]),
    ).toBe('+1 = 3 for lines − 2 for stations'));
});

describe('the parts of a score', () => {
  test('stand in a row', () =>
    expect(
      sum([
        ['Lines', 8],
        ['Transfers', 6],
        ['Empty', -4],
      ]),
    ).toBe('8\u00a0(lines) + 6\u00a0(transfers) − 4\u00a0(empty)'));
  test('may begin with a loss', () =>
    expect(
      sum([
        ['Empty', -4],
        ['Lines', 8],
      ]),
    ).toBe('−4\u00a0(empty) + 8\u00a0(lines)'));
});
