import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

/** @type {import('@sveltejs/vite-plugin-svelte').SvelteConfig} */
export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    runes: true,
    // A short mark of each style sheet: five letters tell a few hundred of them apart.
    cssHash: ({ hash, css }) => `s${hash(css).slice(0, 5)}`,
  },
};
