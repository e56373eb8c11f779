// The words of the first page: what its script may say of the page's own catalogues, in every language, so that neither a language nor a
// round trip is waited for. The rest comes with the pages that say it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const MODULE = 'virtual:first-words';
const HERE = '__FIRST_WORDS__';

type Catalogue = Record<string, unknown>;

/** The keys that a script names, whole or by how they begin: `level.${name}` may be any level. */
export function named(keys: string[], script: string): string[] {
  const whole = new Set(script.match(/(?<=(["'`]))[\w.-]+(?=\1)/g));
  const begun = [...script.matchAll(/`(?:web\.)?([\w.-]+\.)\$\{/g)].map(([, beginning]) => beginning!);
  return keys.filter((key) => whole.has(key) || begun.some((beginning) => key.startsWith(beginning)));
}

export function firstWords(words: string): Plugin {
  const languages = readdirSync(words, { withFileTypes: true }).filter((one) => one.isDirectory() && !one.name.startsWith('_'));
  const all = () =>
    Object.fromEntries(languages.map(({ name }) => [name, JSON.parse(readFileSync(join(words, name, 'web.json'), 'utf8')) as Catalogue]));
  let building = false;
  return {
    name: 'first-words',
    configResolved: (config) => void (building = config.command === 'build'),
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    // outside a build all are at hand at once
    load: (id) => (id === `\0${MODULE}` ? `export default ${building ? JSON.stringify(HERE) : JSON.stringify(all())}` : undefined),
    renderChunk(code) {
      if (!code.includes(HERE)) return null;
      const said = Object.entries(all()).map(([language, catalogue]) => {
        const keys = named(Object.keys(catalogue), code);
        return [language, Object.fromEntries(keys.map((key) => [key, catalogue[key]]))];
      });
      return { code: code.replace(new RegExp(`(["'\`])${HERE}\\1`), () => JSON.stringify(Object.fromEntries(said))), map: null };
    },
  };
}
