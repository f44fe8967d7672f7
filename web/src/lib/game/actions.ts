/** The buttons of a turn: what they cost, and why they cannot be pressed. */

import { contains, developmentCount, DEVELOPMENT_CARDS, NO_CARDS, total, without } from '../cards';
import type { Cards, DevelopmentCard } from '../protocol';
import { capitalized, CARD_NAME, CARD_TEXT, cardsText, type Piece } from '../words';
import { isYourTurn, properName, seatView, viewerOf, type Scene } from './scene';
import { pieceInHand, type Tool } from './targets';

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
}

/** The large button: roll, or end the turn. */
export interface PrimaryButton {
  readonly kind: 'roll' | 'end_turn';
  readonly label: string;
  readonly enabled: boolean;
  readonly why: string | null;
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
}

/** The buttons for building, buying and trading. */
export function actionButtons(scene: Scene, tool: Tool): ActionButton[] {
  const seat = viewerOf(scene);
  if (seat === null) return [];
  const { choices, table, view } = scene;
  const own = seatView(scene, seat);
  const inHand = view.phase.type === 'trade' && tool === null ? null : pieceInHand(scene, tool);
  const build = (id: Piece | 'development_card', label: string, left: number, enabled: boolean) => {
    const cost = table.costs[id];
    const why = enabled ? null : reason(scene, id, cost);
    return {
      id,
      label,
      left,
      cost,
      enabled,
      pressed: inHand === id,
      missing: enabled ? null : missingCards(scene, cost),
      why,
    };
  };
  const trading = choices.offer || choices.maritime_trade || choices.suggest;
  return [
    build('road', 'Road', own.roads_left, choices.roads.length > 0),
    build('settlement', 'Settlement', own.settlements_left, choices.settlements.length > 0),
    build('city', 'City', own.cities_left, choices.cities.length > 0),
    build('development_card', 'Card', view.deck, choices.buy_development_card),
    {
      id: 'trade',
      label: 'Trade',
      left: null,
      cost: null,
      enabled: trading,
      pressed: false,
      missing: null,
      why: trading ? null : reason(scene, 'trade', NO_CARDS),
    },
  ];
}

/** The large button. */
export function primaryButton(scene: Scene): PrimaryButton {
  const { choices, view } = scene;
  if (choices.roll) return { kind: 'roll', label: 'Roll', enabled: true, why: null };
  const rolled = view.dice !== null || !isYourTurn(scene) || view.phase.type !== 'turn';
  return {
    kind: rolled ? 'end_turn' : 'roll',
    label: rolled ? 'End turn' : 'Roll',
    enabled: choices.end_turn,
    why: choices.end_turn ? null : reason(scene, 'end_turn', NO_CARDS),
  };
}

/** The viewer's development cards. */
export function heldCards(scene: Scene): HeldCard[] {
  const { own } = scene.view;
  if (!own) return [];
  return DEVELOPMENT_CARDS.filter((card) => developmentCount(own.development, card) > 0).map(
    (card) => {
      const playable = scene.choices.play.includes(card);
      return {
        card,
        name: CARD_NAME[card],
        text: CARD_TEXT[card],
        count: developmentCount(own.development, card),
        fresh: developmentCount(own.bought, card) > 0,
        playable,
        why: playable ? null : cardReason(scene, card),
      };
    },
  );
}

/** What of a cost the viewer's hand lacks; null where it lacks nothing. */
function missingCards(scene: Scene, cost: Cards): Cards | null {
  const hand = scene.view.own?.hand;
  if (!hand || contains(hand, cost)) return null;
  return without(cost, hand);
}

function cardReason(scene: Scene, card: DevelopmentCard): string {
  if (card === 'victory_point') return 'Counts one point and is never played.';
  return reason(scene, card, NO_CARDS);
}

/** Why something cannot be had now, in one sentence. */
function reason(scene: Scene, what: string, cost: Cards): string {
  if (!scene.started) return 'The game begins when every seat is taken.';
  if (scene.view.phase.type === 'over') return 'The game is over.';
  if (!isYourTurn(scene)) return `It is ${properName(scene, scene.view.active)}'s turn.`;
  const why = scene.choices.why_not.find((each) => each.what === what)?.problem;
  const missing = missingCards(scene, cost);
  if (missing && (!why || why.code.startsWith('cannot_pay'))) {
    return `${capitalized(cardsText(missing))} ${total(missing) === 1 ? 'is' : 'are'} missing.`;
  }
  return why?.message ?? 'Something else has to be done first.';
}
