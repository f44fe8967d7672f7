/** What stands beside the board, or comes over it on a phone. */

export { default as LogList } from './log/LogList.svelte';
export { default as SidePanel } from './SidePanel.svelte';
