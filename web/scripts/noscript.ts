// What the page says where scripts are off: a sentence of each catalogue, written into the page when it is built.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

export function noscript(words: string): Plugin {
  const said = (language: string) => (JSON.parse(readFileSync(join(words, language, 'web.json'), 'utf8')) as { noscript: string }).noscript;
  const languages = readdirSync(words, { withFileTypes: true }).filter((one) => one.isDirectory() && !one.name.startsWith('_'));
  return {
    name: 'noscript',
    transformIndexHtml: (html) =>
      html.replace('<!--noscript-->', languages.map(({ name }) => `<p lang="${name}">${said(name)}</p>`).join('')),
  };
}
