// The languages there are: each is a directory of words, and is called as it calls itself.
const names = import.meta.glob<string>('@words/*/common.json', { import: 'language', eager: true });

/** The two letters of a language. */
export type Language = string;

export const LANGUAGES: Language[] = Object.keys(names).map((path) => path.split('/').at(-2)!);

/** The language of whoever speaks none of them. */
export const ENGLISH: Language = 'en';
