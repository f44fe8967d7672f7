/** What every page needs of moderation, in one piece. */

export { TableModeration } from './at-table.svelte';
export { notes } from './notes.svelte';
