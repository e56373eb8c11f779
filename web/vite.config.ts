import { fileURLToPath, URL } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.STRAPONTIN_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte()],
  resolve: { alias: { '@words': here('../src/strapontin/words'), '@': here('./src') } },
  build: {
    outDir: here('../src/strapontin/server/static'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  server: {
    fs: { allow: [here('.'), here('../src/strapontin/words'), here('../docs/rules')] },
    proxy: { '/api': { target: server, ws: true } },
  },
});
