/** Where the context panel lies on a phone, which has no room for it beside everything else. */

import type { ViewModel } from '../game/view-model';

/**
 * Below the board, from which something is picked; over the end of the board; or over the hand as well,
 * where the panel has the hand's cards in it.
 */
export type PanelPlace = 'board-needed' | 'over-board' | 'over-hand';

const PLACES: Partial<Record<ViewModel['panel']['kind'], PanelPlace>> = {
  builder: 'over-hand',
  discard: 'over-hand',
  offer: 'over-board',
  plenty: 'over-board',
  monopoly: 'over-board',
  waiting: 'over-board',
};

/** Where this panel lies; what is only told comes after a place that is to be picked. */
export function panelPlace({ panel, targets }: ViewModel): PanelPlace {
  if (panel.kind === 'none' && targets.kind === 'none') return 'over-board';
  return PLACES[panel.kind] ?? 'board-needed';
}
