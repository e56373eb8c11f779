// Compiled rules beside the page. Their names say what they were made from, so they are known before they are made: a page can be
// built without them, and whoever serves it has them made meanwhile.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const SETTINGS = '.settings.json';

/** Where the module of each game of a folder lies in the page. */
export function modulesOf(folder: string): { game: string; path: string }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(SETTINGS))
    .map((name) => {
      const { module } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { module: string };
      return { game: name.slice(0, -SETTINGS.length), path: `assets/${module}` };
    });
}

/** Put those into the page that are made already, of the sources of today. */
export function modules(folder: string): Plugin {
  return {
    name: 'modules',
    apply: 'build',
    generateBundle() {
      for (const { game, path } of modulesOf(folder)) {
        const stamp = join(folder, `${game}.made-from`);
        const [, today] = /-([0-9a-f]+)\.wasm$/.exec(path)!;
        if (!existsSync(stamp) || !readFileSync(stamp, 'utf8').startsWith(today!)) continue;
        this.emitFile({ type: 'asset', fileName: path, source: readFileSync(join(folder, `${game}.wasm`)) });
      }
    },
  };
}
