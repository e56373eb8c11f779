// Words come from the same catalogues as everywhere else in the package; each subject is loaded when it is needed.
import first from 'virtual:first-words';
import type en from '@words/en/web.json';
import { announce } from './announce.svelte';
import { ask } from './request';
import { LANGUAGES, type Language } from './languages';
import { prefs } from './prefs.svelte';
import { figure, fill, type Params, type Sentence } from './sentence';

export { figure, type Params };
type Catalogue = Record<string, Sentence>;
type WebKey = keyof typeof en;

/** What every language says of itself. */
const COMMON = import.meta.glob<Catalogue>('@words/*/common.json', { import: 'default', eager: true });
const files = import.meta.glob<Catalogue>(['@words/*/*.json', '!@words/*/{common,cli,arena,errors,mcp,print,server}.json'], {
  import: 'default',
});
const loaded: Record<Language, Catalogue> = $state(Object.fromEntries(LANGUAGES.map((language) => [language, {}])));
const subjects = new Set<string>();

function keep(language: Language, subject: string, sentences: Catalogue): void {
  for (const [name, sentence] of Object.entries(sentences)) loaded[language]![`${subject}.${name}`] = sentence;
}

for (const [path, sentences] of Object.entries(COMMON)) keep(path.split('/').at(-2)!, 'common', sentences);
// what the first page says comes with it, in every language: to ask for one would be a round trip more
for (const [language, sentences] of Object.entries(first)) keep(language, 'web', sentences);

async function fetchSubject(language: Language, subject: string): Promise<void> {
  const path = Object.keys(files).find((file) => file.endsWith(`/${language}/${subject}.json`));
  const file = path === undefined ? undefined : files[path];
  if (file) keep(language, subject, await file());
  // what this page was not built with, a game from elsewhere has brought to the server
  else Object.assign(loaded[language]!, await ask<Catalogue>('GET', `/words/${language}?subject=${encodeURIComponent(subject)}`));
}

/** Have the words of these subjects at hand, in the language in use. */
export async function need(...names: string[]): Promise<void> {
  names.forEach((name) => subjects.add(name));
  await Promise.all(names.map((name) => fetchSubject(prefs.language, name)));
}

/** Speak another language from now on, if its words can be had; nothing else changes. */
export async function speak(language: Language): Promise<void> {
  try {
    await Promise.all([...subjects].map((name) => fetchSubject(language, name)));
  } catch {
    return announce(t('fault.unreachable'));
  }
  prefs.language = language;
}

/** Whether the catalogue in use has this key. */
export function has(key: string): boolean {
  return key in loaded[prefs.language]!;
}

/** A gain or a loss, with its sign. */
export function gain(n: number): string {
  return n > 0 ? `+${n}` : figure(n);
}

/** A sentence of any subject with its parameters filled in; `form` names its variant for this reader, where there is one. */
export function say(key: string, params: Params = {}, form = ''): string {
  const words = loaded[prefs.language]!;
  const found = (form && words[`${key}.${form}`]) || words[key];
  if (found === undefined && key.startsWith('web.') && !subjects.has('web')) void need('web').catch(() => undefined);
  return found === undefined ? key : fill(prefs.language, found, params);
}

/** A sentence of the page itself. */
export function t(key: WebKey, params: Params = {}, form = ''): string {
  return say(`web.${key}`, params, form);
}

/** What a language calls itself, or says to whoever may want it. */
export function inItself(language: Language, key: 'language' | 'language.switch'): string {
  return String(loaded[language]?.[`common.${key}`]);
}
