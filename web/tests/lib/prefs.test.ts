// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';

const KEY = 'strapontin.preferences';

/** Preferences as a page finds them that has just been opened. */
async function opened(kept: unknown, languages = ['en-GB']) {
  vi.resetModules();
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  if (kept !== undefined) localStorage.setItem(KEY, typeof kept === 'string' ? kept : JSON.stringify(kept));
  const { flushSync } = await import('svelte');
  const { prefs, remember } = await import('@/lib/prefs.svelte');
  flushSync(remember);
  return { prefs, flushSync };
}

beforeEach(() => {
  localStorage.clear();
  document.documentElement.className = '';
});

test.each([
  [['fr-CH', 'en'], 'fr'],
  [['vo', 'fr'], 'fr'],
  [['vo', 'en', 'fr'], 'en'],
  [['vo'], 'en'],
])('who speaks %s reads %s', async (languages, language) => {
  expect((await opened(undefined, languages)).prefs.language).toBe(language);
  expect(document.documentElement.lang).toBe(language);
});

test('what was chosen is remembered', async () => {
  const { prefs } = await opened({ language: 'fr', theme: 'dark', name: 'Ana', oneTap: true, quick: { metrox: { level: 'expert' } } });
  expect([prefs.language, prefs.theme, prefs.name, prefs.oneTap]).toEqual(['fr', 'dark', 'Ana', true]);
  expect(prefs.quick['metrox']).toEqual({ level: 'expert' });
  expect(document.documentElement.dataset['theme']).toBe('dark');
});

test('what changes is kept', async () => {
  const { prefs, flushSync } = await opened(undefined);
  prefs.patterns = true;
  prefs.theme = 'light';
  flushSync();
  expect(document.documentElement.classList.contains('patterns')).toBe(true);
  expect(JSON.parse(localStorage.getItem(KEY)!)).toMatchObject({ patterns: true, theme: 'light' });
  prefs.theme = 'auto';
  flushSync();
  expect(document.documentElement.dataset['theme']).toBeUndefined();
});

test.each([
  ['nonsense', '{'],
  ['other types', { language: 'tlh', theme: 7, name: 5, oneTap: 'yes', quick: null }],
])('%s in the store is passed over', async (_, kept) => {
  const { prefs } = await opened(kept);
  expect([prefs.language, prefs.theme, prefs.name, prefs.oneTap, prefs.quick]).toEqual(['en', 'auto', '', false, {}]);
});

test('a name is cut to what a seat takes', async () => {
  expect((await opened({ name: 'x'.repeat(60) })).prefs.name).toHaveLength(24);
});

test('a browser that keeps nothing still plays', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('denied');
    },
    setItem: () => {
      throw new Error('denied');
    },
  });
  const { prefs, flushSync } = await opened(undefined);
  prefs.sound = true;
  flushSync();
  expect(prefs.sound).toBe(true);
});
