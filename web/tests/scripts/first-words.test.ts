import { expect, test } from 'vitest';
import { named } from '../../scripts/first-words';

const KEYS = ['close', 'home.play', 'home.lost', 'level.novice', 'level.expert', 'option.map', 'table.leave'];

test('a page says the sentences its script names, whatever the quotes', () => {
  expect(named(KEYS, 't("close"),t(`home.play`);x==="closed"')).toEqual(['close', 'home.play']);
});

test('of a key that is put together it may say all that begin so', () => {
  expect(named(KEYS, 't(`level.${one}`)+has(`web.option.${name}`)')).toEqual(['level.novice', 'level.expert', 'option.map']);
});

test('a key within a longer text is no key', () => {
  expect(named(KEYS, '"please home.play now","table.leave.of"')).toEqual([]);
});
