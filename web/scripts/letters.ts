// The letters our words are written with, in a file of their own: a third less to wait for than all of Latin. Whatever else somebody
// is called comes from the whole files, which browsers fetch when a letter of theirs is on the page.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import subset from 'subset-font';
import type { Plugin } from 'vite';

const TYPEFACE = '@fontsource-variable/signika/wght.css';
const LATIN = 'signika-latin-wght-normal.woff2';

/** Every letter of the catalogues, large and small, and what a keyboard has. */
export function letters(words: string): string[] {
  const catalogues = readdirSync(words, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  const written = catalogues.map((name) => readFileSync(join(words, name), 'utf8')).join('');
  const typed = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));
  const cases = [...written].flatMap((one) => [one, ...one.toLowerCase(), ...one.toUpperCase()]);
  return [...new Set([...typed, ...cases])].filter((one) => one >= ' ').sort();
}

/** The code points a `unicode-range` names, as a question. */
export function within(range: string): (letter: string) => boolean {
  const spans = range.split(',').map((span) =>
    span
      .trim()
      .replace('U+', '')
      .split('-')
      .map((end) => Number.parseInt(end, 16)),
  );
  return (letter) => spans.some(([first, last = first]) => letter.codePointAt(0)! >= first! && letter.codePointAt(0)! <= last!);
}

export function typeface(words: string, folder: string): Plugin {
  return {
    name: 'typeface',
    apply: 'build',
    enforce: 'pre',
    async transform(css, id) {
      if (!id.endsWith(TYPEFACE)) return null;
      const face = css.match(/@font-face \{[^}]*\}/g)!.find((one) => one.includes(LATIN))!;
      const [, range] = /unicode-range: ([^;]+);/.exec(face)!;
      const used = letters(words).filter(within(range!));
      const whole = readFileSync(join(dirname(id), 'files', LATIN));
      const file = join(folder, 'signika-letters.woff2');
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, await subset(whole, used.join(''), { targetFormat: 'woff2' }));
      const spans = used.map((one) => `U+${one.codePointAt(0)!.toString(16).toUpperCase()}`);
      // of two that have a letter browsers take the later one
      return `${css}\n${face.replace(/url\([^)]*\)/, `url(${relative(dirname(id), file)})`).replace(range!, spans.join(','))}`;
    },
  };
}
