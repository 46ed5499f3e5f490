import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

import { finish, games } from './vite.plugins.ts';

export default defineConfig({
  base: './',
  plugins: [svelte(), games(new URL('src/engine/grundy.wasm', import.meta.url)), finish(fileURLToPath(new URL('dist', import.meta.url)))],
  worker: { format: 'es' },
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  test: { include: ['tests/**/*.test.ts'] },
});
