/** The dialogs of a table: one file to load, when somebody asks for one of them. */

export { default as TableSheet } from '../lobby/TableSheet.svelte';
export { default as RulesInForce } from '../setup/RulesInForce.svelte';
export { default as CostsDialog } from './CostsDialog.svelte';
export { default as KeyboardDialog } from './KeyboardDialog.svelte';
export { default as SettingsDialog } from './SettingsDialog.svelte';
