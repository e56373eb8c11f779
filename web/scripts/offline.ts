// The worker that keeps the page on the device: one file at a fixed address, which knows every file of its build by name.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minify, transformWithOxc, type Plugin } from 'vite';
import { modulesOf } from './modules.ts';

const WORKER = 'sw.js';
const FILES = '__BUILD__';

/** What is kept: all files of the build, those that lie in `open` as they are, compiled rules that may come later, and the one page
 *  under every address. */
export function offline(source: string, open: string, compiled: string): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const files = new Map<string, Buffer>(readdirSync(open).map((name) => [name, readFileSync(join(open, name))]));
        for (const one of Object.values(bundle)) files.set(one.fileName, Buffer.from(one.type === 'chunk' ? one.code : one.source));
        const late = modulesOf(compiled).filter(({ path }) => !files.has(path));
        const worker = (await transformWithOxc(readFileSync(source, 'utf8'), source)).code;
        const sum = createHash('sha256').update(worker);
        const names = [...files.keys()].sort();
        for (const name of names) sum.update(name).update(files.get(name)!);
        for (const { path } of late) sum.update(path);
        const build = {
          name: sum.digest('hex').slice(0, 16),
          files: names.map((name) => `/${name}`.replace(/\/index\.html$/, '/')),
          late: late.map(({ path }) => `/${path}`),
        };
        const { code } = await minify(
          WORKER,
          worker.replace(FILES, () => JSON.stringify(build)),
        );
        this.emitFile({ type: 'asset', fileName: WORKER, source: code });
      },
    },
  };
}
