/** The questions before what cannot be taken back, and before picks that were not prepared. */

import { canPick, type Pick, type Targets } from '../board/targets';
import { total } from '../../base/cards';
import { listed } from '../../base/language/format';
import { t } from '../../base/language/messages';
import { cardsText, cardText } from '../../base/words';
import type { Ask, Draft } from './draft';
import { cardsRound, hexShort, intersectionLabel, pathLabel } from './labels';
import type { Cards } from '../../base/protocol';
import { hasOpenOffer, properName, viewerOf, type TableSnapshot } from './snapshot';

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
    piece === 'robber' || piece === 'first_cards' || snapshot.view.phase.type === 'set_up_road'
  );
}

/** What is lost when the turn ends now; null where nothing is. */
export function lostAtEnd(
  snapshot: TableSnapshot,
  { trade, chooser, selected }: Draft,
): string | null {
  if (hasOpenOffer(snapshot)) return t('confirm.offerWithdrawn');
  // What all have declined was sent, and is there again to be read.
  const begun = trade && trade.declinedBy.length === 0;
  if (begun && total(trade.give) + total(trade.get) > 0) return t('confirm.tradeNotSent');
  if (chooser) return t('confirm.cardNotPlayed');
  return selected ? t('confirm.notBuilt') : null;
}

const PLAY = {
  knight: 'confirm.playKnight',
  road_building: 'confirm.playRoadBuilding',
  victory_point: 'confirm.playVictoryPoint',
} as const satisfies Partial<Record<Ask, string>>;

function askAbout(snapshot: TableSnapshot, ask: Ask, draft: Draft): Confirmation | null {
  const { choices, table } = snapshot;
  const question = { where: '', careful: false };
  switch (ask) {
    case 'development_card':
      if (!choices.buy_development_card) return null;
      return {
        ...question,
        title: t('confirm.buyCard'),
        detail: costsText(table.costs.development_card),
        yes: t('confirm.buy'),
      };
    case 'end_turn':
      if (!choices.end_turn) return null;
      return {
        ...question,
        title: t('confirm.endTurn'),
        detail: lostAtEnd(snapshot, draft) ?? '',
        yes: t('confirm.endTurnYes'),
        careful: true,
      };
    case 'knight':
    case 'road_building':
    case 'victory_point': {
      if (!choices.play.includes(ask)) return null;
      const detail = ask === 'victory_point' ? t('confirm.countsPoint') : cardText(ask);
      return { ...question, title: t(PLAY[ask]), detail, yes: t('confirm.play') };
    }
  }
}

function askAboutPlace(snapshot: TableSnapshot, { kind, piece, id }: Pick): Confirmation {
  const question = { careful: false };
  if (piece === 'robber') {
    const where = hexShort(snapshot.board, id);
    return {
      ...question,
      title: t('confirm.moveRobber', { place: where }),
      detail: robberDetail(snapshot, id),
      where,
      yes: t('confirm.move'),
    };
  }
  const where =
    kind === 'path'
      ? pathLabel(snapshot, id, true)
      : intersectionLabel(snapshot, id, piece !== 'city');
  if (piece === 'first_cards') {
    return {
      ...question,
      title: t('confirm.takeFirstCards'),
      detail: cardsText(cardsRound(snapshot.board, id)),
      where,
      yes: t('confirm.take'),
    };
  }
  const { type } = snapshot.view.phase;
  const free = type !== 'turn' && type !== 'special_building' && !hasOpenOffer(snapshot);
  return free
    ? {
        ...question,
        title: t('confirm.placeHere', { piece }),
        detail: '',
        where,
        yes: t('confirm.place'),
      }
    : {
        ...question,
        title: t('confirm.buildHere', { piece }),
        detail: costsText(snapshot.table.costs[piece]),
        where,
        yes: t('confirm.build'),
      };
}

function costsText(cost: Cards): string {
  return t('confirm.costs', { cards: cardsText(cost) });
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
  const victims = snapshot.choices.robber.find(({ to }) => to === hex)?.victims ?? [];
  const robbed = victims.map((seat) =>
    t('confirm.handOf', {
      name: properName(snapshot, seat),
      count: snapshot.view.seats[seat]?.hand ?? 0,
    }),
  );
  const own = blocksOwn(snapshot, hex);
  if (!robbed.length) {
    return own ? t('confirm.nobodyToRobBlocksOwn') : t('confirm.nobodyToRob');
  }
  const people = listed(robbed, 'unit');
  return own ? t('confirm.toRobBlocksOwn', { people }) : t('confirm.toRob', { people });
}
