// The page's own tests: what it computes, without a browser; tests/web looks at the page itself.
import { defineConfig, mergeConfig } from 'vitest/config';
import page from './vite.config.ts';

export default mergeConfig(
  page,
  defineConfig({
    resolve: { conditions: ['browser'] },
    test: {
      pool: 'threads',
      include: ['tests/**/*.test.ts'],
      restoreMocks: true,
      unstubGlobals: true,
      testTimeout: 120_000,
      hookTimeout: 120_000,
    },
  }),
);
