// How a sentence of the catalogues is filled in: the page's twin of `strapontin.words.fill`.
import type { Language } from './languages';

export type Sentence = string | { one: string; other: string };
export type Params = Record<string, unknown>;

const HOLE = /(\bde )?\{(\w+)(?:\|([^{}|]*)\|([^{}|]*))?\}/g;
const VOWEL = /^(?:h?[aeiouàâäéèêëîïôöùûüœæ]|y(?![aeiou]))/i;

/** What dates and lists of a language are written by; English is that of Europe. */
export const localeOf = (language: Language): string => (language === 'en' ? 'en-GB' : language);

/** How a language counts and lists things; made once, for that takes a while. */
const grammars = new Map<Language, { rules: Intl.PluralRules; lists: Intl.ListFormat; point: string }>();

function grammar(language: Language) {
  let found = grammars.get(language);
  if (!found) {
    const lists = new Intl.ListFormat(localeOf(language));
    const point = new Intl.NumberFormat(language).formatToParts(0.5).find(({ type }) => type === 'decimal')!.value;
    grammars.set(language, (found = { rules: new Intl.PluralRules(language), lists, point }));
  }
  return found;
}

/** A number as print has it: with a minus, not a hyphen. */
export function figure(n: number | undefined): string {
  return String(n ?? 0).replace('-', '−');
}

/** A number that is written already, with decimals as the language has them. */
function decimal(language: Language, written: string): string {
  return written.replace('-', '−').replace('.', grammar(language).point);
}

/** Whether a parameter counts as one thing: a number by the language's rule, a list by its length. */
function single(language: Language, value: unknown): boolean {
  const count = Array.isArray(value)
    ? value.length
    : Number(
        String(value ?? 0)
          .replace('−', '-')
          .replace(grammar(language).point, '.'),
      );
  return grammar(language).rules.select(count) === 'one';
}

function written(language: Language, value: unknown): string {
  if (Array.isArray(value)) return grammar(language).lists.format(value.map((one) => written(language, one)));
  return typeof value === 'number' ? decimal(language, String(value)) : String(value);
}

/** What there is to say where nobody has written the sentence: each parameter by its name. */
export function listed(params: Params): string {
  return Object.entries(params)
    .filter(([, told]) => told !== undefined)
    .map(([name, told]) => `${name} ${typeof told === 'string' ? told : JSON.stringify(told)}`)
    .join(' · ');
}

/** The sentence with its parameters: `{n}` is written, `{n|station|stations}` is the word that goes with the count. */
export function fill(language: Language, sentence: Sentence, params: Params): string {
  const text = typeof sentence === 'string' ? sentence : sentence[single(language, params['n']) ? 'one' : 'other'];
  return text.replace(HOLE, (whole, of: string | undefined, name: string, one?: string, other?: string) => {
    if (!(name in params)) return whole;
    if (one !== undefined) return (of ?? '') + (single(language, params[name]) ? one : other);
    const said = written(language, params[name]);
    if (of === undefined) return said;
    return (language === 'fr' && VOWEL.test(said) ? 'd’' : of) + said;
  });
}
