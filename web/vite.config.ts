import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** Where `npm run dev` finds a running Brickwood; the built page is served by it and needs none. */
const backend = process.env.BRICKWOOD_URL ?? 'http://127.0.0.1:7878';

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: 'es2022',
    // One page, one script, one style sheet: the whole client is smaller than one more round trip.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  server: {
    proxy: { '/api': { target: backend, ws: true } },
  },
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
  },
});
