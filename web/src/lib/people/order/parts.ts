/** What every page needs of order on a site, in one piece. */

export { TableOrder } from './at-table.svelte';
export { notes } from './notes.svelte';
