/** What a hint leads to: what is done now, what comes next, and the cards that are still missing for it. */

import type { Planned } from '../../play/board/pointing.svelte';
import { total, without } from '../../base/cards';
import type { TableSnapshot } from '../../play/game/snapshot';
import type {
  Action,
  AdvisedAction,
  AdviceReason,
  Cards,
  Costs,
  Intersection,
} from '../../base/protocol';
import { pieceOf, placeOf } from './words';

/** What can be paid for. */
export type Paid = keyof Costs;

/** A step on the way. */
export interface MoveStep {
  readonly what: Paid;
  /** What it costs now, or what is missing for it later. */
  readonly cards: Cards;
  readonly when: 'now' | 'lacks' | 'later';
}

const PAID: Partial<Record<Action['type'], Paid>> = {
  build_road: 'road',
  build_settlement: 'settlement',
  build_city: 'city',
  buy_development_card: 'development_card',
};

/** What an action builds or buys. */
export function builtBy({ type }: Action): Paid | null {
  return PAID[type] ?? null;
}

/** The steps of a hint; none where nothing is paid for. */
export function stepsOf(snapshot: TableSnapshot, { action, reason }: AdvisedAction): MoveStep[] {
  const { costs } = snapshot.table;
  const isFree = snapshot.view.phase.type !== 'turn' || snapshot.view.free_roads > 0;
  const now = builtBy(action);
  const hand = snapshot.view.own?.hand;
  if (!hand || isFree) return [];
  const left = now ? without(hand, costs[now]) : hand;
  const later = (what: Paid): MoveStep => {
    const missing = without(costs[what], left);
    return { what, cards: missing, when: total(missing) ? 'lacks' : 'later' };
  };
  return [
    ...(now ? [{ what: now, cards: costs[now], when: 'now' as const }] : []),
    ...(reason?.type === 'road' && reason.toward
      ? [later(reason.toward.roads ? 'road' : 'settlement')]
      : []),
    ...(reason?.type === 'goal' && reason.goal !== 'longest_road' ? [later(reason.goal)] : []),
  ];
}

/** The pieces of a hint: the one that is placed now, and the settlement to follow, where a road leads or a pair is completed. */
export function planOf(snapshot: TableSnapshot, { action, reason }: AdvisedAction): Planned[] {
  const color = snapshot.seats[snapshot.table.you ?? -1]?.color;
  const [place, piece] = [placeOf(action), pieceOf(action)];
  if (!color || !place || !piece) return [];
  const pick = { ...place, piece };
  const next = followedBy(reason);
  const later = { kind: 'intersection', piece: 'settlement' } as const;
  return [
    { pick, color, later: false },
    ...(next === null ? [] : [{ pick: { ...later, id: next }, color, later: true }]),
  ];
}

/** Where the settlement comes that is to follow; null where none is. */
function followedBy(reason: AdviceReason | null): Intersection | null {
  if (reason?.type === 'settlement') return reason.next;
  return reason?.type === 'road' ? (reason.toward?.at ?? null) : null;
}
