/**
 * Everything that a page shows of a table, worked out of what the server said and of what the
 * player has taken up. It knows words, not rules: what may be done is what `Choices` lists. Whatever
 * draws a table, in pictures or in words, draws this.
 */

import type { PlaceLabels, Targets, TargetSet } from '../board/targets';
import { countOf, NO_CARDS, RESOURCES, total } from '../../base/cards';
import type { Cards, HexId, Intersection, Resource, Seat } from '../../base/protocol';
import {
  actionButtons,
  heldCards,
  primaryButton,
  type ActionButton,
  type HeldCard,
  type PrimaryButton,
} from './actions';
import { confirmation, type Confirmation } from './confirmation';
import type { Draft } from './draft';
import { cardsRound, hexShort, placeLabels, placeName } from './labels';
import { offerCard, suggestionCards, type OfferCard, type SuggestionCard } from './offers';
import { ranking, type RankingRow } from './ranking';
import {
  askedToInterrupt,
  isYourSpecialBuilding,
  isYourTurn,
  openSeats,
  properName,
  viewerOf,
  type TableSnapshot,
} from './snapshot';
import { playerPanels, type PlayerPanel } from './player-panels';
import { status, type Status } from './status';
import { quietTargets, targets } from './targets';
import { builder, canTrade, type Builder } from './trade';

/** One resource in the viewer's hand. */
export interface HandHeap {
  readonly resource: Resource;
  readonly count: number;
  /** How many of them the bank takes for one. */
  readonly rate: number;
  /** How many of them lie in the open draft or tray. */
  readonly lifted: number;
  /** How many more there would be after the trade that is offered. */
  readonly would: number;
}

/** Somebody who can be robbed. */
export interface Victim {
  readonly seat: Seat;
  readonly name: string;
  readonly card: PlayerPanel;
}

/** A settlement of the beginners' game, and the cards that it brings. */
export interface FirstSettlement {
  readonly at: Intersection;
  readonly place: string;
  readonly cards: Cards;
}

/** What the context panel shows. */
export type Panel =
  | { readonly kind: 'none' }
  /** Seats for whoever watches: to be asked for, or bots' seats that are theirs at once. */
  | { readonly kind: 'waiting'; readonly open: readonly Seat[]; readonly free: boolean }
  | {
      readonly kind: 'discard';
      readonly due: number;
      readonly tray: Cards;
      readonly ready: boolean;
    }
  | { readonly kind: 'robber'; readonly mayStay: boolean }
  | { readonly kind: 'first_cards'; readonly settlements: readonly FirstSettlement[] }
  | {
      readonly kind: 'interrupt';
      readonly mover: string;
      readonly hex: string;
      readonly knight: boolean;
    }
  | { readonly kind: 'special'; readonly after: string; readonly canBuild: boolean }
  | {
      readonly kind: 'victims';
      readonly hex: HexId;
      readonly victims: readonly Victim[];
      readonly mayPass: boolean;
    }
  | { readonly kind: 'free_roads'; readonly left: number }
  | { readonly kind: 'plenty'; readonly count: number; readonly tray: Cards; readonly bank: Cards }
  | { readonly kind: 'monopoly' }
  | { readonly kind: 'builder'; readonly builder: Builder }
  | { readonly kind: 'offer'; readonly offer: OfferCard };

/** Whose offers the viewer does not hear, and can hear again. */
export interface Stance {
  /** Whether the viewer says no to every offer of this turn. */
  readonly declinesAll: boolean;
  /** The player whose turn it is, where the viewer has blocked them. */
  readonly blocks: { readonly seat: Seat; readonly name: string } | null;
}

/** A table, ready to be drawn. */
export interface ViewModel {
  readonly status: Status;
  readonly seats: readonly PlayerPanel[];
  readonly bank: Cards;
  readonly deck: number;
  readonly hand: readonly HandHeap[];
  readonly heldCards: readonly HeldCard[];
  readonly actions: readonly ActionButton[];
  readonly primary: PrimaryButton;
  readonly canUndo: boolean;
  readonly targets: Targets;
  /** What can be picked although it is not lit. */
  readonly quiet: readonly TargetSet[];
  readonly labels: PlaceLabels;
  readonly confirmation: Confirmation | null;
  readonly panel: Panel;
  readonly suggestions: readonly SuggestionCard[];
  readonly stance: Stance;
  readonly ranking: readonly RankingRow[] | null;
  /** The sum of this turn's dice, where the hexes that bear it are to stand out. */
  readonly rolled: number | null;
  /** How many throws are left, where a deck decides the rolls. */
  readonly throwsLeft: number | null;
  readonly playing: boolean;
}

/** Works out everything. */
export function viewModel(
  snapshot: TableSnapshot,
  draft: Draft,
  preparing: readonly Seat[] = [],
): ViewModel {
  const lit = targets(snapshot, draft.tool);
  const quiet = quietTargets(snapshot, draft.tool);
  const pickable = [lit, ...quiet];
  const { view } = snapshot;
  const seats = playerPanels(snapshot);
  const asked = panel(snapshot, draft, seats, preparing);
  return {
    status: status(snapshot),
    seats,
    bank: view.bank,
    deck: view.deck,
    hand: hand(snapshot, draft, asked),
    heldCards: heldCards(snapshot),
    actions: actionButtons(snapshot, draft.tool),
    primary: primaryButton(snapshot),
    canUndo: snapshot.choices.undo,
    targets: lit,
    quiet,
    labels: placeLabels(snapshot, pickable),
    confirmation: confirmation(snapshot, pickable, draft),
    panel: asked,
    stance: stance(snapshot),
    suggestions: suggestionCards(snapshot),
    ranking: ranking(snapshot),
    rolled: view.dice && view.phase.type !== 'over' ? view.dice[0] + view.dice[1] : null,
    throwsLeft: view.dice_deck?.length ?? null,
    playing: viewerOf(snapshot) !== null && view.phase.type !== 'over',
  };
}

function hand(snapshot: TableSnapshot, draft: Draft, asked: Panel): HandHeap[] {
  const own = snapshot.view.own;
  if (!own) return [];
  const lifted = snapshot.choices.discard > 0 ? draft.tray : (draft.trade?.give ?? NO_CARDS);
  const offer =
    asked.kind === 'offer' && (asked.offer.own || asked.offer.canAnswer) ? asked.offer : null;
  const { get, give } = offer?.bargain ?? { get: NO_CARDS, give: NO_CARDS };
  return RESOURCES.map((resource) => ({
    resource,
    count: countOf(own.hand, resource),
    rate: countOf(snapshot.choices.rates, resource),
    lifted: countOf(lifted, resource),
    would: countOf(get, resource) - countOf(give, resource),
  }));
}

function panel(
  snapshot: TableSnapshot,
  draft: Draft,
  seats: readonly PlayerPanel[],
  preparing: readonly Seat[],
): Panel {
  const { choices, view } = snapshot;
  const free = snapshot.seating.to_take ?? [];
  const open = free.length ? free : openSeats(snapshot);
  if (viewerOf(snapshot) === null && open.length && view.phase.type !== 'over') {
    return { kind: 'waiting', open, free: free.length > 0 };
  }
  if (choices.discard > 0) {
    const ready = total(draft.tray) === choices.discard;
    return { kind: 'discard', due: choices.discard, tray: draft.tray, ready };
  }
  if (choices.first_cards.length) {
    return { kind: 'first_cards', settlements: firstSettlements(snapshot) };
  }
  if (askedToInterrupt(snapshot) === viewerOf(snapshot) && choices.pass) {
    return {
      kind: 'interrupt',
      mover: properName(snapshot, view.robbing),
      hex: hexShort(snapshot.board, view.robber),
      knight: choices.play.includes('knight'),
    };
  }
  if (choices.robber.length) return { kind: 'robber', mayStay: choices.pass };
  if (choices.victims.length) {
    const victims = choices.victims.flatMap((seat) => {
      const card = seats[seat];
      return card ? [{ seat, name: card.name, card }] : [];
    });
    return { kind: 'victims', hex: view.robber, victims, mayPass: choices.pass };
  }
  if (view.phase.type === 'special_building' && isYourSpecialBuilding(snapshot)) {
    return {
      kind: 'special',
      after: properName(snapshot, view.active),
      canBuild: canBuildNow(snapshot),
    };
  }
  if (view.phase.type === 'free_roads' && isYourTurn(snapshot)) {
    return { kind: 'free_roads', left: view.free_roads };
  }
  if (draft.chooser === 'year_of_plenty' && choices.play.includes('year_of_plenty')) {
    return { kind: 'plenty', count: choices.plenty, tray: draft.tray, bank: view.bank };
  }
  if (draft.chooser === 'monopoly' && choices.play.includes('monopoly')) {
    return { kind: 'monopoly' };
  }
  if (draft.trade && canTrade(snapshot, draft.trade)) {
    return { kind: 'builder', builder: builder(snapshot, draft.trade) };
  }
  const offer = offerCard(snapshot, preparing);
  return offer ? { kind: 'offer', offer } : { kind: 'none' };
}

function stance(snapshot: TableSnapshot): Stance {
  const { active } = snapshot.view;
  const viewer = viewerOf(snapshot);
  const blocks = snapshot.choices.blocked.includes(active);
  return {
    declinesAll: viewer !== null && snapshot.declining.includes(viewer),
    blocks: blocks ? { seat: active, name: properName(snapshot, active) } : null,
  };
}

/** Whether the viewer can build or buy anything. */
export function canBuildNow({ choices }: TableSnapshot): boolean {
  const { roads, settlements, cities, buy_development_card } = choices;
  return roads.length + settlements.length + cities.length > 0 || buy_development_card;
}

function firstSettlements(snapshot: TableSnapshot): FirstSettlement[] {
  return snapshot.choices.first_cards.map((at) => ({
    at,
    place: placeName(snapshot.board.intersections[at]?.name ?? ''),
    cards: cardsRound(snapshot.board, at),
  }));
}
