/** The questions before what cannot be taken back, and before picks that were not prepared. */

import { canPick, type Pick, type Targets } from '../board/targets';
import { total } from '../cards';
import { capitalized, CARD_TEXT, cardsText, counted } from '../words';
import { cardsRound, hexShort, intersectionLabel, pathLabel } from './labels';
import { hasOpenOffer, isYou, properName, viewerOf, type TableSnapshot } from './snapshot';
import type { Draft } from './view-model';

/** What is asked about besides a place. */
export type Ask = 'development_card' | 'knight' | 'road_building' | 'victory_point' | 'end_turn';

/** A question that waits for a yes. */
export interface Confirmation {
  readonly title: string;
  /** What it costs, or what the player may want to know first. */
  readonly detail: string;
  /** The place in full, for those who do not see it. */
  readonly where: string;
  readonly yes: string;
  /** Whether the no is the answer that comes first to hand. */
  readonly careful: boolean;
}

/** The question that stands; null where there is none, or no longer. */
export function confirmation(
  snapshot: TableSnapshot,
  pickable: readonly Targets[],
  draft: Draft,
): Confirmation | null {
  const { selected, asks } = draft;
  if (asks) return askAbout(snapshot, asks, draft);
  return selected && canPick(pickable, selected) ? askAboutPlace(snapshot, selected) : null;
}

/** Whether a pick is final: nothing takes it back. */
export function isFinal(snapshot: TableSnapshot, { piece }: Pick): boolean {
  return (
    piece === 'robber' || piece === 'first cards' || snapshot.view.phase.type === 'set_up_road'
  );
}

/** What is lost when the turn ends now; null where nothing is. */
export function lostAtEnd(
  snapshot: TableSnapshot,
  { trade, chooser, selected }: Draft,
): string | null {
  if (hasOpenOffer(snapshot)) return 'Your offer is withdrawn.';
  if (trade && total(trade.give) + total(trade.get) > 0) return 'Your trade has not been sent.';
  if (chooser) return 'You have not played your card.';
  return selected ? 'You have not built yet.' : null;
}

function askAbout(snapshot: TableSnapshot, ask: Ask, draft: Draft): Confirmation | null {
  const { choices, table } = snapshot;
  const question = { where: '', careful: false };
  switch (ask) {
    case 'development_card':
      if (!choices.buy_development_card) return null;
      return {
        ...question,
        title: 'Buy a development card?',
        detail: `Costs ${cardsText(table.costs.development_card)}`,
        yes: 'Buy',
      };
    case 'end_turn':
      if (!choices.end_turn) return null;
      return {
        ...question,
        title: 'End your turn?',
        detail: lostAtEnd(snapshot, draft) ?? '',
        yes: 'End turn',
        careful: true,
      };
    case 'knight':
    case 'road_building':
    case 'victory_point': {
      if (!choices.play.includes(ask)) return null;
      const title = {
        knight: 'Play a knight?',
        road_building: 'Play road building?',
        victory_point: 'Play a victory point?',
      }[ask];
      const detail = ask === 'victory_point' ? 'Counts one point.' : CARD_TEXT[ask];
      return { ...question, title, detail, yes: 'Play' };
    }
  }
}

function askAboutPlace(snapshot: TableSnapshot, { kind, piece, id }: Pick): Confirmation {
  const question = { careful: false };
  if (piece === 'robber') {
    const where = hexShort(snapshot.board, id);
    const title = `Move the robber to ${where}?`;
    return { ...question, title, detail: robberDetail(snapshot, id), where, yes: 'Move' };
  }
  const where =
    kind === 'path'
      ? pathLabel(snapshot, id, true)
      : intersectionLabel(snapshot, id, piece !== 'city');
  if (piece === 'first cards') {
    return {
      ...question,
      title: 'Take these first cards?',
      detail: cardsText(cardsRound(snapshot.board, id)),
      where,
      yes: 'Take',
    };
  }
  const { type } = snapshot.view.phase;
  const free = type !== 'turn' && type !== 'special_building' && !hasOpenOffer(snapshot);
  const verb = free ? 'place' : 'build';
  return {
    ...question,
    title: `${capitalized(verb)} a ${piece} here?`,
    detail: free ? '' : `Costs ${cardsText(snapshot.table.costs[piece])}`,
    where,
    yes: capitalized(verb),
  };
}

/** Whether the robber would block the viewer there. */
export function blocksOwn(snapshot: TableSnapshot, hex: number): boolean {
  const info = snapshot.board.hexes[hex];
  const viewer = viewerOf(snapshot);
  const seat = viewer === null ? undefined : snapshot.view.seats[viewer];
  if (!info || !seat || info.token === null) return false;
  return info.corners.some((at) => seat.settlements.includes(at) || seat.cities.includes(at));
}

function robberDetail(snapshot: TableSnapshot, hex: number): string {
  const corners = snapshot.board.hexes[hex]?.corners ?? [];
  const there = snapshot.view.seats.flatMap((seat, index) =>
    corners.some((at) => seat.settlements.includes(at) || seat.cities.includes(at))
      ? [{ seat, index }]
      : [],
  );
  const robbed = there
    .filter(({ seat, index }) => !isYou(snapshot, index) && seat.hand > 0)
    .map(({ seat, index }) => `${properName(snapshot, index)} (${counted(seat.hand, 'card')})`);
  const own = blocksOwn(snapshot, hex) ? 'It blocks a hex of your own. ' : '';
  return own + (robbed.length ? `To rob: ${robbed.join(', ')}` : 'Nobody to rob there');
}
