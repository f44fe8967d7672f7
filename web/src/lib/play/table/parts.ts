/** The parts of a table that are loaded when somebody needs them, each with its messages. */

import { loadMessages } from '../../base/language/messages';
import { untilLoaded } from './until-loaded';

/** The dialogs of a game. */
export async function loadGameDialog() {
  const messages = loadMessages('dialogs', 'lobby', 'panels', 'preferences', 'setup', 'switches');
  const [dialog] = await Promise.all([import('./GameDialog.svelte'), messages]);
  return dialog.default;
}

/** What stands beside the board. */
export async function loadSide() {
  const load = () => Promise.all([import('./side'), loadMessages('side', 'narration', 'switches')]);
  const [side] = await untilLoaded(load);
  return side;
}

/** The cards that move over the table. */
export async function loadFlights() {
  const flights = await import('./flights/Flights.svelte');
  return flights.default;
}

/** What a table shows at some moments only. */
export async function loadInterruptions() {
  const load = () => Promise.all([import('./interruptions'), loadMessages('panels')]);
  const [interruptions] = await untilLoaded(load);
  return interruptions;
}

/** The panels in which a player chooses, trades and answers. */
export async function loadPanels() {
  const load = () => Promise.all([import('./panels/Panels.svelte'), loadMessages('panels')]);
  const [panels] = await untilLoaded(load);
  return panels.default;
}

/** What is shown when a game has ended. */
export async function loadEndSheet() {
  const [sheet] = await Promise.all([
    import('../../after/end/EndSheet.svelte'),
    loadMessages('statistics', 'side'),
  ]);
  return sheet.default;
}
