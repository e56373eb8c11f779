import { beforeEach, expect, test } from 'vitest';
import { Refusal, Unreachable } from '@/lib/api';
import { faultWords } from '@/lib/faults';
import { prefs } from '@/lib/prefs.svelte';
import { t } from '@/lib/words.svelte';

beforeEach(() => {
  prefs.language = 'en';
});

test('a fault with words of its own gets them, any other the general ones', () => {
  expect(faultWords(new Unreachable())).toBe(t('fault.unreachable'));
  expect(faultWords(new Refusal({ kind: 'seat-taken', message: '' }))).toBe(t('fault.seat-taken'));
  expect(faultWords(new Refusal({ kind: 'set-aside', message: '' }))).toBe(t('fault.set-aside'));
  expect(faultWords(new Refusal({ kind: 'set-aside', message: '', rules: 1 }))).toBe(t('fault.set-aside.rules'));
  expect(faultWords('name-taken')).toBe(t('fault.name-taken'));
  expect(faultWords(new Refusal({ kind: 'wrong-media-type', message: 'x' }))).toBe(t('fault.other'));
  expect(faultWords(new TypeError('x'))).toBe(t('fault.other'));
});
