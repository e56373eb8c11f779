// What a screen reader is told when something happens without being asked for.
import { untrack } from 'svelte';

class Announcer {
  text = $state('');
}

export const announcer = new Announcer();

/** Say it once; the same words twice are said twice. An effect that announces does not depend on what was said. */
export function announce(text: string): void {
  const before = untrack(() => announcer.text);
  announcer.text = before === text ? `${text}\u00a0` : text;
}
