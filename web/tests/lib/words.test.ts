import { beforeEach, expect, test } from 'vitest';
import { prefs } from '@/lib/prefs.svelte';
import { gain, has, need, say, speak, t } from '@/lib/words.svelte';
import { serve } from '../server';

beforeEach(() => {
  prefs.language = 'en';
});

test('the words of the first page are there at once, in both languages', () => {
  expect(t('yes')).toBe('Yes');
  prefs.language = 'fr';
  expect(t('yes')).toBe('Oui');
});

test('those of a game come when they are needed, in the language in use', async () => {
  expect(has('metrox.card.free')).toBe(false);
  await need('metrox');
  expect(has('metrox.card.free')).toBe(true);
  prefs.language = 'fr';
  expect(has('metrox.card.free')).toBe(false);
  prefs.language = 'en';
  await speak('fr');
  expect(prefs.language).toBe('fr');
  expect(has('metrox.card.free')).toBe(true);
});

test('what no catalogue has is said as its key', () => {
  expect(say('nowhere.to.be.found', { n: 1 })).toBe('nowhere.to.be.found');
});

test('those of a game this page was not built with come from the server', async () => {
  const asked = serve({ '/words/en?subject=quais': { 'quais.move': '{points} {points|point|points}' }, '/words/fr?subject=quais': {} });
  await need('quais');
  expect(say('quais.move', { points: 3 })).toBe('3 points');
  await speak('fr');
  expect(has('quais.move')).toBe(false);
  expect(asked).toHaveLength(2);
});

test('a form is used where there is one', async () => {
  await need('metrox');
  const params = { player: 'Ana', line: 'A', stations: ['X'], card: '3' };
  expect(say('metrox.rode', params)).toContain('Ana');
  expect(say('metrox.rode', params, 'you')).not.toContain('Ana');
  expect(say('metrox.rode', params, 'victim')).toBe(say('metrox.rode', params));
});

test('a gain has its sign', () => {
  expect([3, 0, -2].map(gain)).toEqual(['+3', '0', '−2']);
});
