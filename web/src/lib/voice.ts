// Said aloud by the device itself, in the language in use; a device without a voice stays silent.
import { prefs } from './prefs.svelte';

export const hasVoice = (): boolean => 'speechSynthesis' in window;

/** Say it, in place of whatever is still being said. */
export function sayAloud(text: string): void {
  if (!hasVoice()) return;
  const words = new SpeechSynthesisUtterance(text);
  words.lang = prefs.language;
  speechSynthesis.cancel();
  speechSynthesis.speak(words);
}

export function hush(): void {
  if (hasVoice()) speechSynthesis.cancel();
}
