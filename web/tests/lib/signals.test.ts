// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { prefs } from '@/lib/prefs.svelte';
import { askToNotify, buzz, chime, notify } from '@/lib/signals';

let rung: string[];
let allowed: NotificationPermission;

/** A browser that can notify, and what it does when it is to. */
function ringing(ring: (title: string) => void): void {
  const bell = function (title: string) {
    ring(title);
  };
  Object.defineProperty(bell, 'permission', { get: () => allowed });
  vi.stubGlobal('Notification', Object.assign(bell, { requestPermission: async () => allowed }));
}

beforeEach(() => {
  rung = [];
  allowed = 'granted';
  prefs.sound = prefs.vibration = prefs.notify = false;
  ringing((title) => rung.push(title));
});

describe('a notification', () => {
  const away = () => vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);

  test('reaches who asked for it and looks elsewhere', () => {
    away();
    prefs.notify = true;
    notify('Your turn', 'metroX');
    expect(rung).toEqual(['Your turn']);
  });

  test('is kept from everybody else', () => {
    prefs.notify = true;
    notify('they look', '');
    away();
    allowed = 'denied';
    notify('they said no', '');
    allowed = 'granted';
    prefs.notify = false;
    notify('they never asked', '');
    expect(rung).toEqual([]);
  });

  test('can be had only where one is allowed and shown', async () => {
    expect(await askToNotify()).toBe(true);
    allowed = 'denied';
    expect(await askToNotify()).toBe(false);
    allowed = 'granted';
    ringing(() => {
      throw new TypeError('Illegal constructor');
    });
    expect(await askToNotify()).toBe(false);
  });
});

test('nothing sounds or shakes that was not asked for', () => {
  const audio = vi.fn();
  const shake = vi.fn();
  vi.stubGlobal('AudioContext', audio);
  vi.stubGlobal('navigator', { vibrate: shake });
  chime();
  buzz();
  expect([audio, shake].map((one) => one.mock.calls.length)).toEqual([0, 0]);
  prefs.sound = prefs.vibration = true;
  audio.mockImplementation(() => {
    throw new Error('no sound here');
  });
  chime();
  buzz();
  expect([audio, shake].map((one) => one.mock.calls.length)).toEqual([1, 1]);
});
