import { beforeEach, expect, test } from 'vitest';
import { optionName, optionValue, paceName } from '@/lib/options';
import { prefs } from '@/lib/prefs.svelte';

beforeEach(() => {
  prefs.language = 'en';
});

test('an option without words is called what it is', () => {
  expect(optionName('metrox', 'gravity')).toBe('gravity');
  expect(optionName('metrox', 'map')).not.toBe('map');
});

test('values: flags are yes and no, a map of one’s own has its name in it', () => {
  expect([optionValue('special', true), optionValue('special', false)]).toEqual(['Yes', 'No']);
  expect(optionValue('map', { name: 'Atlantis' })).toBe('Atlantis');
  expect(optionValue('map', {})).not.toContain('object');
  expect([optionValue('map', 'atlantis'), optionValue('map', 'new-york')]).toEqual(['Atlantis', 'New York']);
});

test('a pace in words', () => {
  const said = paceName({ kind: 'minutes', minutes: 15, increment: 10 });
  expect(said).toContain('15');
  expect(said).toContain('10');
  expect(paceName({ kind: 'days', days: 2 })).toContain('2');
  expect(paceName({ kind: 'none' })).not.toMatch(/\d/);
});
