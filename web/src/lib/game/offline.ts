/** What a page shows while its line is down: the table as it was last seen, and nothing to press. */

import { localProblem } from '../problem';
import type { ViewModel } from './view-model';

/** Why nothing can be done. */
export const NO_LINE = localProblem('offline', 'The connection is lost. Wait until it is back.');

/** The same table, of which every button says why it cannot be pressed. */
export function withoutLine(model: ViewModel): ViewModel {
  const why = { why: NO_LINE.message, clause: null };
  const off = { enabled: false, ...why };
  return {
    ...model,
    status: { text: 'Not connected', tone: 'wait' },
    actions: model.actions.map((button) => ({ ...button, ...off, pressed: false, missing: null })),
    primary: { ...model.primary, ...off },
    heldCards: model.heldCards.map((card) => ({ ...card, playable: false, ...why })),
    canUndo: false,
    targets: { kind: 'none' },
    quiet: [],
    confirmation: null,
  };
}
