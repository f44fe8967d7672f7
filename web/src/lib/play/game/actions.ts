/** The buttons of a turn: what they cost, and why they cannot be pressed. */

import {
  contains,
  developmentCount,
  DEVELOPMENT_CARDS,
  NO_CARDS,
  total,
  without,
} from '../../base/cards';
import { t } from '../../base/language/messages';
import { problemText } from '../../base/problem-text';
import type { Cards, DevelopmentCard } from '../../base/protocol';
import {
  CANNOT_PAY_CITY,
  CANNOT_PAY_DEVELOPMENT_CARD,
  CANNOT_PAY_ROAD,
  CANNOT_PAY_SETTLEMENT,
  GAME_OVER,
  NOT_PLAYED,
  NOT_TO_ACT,
  OUT_OF_PHASE,
} from '../../base/protocol/clauses';
import { cardName, cardsText, cardText, type Piece } from '../../base/words';
import {
  builderOf,
  isYourSpecialBuilding,
  isYourTurn,
  properName,
  seatView,
  viewerOf,
  type TableSnapshot,
} from './snapshot';
import { pieceInHand, type Tool } from './targets';

/** Where the rules say what something costs. */
const COST_CLAUSE: Readonly<Record<string, string>> = {
  road: CANNOT_PAY_ROAD,
  settlement: CANNOT_PAY_SETTLEMENT,
  city: CANNOT_PAY_CITY,
  development_card: CANNOT_PAY_DEVELOPMENT_CARD,
};

/** What a button does. */
export type ButtonId = Piece | 'development_card' | 'trade';

/** A button of the turn. */
export interface ActionButton {
  readonly id: ButtonId;
  readonly label: string;
  /** Pieces or cards left; null where nothing runs out. */
  readonly left: number | null;
  readonly cost: Cards | null;
  readonly enabled: boolean;
  /** Whether picks on the board do this now. */
  readonly pressed: boolean;
  /** The cards that the viewer lacks for it, where only they are missing. */
  readonly missing: Cards | null;
  /** Why it cannot be done; null where it can. */
  readonly why: string | null;
  /** The clause that says so. */
  readonly clause: string | null;
}

/** The large button: roll, end the turn, or end the own special building. */
export interface PrimaryButton {
  readonly kind: 'roll' | 'end_turn' | 'pass';
  readonly label: string;
  readonly enabled: boolean;
  readonly why: string | null;
  readonly clause: string | null;
}

/** A kind of development card in the viewer's hand. */
export interface HeldCard {
  readonly card: DevelopmentCard;
  readonly name: string;
  readonly text: string;
  readonly count: number;
  /** Whether some of them were bought in this turn. */
  readonly fresh: boolean;
  readonly playable: boolean;
  readonly why: string | null;
  readonly clause: string | null;
}

/** Why something cannot be had now. */
interface Reason {
  readonly why: string | null;
  readonly clause: string | null;
}

const NO_REASON: Reason = { why: null, clause: null };

/** The buttons for building, buying and trading. */
export function actionButtons(snapshot: TableSnapshot, tool: Tool): ActionButton[] {
  const seat = viewerOf(snapshot);
  if (seat === null) return [];
  const { choices, table, view } = snapshot;
  const own = seatView(snapshot, seat);
  const inHand = pieceInHand(snapshot, tool);
  const isOpening = isSetUp(snapshot);
  const build = (id: Piece | 'development_card', label: string, left: number, enabled: boolean) => {
    // The first pieces are free, and nothing else is missing for them than their turn.
    const isFree = isOpening && (id === 'settlement' || id === 'road');
    const cost = isFree ? NO_CARDS : table.costs[id];
    const due = isOpening ? NO_CARDS : cost;
    return {
      id,
      label,
      left,
      cost,
      enabled,
      pressed: inHand === id,
      missing: enabled ? null : missingCards(snapshot, due),
      ...(enabled ? NO_REASON : reason(snapshot, id, due)),
    };
  };
  const freeRoads = isYourTurn(snapshot) ? view.free_roads : 0;
  const trading = choices.offer || choices.maritime_trade || choices.suggest;
  return [
    freeRoads
      ? {
          ...build('road', t('actions.freeRoad'), freeRoads, choices.roads.length > 0),
          cost: NO_CARDS,
          missing: null,
        }
      : build('road', t('actions.road'), own.roads_left, choices.roads.length > 0),
    build(
      'settlement',
      t('actions.settlement'),
      own.settlements_left,
      choices.settlements.length > 0,
    ),
    build('city', t('actions.city'), own.cities_left, choices.cities.length > 0),
    build('development_card', t('actions.card'), view.deck, choices.buy_development_card),
    {
      id: 'trade',
      label: t('actions.trade'),
      left: null,
      cost: null,
      enabled: trading,
      pressed: false,
      missing: null,
      ...(trading ? NO_REASON : reason(snapshot, 'trade', NO_CARDS)),
    },
  ];
}

/** The large button. */
export function primaryButton(snapshot: TableSnapshot): PrimaryButton {
  const { choices, view } = snapshot;
  if (isYourSpecialBuilding(snapshot) && view.phase.type === 'special_building') {
    return { kind: 'pass', label: t('actions.done'), enabled: choices.pass, ...NO_REASON };
  }
  if (choices.roll) return { kind: 'roll', label: t('actions.roll'), enabled: true, ...NO_REASON };
  const rolled = view.dice !== null || !isYourTurn(snapshot) || view.phase.type !== 'turn';
  return {
    kind: rolled ? 'end_turn' : 'roll',
    label: rolled ? t('actions.endTurn') : t('actions.roll'),
    enabled: choices.end_turn,
    ...(choices.end_turn ? NO_REASON : reason(snapshot, 'end_turn', NO_CARDS)),
  };
}

/** The viewer's development cards. */
export function heldCards(snapshot: TableSnapshot): HeldCard[] {
  const { own } = snapshot.view;
  if (!own) return [];
  return DEVELOPMENT_CARDS.filter((card) => developmentCount(own.development, card) > 0).map(
    (card) => {
      const playable = snapshot.choices.play.includes(card);
      return {
        card,
        name: cardName(card),
        text: textHere(snapshot, card),
        count: developmentCount(own.development, card),
        fresh: developmentCount(own.bought, card) > 0,
        playable,
        ...(playable ? NO_REASON : cardReason(snapshot, card)),
      };
    },
  );
}

/** What of a cost the viewer's hand lacks; null where it lacks nothing. */
/** Whether the first pieces are being placed. */
function isSetUp({ view: { phase } }: TableSnapshot): boolean {
  return phase.type === 'set_up_settlement' || phase.type === 'set_up_road';
}

function missingCards(snapshot: TableSnapshot, cost: Cards): Cards | null {
  const hand = snapshot.view.own?.hand;
  if (!hand || contains(hand, cost)) return null;
  return without(cost, hand);
}

function textHere(snapshot: TableSnapshot, card: DevelopmentCard): string {
  return card === 'victory_point' && snapshot.table.rules.variants.played_victory_points
    ? t('actions.playedVictoryPoint')
    : cardText(card);
}

function cardReason(snapshot: TableSnapshot, card: DevelopmentCard): Reason {
  if (card === 'victory_point' && !snapshot.table.rules.variants.played_victory_points) {
    return { why: t('actions.victoryPointNeverPlayed'), clause: NOT_PLAYED };
  }
  return reason(snapshot, card, NO_CARDS);
}

/** Why something cannot be had now, in one sentence. */
function reason(snapshot: TableSnapshot, what: string, cost: Cards): Reason {
  if (!snapshot.started) {
    return { why: t('actions.notStarted'), clause: null };
  }
  if (snapshot.view.phase.type === 'over') {
    return { why: t('actions.over'), clause: GAME_OVER };
  }
  const builds = isYourSpecialBuilding(snapshot);
  if (!builds && snapshot.view.special !== null) {
    const name = properName(snapshot, builderOf(snapshot));
    return { why: t('actions.mayBuild', { name }), clause: NOT_TO_ACT };
  }
  if (!builds && !isYourTurn(snapshot)) {
    const name = properName(snapshot, snapshot.view.active);
    return { why: t('actions.turnOf', { name }), clause: NOT_TO_ACT };
  }
  const told = snapshot.choices.why_not.find((each) => each.what === what)?.problem;
  const missing = missingCards(snapshot, cost);
  if (missing && (!told || told.code === `cannot_pay_${what}`)) {
    const why = t('actions.missing', { cards: cardsText(missing), count: total(missing) });
    return { why, clause: told?.clause ?? COST_CLAUSE[what] ?? null };
  }
  return told
    ? { why: problemText(told), clause: told.clause }
    : { why: t('actions.notNow'), clause: isSetUp(snapshot) ? 'SET-02' : OUT_OF_PHASE };
}
