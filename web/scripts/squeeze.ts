// Every text of the built page also as brotli and gzip, once and as small as they get: the server sends what a browser takes.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(css|html|js|json|svg|txt|wasm|webmanifest)$/;
const ENCODINGS: Record<string, (plain: Buffer) => Buffer> = {
  br: (plain) =>
    brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
  gz: (plain) => gzipSync(plain, { level: 9 }),
};

export function squeeze(folder: string): Plugin {
  return {
    name: 'squeeze',
    apply: 'build',
    closeBundle() {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !TEXT.test(entry.name)) continue;
        const path = join(entry.parentPath, entry.name);
        const plain = readFileSync(path);
        for (const [ending, encode] of Object.entries(ENCODINGS)) {
          const small = encode(plain);
          if (small.length < plain.length) writeFileSync(`${path}.${ending}`, small);
        }
      }
    },
  };
}
