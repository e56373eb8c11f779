// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { follow, router } from '@/lib/router.svelte';

beforeEach(() => {
  history.replaceState(null, '', '/');
  router.go('/', true);
  document.body.innerHTML = '';
});

test.each([
  ['/', { page: 'home' }],
  ['/new/metrox', { page: 'new', game: 'metrox' }],
  ['/t/0123456789abcdef', { page: 'table', code: '0123456789abcdef' }],
  ['/replay/0123456789abcdef/', { page: 'replay', code: '0123456789abcdef' }],
  ['/learn/odyssee', { page: 'learn', game: 'odyssee' }],
  ['/rules/le%20jeu', { page: 'rules', game: 'le jeu' }],
  ['/daily/metrox', { page: 'daily', game: 'metrox', day: null }],
  ['/daily/metrox/2026-11-18', { page: 'daily', game: 'metrox', day: '2026-11-18' }],
  ['/daily/metrox/2026-11-18/x', { page: 'missing' }],
  ['/daily', { page: 'missing' }],
  ['/new', { page: 'missing' }],
  ['/learn/metrox/3', { page: 'missing' }],
  ['/nowhere/at-all', { page: 'missing' }],
  ['/%', { page: 'missing' }],
])('%s', (path, route) => {
  router.go('/x/y', true);
  history.replaceState(null, '', path);
  router.back();
  expect(router.route).toEqual(route);
});

test('going somewhere can be gone back from, unless it takes the place of where one was', () => {
  const before = history.length;
  router.go('/new/metrox');
  expect(history.length).toBe(before + 1);
  router.go('/t/0123456789abcdef', true);
  expect(history.length).toBe(before + 1);
});

test('a sheet gives its place in the history to where its link leads', () => {
  history.pushState({ sheet: 's1' }, '');
  const before = history.length;
  router.go('/rules/metrox');
  expect(history.length).toBe(before);
  expect(history.state).toBeNull();
});

test('a sheet that closes leaves the page as it is', () => {
  router.go('/t/0123456789abcdef');
  const route = router.route;
  router.back();
  expect(router.route).toBe(route);
});

test('the content of the page gets the focus as soon as it is there', () => {
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  const look = () => frames.splice(0).forEach((frame) => frame(0));
  document.body.innerHTML = '<main id="main" tabindex="-1">home</main>';
  router.go('/rules/metrox');
  look();
  expect(document.activeElement?.id ?? '').not.toBe('main');
  document.body.innerHTML = '<main id="main" tabindex="-1">rules</main>';
  look();
  expect(document.activeElement?.textContent).toBe('rules');
});

/** Click a link; whether the page took it over. */
function click(attributes: string, event: Partial<MouseEvent> = {}): boolean {
  document.body.innerHTML = `<a ${attributes}><b>here</b></a>`;
  const prevented = vi.fn();
  const target = document.querySelector('b');
  follow({ button: 0, defaultPrevented: false, target, preventDefault: prevented, ...event } as unknown as MouseEvent);
  return prevented.mock.calls.length > 0;
}

test('links of the page change the page without loading it', () => {
  expect(click('href="/rules/metrox"')).toBe(true);
  expect(router.route).toEqual({ page: 'rules', game: 'metrox' });
});

test.each([
  ['another host', 'href="https://example.org/rules/metrox"', {}],
  ['a new tab', 'href="/rules/metrox" target="_blank"', {}],
  ['a download', 'href="/record.json" download', {}],
  ['the server itself', 'href="/api/v1/openapi.json"', {}],
  ['a new tab by key', 'href="/rules/metrox"', { ctrlKey: true }],
  ['the middle button', 'href="/rules/metrox"', { button: 1 }],
])('%s is left to the browser', (_, attributes, event) => {
  expect(click(attributes, event)).toBe(false);
  expect(router.route).toEqual({ page: 'home' });
});
