// The rules of a game in each language, else in English: the texts of the documentation, as scripts/rules.ts makes them.
import { ENGLISH, type Language } from './languages';

/** A part of a rule text; `html` is made of our own texts when the page is built. */
export type RulesPart =
  | { kind: 'heading'; depth: number; html: string }
  | { kind: 'picture'; name: string; caption: string }
  | { kind: 'table'; html: string }
  | { kind: 'text'; html: string };

const texts = import.meta.glob<RulesPart[]>('../../../docs/rules/*.md', { import: 'default' });

function textOf(game: string, language: Language): (() => Promise<RulesPart[]>) | undefined {
  return texts[`../../../docs/rules/${game}.${language}.md`] ?? texts[`../../../docs/rules/${game}.${ENGLISH}.md`];
}

/** The rules of a game, part by part; none if the page does not have them. */
export async function rulesOf(game: string, language: Language): Promise<RulesPart[]> {
  return (await textOf(game, language)?.()) ?? [];
}
