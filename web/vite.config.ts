import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

import { manifest, PICTURES } from './plugins/manifest.ts';
import { media } from './plugins/media.ts';
import { chunkFileNames, isPseudoCatalog, messages } from './plugins/messages/index.ts';
import { notices } from './plugins/notices.ts';
import { offlineModule } from './plugins/offline-module.ts';
import { puzzles } from './plugins/puzzles.ts';
import { rules, rulesChunk } from './plugins/rules/index.ts';
import { serviceWorker } from './plugins/service-worker.ts';
import { staticLinks } from './plugins/static-links.ts';
import { svelteParts } from './plugins/svelte-parts.ts';

/** Where `npm run dev` finds a running Brickwood; the built page is served by it and needs none. */
const backend = process.env.BRICKWOOD_URL ?? 'http://127.0.0.1:7878';

/** What every page loads, and what most have at their head and ask in forms: a table has it in its dialogs. */
const BASE =
  /\/(svelte|intl-messageformat|@formatjs)\/|\/crates\/picture\/art\/icons\.json|\/src\/(lib\/\w+\/(art\/(Icon|icons)|language\/(?!test)|levels|page\/(focus|home-first|name-length|NameField|PageHeader|resume|Segments|SettingsButton|ThemeButton|ViewLink)|names|offer|open\/live|problem|problem-text|problems\/coded|random-hex|reach|router|settings|site|while-seen|protocol\/endpoints\/(?:bots|people|replays|rules|site|tables)|transport\/(?:brought|index|server|endpoint)|when-idle)\b|main|App|pages\/load)/;

/** Parts of Svelte that the home page does without: they come with the first page that has them. */
const LATER =
  /\/svelte\/src\/(internal\/client\/dom\/(blocks\/(html|svelte-element)|elements\/(actions|attachments|transitions|bindings\/(select|size|universal)))|internal\/shared\/clone|motion\/|reactivity\/(media-query|reactive-value)|store\/)/;

/** What draws a board: tables, replays and the guide to the rules load it. What lays one is not of it. */
const BOARD =
  /\/(src\/lib\/play\/board\/(?!arrow|island|lattice|Plan)|crates\/picture\/art\/(island|palette)\.json)/;

/** What every game shows: tables and replays load it. */
const GAME =
  /\/src\/lib\/\w+\/(chat\/chat|protocol\/clauses|fair\/memory|art\/(DevelopmentGlyph|Dice|DiceFace|Emblem|Glyph|PieceGlyph)|game\/(actions|confirmation|connection|draft|labels|offers|player-panels|ranking|rolls|shortcuts|snapshot|status|targets|time-left|trade|view-model)|intent\/\w+|setup\/(changed|duration)|table\/(announcer|BankStrip|changes|Hand|LiveRegions|LogButton|PlayerPanels|ResourceButton|RulesChip|SeatClock|SeatDetails|StatusPill|TableLayout)|cards|media|words)\./;

/** What understands typed commands: games, waiting rooms and replays in words load it. */
const TEXT =
  /\/src\/lib\/play\/text\/(?!(Actions|advice|Cards|console|decide|Facts|fold|past|perform|replay|room|RoomLine|setup[\w.-]*|SetupLine|Text\w+|told|view)\b)/;

/** The notices of what the page contains. */
const LICENSES = 'licenses.json';

/** What is read by others than the page. */
const OUTSIDE = [LICENSES, 'favicon.ico', 'preview.jpg', 'robots.txt'];

/** `vite build --mode static` makes a site that needs no server: see `src/lib/base/site.ts`. */
export default defineConfig(({ mode }) => ({
  plugins: [
    svelte(mode === 'static' ? { preprocess: [vitePreprocess(), staticLinks()] } : {}),
    messages(),
    rules(),
    svelteParts(),
    offlineModule(),
    puzzles(),
    notices(LICENSES),
    manifest(mode === 'static'),
    serviceWorker(
      (file) => !OUTSIDE.includes(file) && !file.startsWith(PICTURES) && !isPseudoCatalog(file),
    ),
  ],
  css: { postcss: { plugins: [media()] } },
  build: {
    target: 'es2022',
    // One page, one script, one style sheet: all that is needed to play is smaller than one more
    // round trip. What is only read comes when it is asked for.
    modulePreload: {
      polyfill: false,
      // A list of all that a page needs is in the first script, for every page: only the table, to which links lead
      // friends, is worth that. The others find their scripts one round trip later.
      resolveDependencies: (file, needed, { hostType }) =>
        hostType === 'html' || /\/(Table|Home)-/.test(file)
          ? needed
          : needed.filter((each) => each.endsWith('.css')),
    },
    assetsInlineLimit: 0,
    license: { fileName: LICENSES },
    rolldownOptions: {
      output: {
        chunkFileNames: (chunk) => rulesChunk(chunk.facadeModuleId ?? '') ?? chunkFileNames(chunk),
        // What is always needed together comes in one piece, which is smaller than its parts.
        codeSplitting: {
          groups: [
            { name: 'later', test: LATER, priority: 2, includeDependenciesRecursively: false },
            { name: 'base', test: BASE, priority: 1 },
            { name: 'board', test: BOARD },
            { name: 'game', test: GAME, includeDependenciesRecursively: false },
            { name: 'text', test: TEXT, includeDependenciesRecursively: false },
          ],
        },
      },
      checks: { pluginTimings: false },
    },
  },
  server: {
    // The rules' texts lie beside the client.
    fs: { allow: ['..'] },
    proxy: { '/api': { target: backend, ws: true } },
  },
  test: {
    include: ['{src,plugins}/**/*.test.ts'],
    environment: 'node',
    setupFiles: ['src/lib/base/language/test-setup.ts'],
    // A busy machine is slow, and what it tests is right all the same.
    testTimeout: 60_000,
  },
}));
