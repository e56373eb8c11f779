// Words come from the same catalogues as everywhere else in the package; each subject is loaded when it is needed.
import type en from '@words/en/web.json';
import { prefs, type Language } from './prefs.svelte';

type Sentence = string | { one: string; other: string };
type Catalogue = Record<string, Sentence>;
export type WebKey = keyof typeof en;
export type Params = Record<string, unknown>;

const files = import.meta.glob<Catalogue>('@words/*/*.json', { import: 'default' });
const loaded: Record<Language, Catalogue> = $state({ fr: {}, en: {} });
const subjects = new Set<string>();

async function fetchSubject(language: Language, subject: string): Promise<void> {
  const path = Object.keys(files).find((file) => file.endsWith(`/${language}/${subject}.json`));
  const file = path === undefined ? undefined : files[path];
  if (!file) return;
  const sentences = await file();
  for (const [name, sentence] of Object.entries(sentences)) loaded[language][`${subject}.${name}`] = sentence;
}

/** Have the words of these subjects at hand, in the language in use. */
export async function need(...names: string[]): Promise<void> {
  names.forEach((name) => subjects.add(name));
  await Promise.all(names.map((name) => fetchSubject(prefs.language, name)));
}

/** Speak another language from now on; nothing else changes. */
export async function speak(language: Language): Promise<void> {
  await Promise.all([...subjects].map((name) => fetchSubject(language, name)));
  prefs.language = language;
}

/** Whether the catalogue in use has this key. */
export function has(key: string): boolean {
  return key in loaded[prefs.language];
}

/** A number as print has it: with a minus, not a hyphen. */
export function figure(n: number | undefined): string {
  return String(n ?? 0).replace('-', '−');
}

/** A gain or a loss, with its sign. */
export function gain(n: number): string {
  return n > 0 ? `+${n}` : figure(n);
}

/** A sentence of any subject with its parameters filled in. */
export function say(key: string, params: Params = {}): string {
  const found = loaded[prefs.language][key];
  if (found === undefined) return key;
  const n = Number(params['n'] ?? 0);
  const few = prefs.language === 'fr' ? n < 2 : n === 1;
  const sentence = typeof found === 'string' ? found : found[few ? 'one' : 'other'];
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => (name in params ? written(params[name]) : whole));
}

function written(value: unknown): string {
  return typeof value === 'number' ? figure(value) : String(value);
}

/** A sentence of the page itself. */
export function t(key: WebKey, params: Params = {}): string {
  return say(`web.${key}`, params);
}
