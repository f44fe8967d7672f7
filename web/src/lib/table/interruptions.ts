/** What comes between the moves of some games: one file to load, when one of them does. */

export { default as HandOver } from './HandOver.svelte';
export { default as PausedBanner } from './PausedBanner.svelte';
export { default as PendingDecisions } from './PendingDecisions.svelte';
export { default as Coach } from '../coach/Coach.svelte';
