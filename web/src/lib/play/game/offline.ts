/** What a page shows while its line is down: the table as it was last seen, and nothing to press. */

import { t } from '../../base/language/messages';
import { localProblem } from '../../base/problem';
import { problemText } from '../../base/problem-text';
import type { ViewModel } from './view-model';

/** Why nothing can be done. */
export const NO_LINE = localProblem({ code: 'offline' });

/** The same table, of which every button says why it cannot be pressed. */
export function withoutLine(model: ViewModel): ViewModel {
  const why = { why: problemText(NO_LINE), clause: null };
  const off = { enabled: false, ...why };
  return {
    ...model,
    status: { text: t('status.notConnected'), tone: 'wait' },
    actions: model.actions.map((button) => ({ ...button, ...off, pressed: false, missing: null })),
    primary: { ...model.primary, ...off },
    heldCards: model.heldCards.map((card) => ({ ...card, playable: false, ...why })),
    canUndo: false,
    targets: { kind: 'none' },
    quiet: [],
    confirmation: null,
  };
}
