/** The form of a set-up, for a new table and for one that waits: one file to load. */

export { default as NewTable } from '../../../pages/NewTable.svelte';
export { default as SetupSheet } from '../lobby/SetupSheet.svelte';
