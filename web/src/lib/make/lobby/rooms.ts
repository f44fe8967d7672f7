/** Where people wait for a seat, before a game and during one: one file to load. */

export { default as WaitingPanel } from '../../play/table/panels/WaitingPanel.svelte';
export { default as WaitingRoom } from './WaitingRoom.svelte';
