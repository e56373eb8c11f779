// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { wayOf } from '@/lib/presenter';

afterEach(() => (document.body.innerHTML = ''));

/** What a key means where this has the focus. */
function pressed(key: string, on = 'main', held: KeyboardEventInit = {}): number {
  const target = document.body.appendChild(document.createElement(on));
  let way = 0;
  target.addEventListener('keydown', (event) => (way = wayOf(event)));
  target.dispatchEvent(new KeyboardEvent('keydown', { key, ...held }));
  return way;
}

it('goes on by space, enter, an arrow and the button of a clicker, and back by the others', () => {
  expect([' ', 'Enter', 'ArrowRight', 'PageDown'].map((key) => pressed(key))).toEqual([1, 1, 1, 1]);
  expect(['ArrowLeft', 'PageUp'].map((key) => pressed(key))).toEqual([-1, -1]);
  expect(['a', 'Tab', 'Home'].map((key) => pressed(key))).toEqual([0, 0, 0]);
});

it('leaves to a button what presses it, and to a field everything', () => {
  expect([' ', 'Enter'].map((key) => pressed(key, 'button'))).toEqual([0, 0]);
  expect(pressed('ArrowRight', 'button')).toBe(1);
  expect([' ', 'ArrowLeft'].map((key) => pressed(key, 'select'))).toEqual([0, 0]);
});

it('waits while a key is held with another, or a dialog is open', () => {
  expect(pressed('ArrowRight', 'main', { altKey: true })).toBe(0);
  document.body.innerHTML = '<dialog open></dialog>';
  expect(pressed('ArrowRight')).toBe(0);
});
