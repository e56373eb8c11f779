// What this person likes: kept in this browser only.
import { ENGLISH, LANGUAGES, type Language } from './languages';

export type Theme = 'auto' | 'light' | 'dark';

/** How "Play now" plays a game: what was chosen last. */
interface Quick {
  level?: string;
  options?: Record<string, unknown>;
}

class Preferences {
  language: Language = $state(ENGLISH);
  theme: Theme = $state('auto');
  name = $state('');
  /** Those who played around this device the last time, by seat. */
  around: string[] = $state.raw([]);
  oneTap = $state(false);
  patterns = $state(false);
  sound = $state(false);
  vibration = $state(false);
  notify = $state(false);
  met = $state(false);
  quick: Record<string, Quick> = $state.raw({});
}

const KEY = 'strapontin.preferences';
export const prefs = new Preferences();

/** Read what was kept, and keep what changes. */
export function remember(): void {
  prefs.language = navigator.languages.map((one) => one.slice(0, 2).toLowerCase()).find((one) => LANGUAGES.includes(one)) ?? ENGLISH;
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>;
    if (kept.language !== undefined && LANGUAGES.includes(kept.language)) prefs.language = kept.language;
    if (kept.theme === 'light' || kept.theme === 'dark') prefs.theme = kept.theme;
    if (typeof kept.name === 'string') prefs.name = kept.name.slice(0, 24);
    if (Array.isArray(kept.around)) prefs.around = kept.around.map((one) => String(one).slice(0, 24)).slice(0, 6);
    prefs.oneTap = kept.oneTap === true;
    prefs.patterns = kept.patterns === true;
    prefs.sound = kept.sound === true;
    prefs.vibration = kept.vibration === true;
    prefs.notify = kept.notify === true;
    prefs.met = kept.met === true;
    if (typeof kept.quick === 'object' && kept.quick !== null) prefs.quick = kept.quick;
  } catch {
    // a browser that keeps nothing still plays
  }
  $effect.root(() => {
    $effect(() => {
      const { language, theme, name, around, oneTap, patterns, sound, vibration, notify, met, quick } = prefs;
      document.documentElement.lang = language;
      document.documentElement.classList.toggle('patterns', patterns);
      if (theme === 'auto') delete document.documentElement.dataset['theme'];
      else document.documentElement.dataset['theme'] = theme;
      try {
        localStorage.setItem(
          KEY,
          JSON.stringify({ language, theme, name, around, oneTap, patterns, sound, vibration, notify, met, quick }),
        );
      } catch {
        // nothing to do
      }
    });
  });
}
