// What this person likes: kept in this browser only.
export type Language = 'fr' | 'en';
export type Theme = 'auto' | 'light' | 'dark';

class Preferences {
  language: Language = $state('fr');
  theme: Theme = $state('auto');
  name = $state('');
  oneTap = $state(false);
  patterns = $state(false);
  sound = $state(false);
  vibration = $state(false);
  notify = $state(false);
  met = $state(false);
}

const KEY = 'strapontin.preferences';
export const prefs = new Preferences();

/** Read what was kept, and keep what changes. */
export function remember(): void {
  const wanted = navigator.languages.some((one) => one.toLowerCase().startsWith('fr')) ? 'fr' : 'en';
  prefs.language = wanted;
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>;
    if (kept.language === 'fr' || kept.language === 'en') prefs.language = kept.language;
    if (kept.theme === 'light' || kept.theme === 'dark') prefs.theme = kept.theme;
    if (typeof kept.name === 'string') prefs.name = kept.name.slice(0, 24);
    prefs.oneTap = kept.oneTap === true;
    prefs.patterns = kept.patterns === true;
    prefs.sound = kept.sound === true;
    prefs.vibration = kept.vibration === true;
    prefs.notify = kept.notify === true;
    prefs.met = kept.met === true;
  } catch {
    // a browser that keeps nothing still plays
  }
  $effect.root(() => {
    $effect(() => {
      const { language, theme, name, oneTap, patterns, sound, vibration, notify, met } = prefs;
      document.documentElement.lang = language;
      document.documentElement.classList.toggle('patterns', patterns);
      if (theme === 'auto') delete document.documentElement.dataset['theme'];
      else document.documentElement.dataset['theme'] = theme;
      try {
        localStorage.setItem(KEY, JSON.stringify({ language, theme, name, oneTap, patterns, sound, vibration, notify, met }));
      } catch {
        // nothing to do
      }
    });
  });
}
