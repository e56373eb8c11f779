import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prefs } from '@/lib/prefs.svelte';
import { gameInfo } from '../games';
import { serve } from '../server';

const fresh = () => import('@/lib/collection.svelte');

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test('every game is a line, in the order the server tells', async () => {
  serve({ '/games': { games: [gameInfo(), gameInfo({ id: 'quais', name: 'Quais' })] } });
  const { collection } = await fresh();
  expect(collection.phase).toBe('waiting');
  await collection.load();
  expect(collection.phase).toBe('here');
  expect(collection.find('quais')).toMatchObject({ number: 2, colour: 'var(--line-2)', pattern: 'dashed', name: 'Quais' });
  expect(collection.find('nowhere')).toBeNull();
});

test('lines of one colour have different strokes', async () => {
  const { lineOf } = await fresh();
  const looks = Array.from({ length: 32 }, (_, i) => lineOf(gameInfo(), i)).map((one) => `${one.colour} ${one.pattern}`);
  expect(new Set(looks).size).toBe(32);
});

test('where no server answers there is what the page carries, and the server is asked again', async () => {
  serve({});
  const { collection } = await fresh();
  await collection.load();
  expect(collection.phase).toBe('here');
  expect(collection.games.length).toBeGreaterThan(3);
  await collection.load();
  expect(collection.games.length).toBeGreaterThan(3);
  const asked = serve({ '/games': { games: [gameInfo()] } });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(collection.games).toHaveLength(1);
  await collection.load();
  expect(asked).toHaveLength(1);
});

test('how long a game takes is a number of minutes, or the least and the most', async () => {
  const { lasting } = await fresh();
  prefs.language = 'en';
  expect(lasting(gameInfo({ minutes: 20, longest: null }))).toBe('20 min');
  expect(lasting(gameInfo({ minutes: 15, longest: 30 }))).toBe('15 to 30 min');
});

test('what a game is about is a sentence, in the language in use', async () => {
  const { about } = await fresh();
  prefs.language = 'en';
  expect(about(gameInfo())).toBe('Mark your stations.');
  expect(about(gameInfo({ about: { en: 'who dares?' } }))).toBe('Who dares?');
  expect(about(gameInfo({ about: {} }))).toBe('');
});
