import { fileURLToPath, URL } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { firstWords } from './scripts/first-words.ts';
import { typeface } from './scripts/letters.ts';
import { modules } from './scripts/modules.ts';
import { noscript } from './scripts/noscript.ts';
import { offline } from './scripts/offline.ts';
import { rules } from './scripts/rules.ts';
import { squeeze } from './scripts/squeeze.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.STRAPONTIN_SERVER ?? 'http://127.0.0.1:8000';
const words = here('../src/strapontin/words');
const lessons = here('../src/strapontin/server/lessons');
const puzzles = here('../src/strapontin/coach/positions');
const built = here('../src/strapontin/server/static');
const compiled = here('./src/engine/built');

export default defineConfig({
  plugins: [
    svelte(),
    rules(),
    noscript(words),
    firstWords(words),
    typeface(words, here('./node_modules/.letters')),
    modules(compiled),
    offline(here('./src/offline/service-worker.ts'), here('./public'), compiled),
    squeeze(built),
  ],
  resolve: { alias: { '@words': words, '@lessons': lessons, '@puzzles': puzzles, '@': here('./src') } },
  worker: { format: 'es', rolldownOptions: { checks: { bundlerTimings: false } } }, // what a game needs comes when it is played
  build: {
    outDir: built,
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        // On a slow line every file costs a round trip: what the first page needs is one file, what all tables need another.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 2 },
            {
              name: 'room',
              test: /\/web\/src\/(boards\/index|parts\/(?!RulesText)|lib\/(?!rules))|node_modules\/svelte/,
              minShareCount: 2,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: [here('.'), words, lessons, puzzles, here('../docs/rules')] },
    proxy: { '/api': { target: server, ws: true }, '/assets': { target: server } }, // where compiled rules are
  },
});
