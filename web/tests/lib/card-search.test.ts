import { expect, test } from 'vitest';
import { matching } from '@/lib/card-search';

const names = new Map([
  ['draw V3', 'Famille à bord !'],
  ['draw SP', 'Célébrité à bord'],
  ['draw 12+', 'Croisement : rouge et bleu'],
]);
const draws = [...names.keys()];

test('what was drawn is found by any part of its name, without accents and capitals', () => {
  expect(matching(draws, names, 'celebr')).toEqual(['draw SP']);
  expect(matching(draws, names, 'BORD fam')).toEqual(['draw V3']);
});

test('it is found by its notation, too; nothing that is looked for leaves all, what nobody has leaves none', () => {
  expect(matching(draws, names, '12+')).toEqual(['draw 12+']);
  expect(matching(draws, names, '  ')).toEqual(draws);
  expect(matching(draws, names, 'tram')).toEqual([]);
});
