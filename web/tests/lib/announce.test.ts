import { expect, test } from 'vitest';
import { announce, announcer } from '@/lib/announce.svelte';

test('the same words twice are said twice', () => {
  announce('Your turn');
  const once = announcer.text;
  announce('Your turn');
  expect(announcer.text).not.toBe(once);
  expect(announcer.text.trim()).toBe(once);
});
