import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { letters, within } from '../../scripts/letters';

const WORDS = fileURLToPath(new URL('../../../src/strapontin/words', import.meta.url));

test('all our words are written with are there, large and small, and all that is on a keyboard', () => {
  const found = letters(WORDS);
  expect(found).toEqual(expect.arrayContaining([...'aZ09~ éÉèÈœŒçÇ«»’−…→']));
  expect(new Set(found).size).toBe(found.length);
  expect(found.filter((one) => one < ' ')).toEqual([]);
});

test('a range of code points has its ends, and what lies between', () => {
  const held = within('U+0041-0043, U+2212');
  expect([...'@ABCD−'].filter(held)).toEqual(['A', 'B', 'C', '−']);
});
