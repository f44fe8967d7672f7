/**
 * Carries out commands through the same controller as the buttons of the table, with the same
 * confirmations.
 */

import { contains, held, NO_CARDS, only, plus, total } from '../cards';
import { offerCard, suggestionCards, type SuggestionCard } from '../game/offers';
import {
  absentSeats,
  isYourTurn,
  properName,
  viewerOf,
  type TableSnapshot,
} from '../game/snapshot';
import type { TableController } from '../game/table-controller.svelte';
import type { BuilderMode } from '../game/trade';
import type { ViewModel } from '../game/view-model';
import { listed } from '../language/format';
import { t } from '../language/messages';
import type { Cards, DevelopmentCard, Remedy, Resource, Seat } from '../protocol';
import { cardsText, type Piece } from '../words';
import type { Command, Side, Swap } from './commands';
import { say } from './people';
import { NOTHING, refusal, type Reply } from './reply';
import { because, legalPlaces, whyThere } from './why';

/** Whom the robber is to rob once it has been moved: `rob c4 mira` is two steps. */
export interface Plan {
  victim: Seat | null;
}

/** A table to act at. */
interface Acting {
  readonly controller: TableController;
  readonly snapshot: TableSnapshot;
  readonly model: ViewModel;
  readonly plan: Plan;
}

const REMEDIES = { remind: 'remind', minute: 'clock', skip: 'skip', replace: 'replace' } as const;

/** Does it. What cannot be done is told with the reason; null for what is no act at the table. */
export function perform(command: Command, controller: TableController, plan: Plan): Reply | null {
  const { model, store } = controller;
  const { snapshot } = store;
  if (!model || !snapshot) return null;
  const acting = { controller, snapshot, model, plan };
  switch (command.id) {
    case 'settlement':
    case 'city':
    case 'road':
      return build(acting, command.id, command.at);
    case 'first':
      return first(acting, command.at);
    case 'rob':
      return command.hex === null
        ? rob(acting, command.victim)
        : moveRobber(acting, command.hex, command.victim);
    case 'roll':
    case 'end':
      return primary(acting, command.id);
    case 'pass':
      return pass(acting);
    case 'buy': {
      const button = model.actions.find(({ id }) => id === 'development_card');
      if (!button?.enabled) return refused(because(button));
      controller.press(button);
      return NOTHING;
    }
    case 'knight':
      return play(acting, 'knight');
    case 'roads':
      return play(acting, 'road_building');
    case 'point':
      return play(acting, 'victory_point');
    case 'plenty':
      return plenty(acting, command.cards);
    case 'monopoly':
      return monopoly(acting, command.resource);
    case 'discard':
      return discard(acting, command.cards);
    case 'undo':
      if (!model.canUndo) return refusal(t('textAnswers.noUndo'));
      controller.undo();
      return NOTHING;
    case 'offer':
      return offer(acting, command.swap, command.to);
    case 'suggest':
      return send(acting, command.swap, isYourTurn(snapshot) ? 'another' : 'suggest');
    case 'bank':
      return bank(acting, command.swap);
    case 'counter':
      return counter(acting, command.swap, command.more);
    case 'accept':
      return accept(acting, command.seat);
    case 'decline':
      return decline(acting, command.seat, command.all);
    case 'confirm':
      return confirm(acting, command.seat);
    case 'withdraw':
      return withdraw(acting);
    case 'listen':
      controller.listen();
      return NOTHING;
    case 'block':
      controller.block(command.seat);
      return NOTHING;
    case 'unblock':
      controller.unblock(command.seat);
      return NOTHING;
    case 'say':
      return say(store, snapshot, command.text);
    case 'pause':
    case 'unpause':
      void store.arrange({ type: command.id });
      return NOTHING;
    case 'remind':
    case 'minute':
    case 'skip':
    case 'replace':
      return remedy(acting, command.seat, REMEDIES[command.id]);
    case 'back':
      store.playOn();
      return NOTHING;
    case 'time':
      store.moreTime();
      return NOTHING;
    default:
      return null;
  }
}

function refused(why: Reply): Reply {
  return { ...why, isProblem: true };
}

function notNow({ model }: Acting): Reply {
  return refusal(t('textAnswers.notNowBecause', { status: `${model.status.text}.` }));
}

function build(acting: Acting, piece: Piece, at: number): Reply {
  const { controller, snapshot, model } = acting;
  const button = model.actions.find(({ id }) => id === piece);
  if (!legalPlaces(snapshot, piece).includes(at)) {
    return refused(whyThere(snapshot, button, piece, at));
  }
  const lit = model.targets.kind === 'none' ? null : model.targets.piece;
  if (lit !== piece && button) controller.press(button);
  if (piece === 'road') controller.pick({ kind: 'path', piece, id: at });
  else controller.pick({ kind: 'intersection', piece, id: at });
  return NOTHING;
}

function first(acting: Acting, at: number): Reply {
  if (!acting.snapshot.choices.first_cards.includes(at)) return notNow(acting);
  acting.controller.pick({ kind: 'intersection', piece: 'first_cards', id: at });
  return NOTHING;
}

function moveRobber(acting: Acting, hex: number, victim: Seat | null): Reply {
  const { controller, snapshot, plan } = acting;
  const { robber, victims } = snapshot.choices;
  if (!robber.length && victims.length && hex === snapshot.view.robber) return rob(acting, victim);
  if (!robber.includes(hex)) return notNow(acting);
  plan.victim = victim;
  controller.pick({ kind: 'hex', piece: 'robber', id: hex });
  return NOTHING;
}

function rob(acting: Acting, victim: Seat | null): Reply {
  const { controller, snapshot } = acting;
  const { victims } = snapshot.choices;
  if (!victims.length || victim === null) return notNow(acting);
  if (!victims.includes(victim)) {
    return refusal(t('textAnswers.notAVictim', { name: properName(snapshot, victim) }));
  }
  controller.rob(victim);
  return NOTHING;
}

function primary(acting: Acting, wanted: 'roll' | 'end'): Reply {
  const { primary: button } = acting.model;
  const meant = (button.kind === 'roll') === (wanted === 'roll');
  if (!meant) return notNow(acting);
  if (!button.enabled) return refused(because(button));
  acting.controller.pressPrimary(true);
  return NOTHING;
}

function pass(acting: Acting): Reply {
  if (!acting.snapshot.choices.pass) return notNow(acting);
  acting.controller.pass();
  return NOTHING;
}

function play(acting: Acting, card: DevelopmentCard): Reply {
  const held = acting.model.heldCards.find((each) => each.card === card);
  if (!held?.playable) return refused(because(held));
  if (card === 'knight') acting.controller.playKnight();
  else acting.controller.play(held);
  return NOTHING;
}

/** Cards, one of each kind that has no number. */
export function cardsOfSide({ cards }: Side): Cards {
  return cards.reduce<Cards>(
    (sum, { resource, count }) => plus(sum, only(resource, count ?? 1)),
    NO_CARDS,
  );
}

function plenty(acting: Acting, side: Side): Reply {
  const { controller, snapshot, model } = acting;
  const held = model.heldCards.find(({ card }) => card === 'year_of_plenty');
  if (!held?.playable) return refused(because(held));
  // One kind alone is meant for all of them.
  const [kind, ...others] = side.cards;
  const due = snapshot.choices.plenty;
  const alone = kind && !others.length && kind.count === null;
  const cards = alone ? only(kind.resource, due) : cardsOfSide(side);
  if (total(cards) !== due) return wrongCount(due, total(cards));
  if (!contains(snapshot.view.bank, cards)) {
    const { bank } = snapshot.view;
    return refusal(
      t('textAnswers.bankHolds', { cards: cardsText(bank), count: snapshot.view.deck }),
    );
  }
  controller.play(held);
  fill(controller, cards);
  controller.playPlenty();
  return NOTHING;
}

function monopoly({ controller, model }: Acting, resource: Resource): Reply {
  const held = model.heldCards.find(({ card }) => card === 'monopoly');
  if (!held?.playable) return refused(because(held));
  controller.play(held);
  controller.playMonopoly(resource);
  return NOTHING;
}

function discard(acting: Acting, side: Side): Reply {
  const { controller, snapshot } = acting;
  const due = snapshot.choices.discard;
  const hand = snapshot.view.own?.hand ?? NO_CARDS;
  if (due === 0) return notNow(acting);
  const cards = cardsOfSide(side);
  if (total(cards) !== due) return wrongCount(due, total(cards));
  if (!contains(hand, cards)) return refusal(t('textAnswers.youHold', { cards: cardsText(hand) }));
  fill(controller, cards);
  controller.discard();
  return NOTHING;
}

/** Puts exactly these cards into the tray. */
function fill(controller: TableController, cards: Cards): void {
  each(controller.draft.tray, (resource) => {
    controller.removeFromTray(resource);
  });
  each(cards, (resource) => {
    controller.addToTray(resource);
  });
}

function each(cards: Cards, run: (resource: Resource) => void): void {
  for (const { resource, count } of held(cards)) for (let at = 0; at < count; at++) run(resource);
}

function wrongCount(count: number, chosen: number): Reply {
  return refusal(t('textAnswers.wrongCount', { count, chosen }));
}

// Trades

function bargainOf({ give, get }: Swap) {
  return {
    give: cardsOfSide(give),
    get: cardsOfSide(get),
    anyGive: give.any,
    anyGet: get.any,
  };
}

function offer(acting: Acting, swap: Swap, to: readonly Seat[] | null): Reply {
  const { snapshot } = acting;
  // In another's turn there is only that player to trade with.
  if (!isYourTurn(snapshot)) return send(acting, swap, 'suggest');
  const others = snapshot.seats.flatMap((_, seat) => (seat === viewerOf(snapshot) ? [] : [seat]));
  return send(acting, swap, 'offer', { to: to ?? others });
}

/** Puts a trade together and sends it. */
function send(
  acting: Acting,
  swap: Swap | ReturnType<typeof bargainOf>,
  mode: BuilderMode,
  more: { to?: readonly Seat[]; answers?: number } = {},
): Reply {
  const { controller, model } = acting;
  const bargain = 'anyGive' in swap ? swap : bargainOf(swap);
  controller.openTrade({ ...bargain, ...more }, mode);
  const panel = controller.model?.panel;
  if (panel?.kind !== 'builder') {
    controller.cancel();
    return refused(
      because(
        model.actions.find(({ id }) => id === 'trade'),
        false,
      ),
    );
  }
  const { builder } = panel;
  if (!builder.canSend) {
    controller.cancel();
    return refusal(builder.sentence, builder.clause);
  }
  controller.sendTrade();
  return NOTHING;
}

/** Trades with the bank: numbers that were not typed are those of the bank's rates. */
function bank(acting: Acting, swap: Swap): Reply {
  const { controller, snapshot, model } = acting;
  if (!snapshot.choices.maritime_trade) {
    return refused(
      because(
        model.actions.find(({ id }) => id === 'trade'),
        false,
      ),
    );
  }
  const get = cardsOfSide(swap.get);
  const [kind, ...others] = swap.give.cards;
  const rate = model.hand.find(({ resource }) => resource === kind?.resource)?.rate ?? 4;
  const alone = kind && !others.length && kind.count === null;
  const give = alone ? only(kind.resource, rate * total(get)) : cardsOfSide(swap.give);
  if (!contains(snapshot.view.own?.hand ?? NO_CARDS, give)) {
    const hand = cardsText(snapshot.view.own?.hand ?? NO_CARDS);
    return refusal(t('textAnswers.youHold', { cards: hand }));
  }
  controller.openTrade({ give, get }, 'offer');
  const panel = controller.model?.panel;
  const trades = panel?.kind === 'builder' ? panel.builder.bank : [];
  if (trades.length) controller.tradeWithBank();
  controller.cancel();
  if (trades.length) return NOTHING;
  return refusal(t('textAnswers.bankWould', { give: cardsText(give), get: cardsText(get) }));
}

/** The suggestions of others to the reader, or those of one of them. */
function suggestionsOf(snapshot: TableSnapshot, seat: Seat | null): SuggestionCard[] {
  return suggestionCards(snapshot).filter(
    ({ kind, from }) => kind !== 'own' && (seat === null || from === seat),
  );
}

/** Whose it may be, where several have made one. */
function whichOf(cards: readonly { name: string }[]): Reply {
  return refusal(
    t('textAnswers.whichOffer', {
      names: listed(
        cards.map(({ name }) => name),
        'disjunction',
      ),
    }),
  );
}

function counter(acting: Acting, swap: Swap | null, more: Side | null): Reply {
  const { snapshot } = acting;
  const open = offerCard(snapshot);
  const changed = (terms: { give: Cards; get: Cards }) =>
    swap ? bargainOf(swap) : { ...terms, get: plus(terms.get, cardsOfSide(more ?? NO_SIDE)) };
  const sent = (terms: { give: Cards; get: Cards }) => ({
    anyGive: 0,
    anyGet: 0,
    ...changed(terms),
  });
  if (open?.canAnswer) {
    const terms = open.yourCounter ?? open.bargain;
    return send(acting, sent(terms), 'counter', { answers: open.line });
  }
  const [card, ...others] = suggestionsOf(snapshot, null);
  if (!card) return refusal(t('textAnswers.nothingToCounter'));
  if (others.length) return whichOf([card, ...others]);
  return isYourTurn(snapshot)
    ? send(acting, sent(card.bargain), 'offer', { to: [card.from] })
    : send(acting, sent(card.bargain), 'answer', { answers: card.line });
}

const NO_SIDE: Side = { cards: [], any: 0 };

function accept(acting: Acting, seat: Seat | null): Reply {
  const { controller, snapshot } = acting;
  const open = offerCard(snapshot);
  if (open?.canAnswer && (seat === null || seat === open.from)) {
    if (!open.canAccept) {
      return refusal(
        open.short
          ? t('textAnswers.youHold', { cards: cardsText(snapshot.view.own?.hand ?? NO_CARDS) })
          : t('textAnswers.notNow'),
      );
    }
    controller.accept(open.line);
    return NOTHING;
  }
  const agreed = open?.rows.filter((row) => row.canConfirm && (seat === null || row.seat === seat));
  const [row, ...rows] = agreed ?? [];
  if (row && !rows.length) {
    controller.confirmTrade(row.seat);
    return NOTHING;
  }
  if (row) return whichOf([row, ...rows]);
  const [card, ...others] = suggestionsOf(snapshot, seat);
  if (!card) return refusal(t('textAnswers.nothingToAccept'));
  if (others.length) return whichOf([card, ...others]);
  if (!card.canTake) return refusal(t('textAnswers.cannotPay'));
  controller.takeSuggestion(card);
  return NOTHING;
}

function decline(acting: Acting, seat: Seat | null, all: boolean): Reply {
  const { controller, snapshot } = acting;
  const open = offerCard(snapshot);
  if (all && snapshot.choices.decline_all) {
    controller.declineAll();
    return NOTHING;
  }
  if (open?.canAnswer && (seat === null || seat === open.from)) {
    controller.decline(open.line);
    return NOTHING;
  }
  const [card, ...others] = suggestionsOf(snapshot, seat);
  if (!card) return refusal(t('textAnswers.nothingToDecline'));
  if (others.length && !all) return whichOf([card, ...others]);
  for (const one of all ? [card, ...others] : [card]) controller.declineSuggestion(one);
  return NOTHING;
}

function confirm({ controller, snapshot }: Acting, seat: Seat): Reply {
  if (!snapshot.choices.confirm.includes(seat)) {
    return refusal(t('textAnswers.notAgreed', { name: properName(snapshot, seat) }));
  }
  controller.confirmTrade(seat);
  return NOTHING;
}

function withdraw({ controller, snapshot }: Acting): Reply {
  const own = suggestionCards(snapshot).findLast(({ kind }) => kind === 'own');
  if (snapshot.choices.withdraw) controller.withdraw();
  else if (own) controller.takeBack(own);
  else return refusal(t('textAnswers.nothingToWithdraw'));
  return NOTHING;
}

// People

function remedy({ controller, snapshot }: Acting, seat: Seat, wanted: Remedy): Reply {
  const absent = absentSeats(snapshot).includes(seat);
  if (wanted === 'replace' && snapshot.paused && absent) {
    void controller.store.arrange({ type: 'stand_in', seat });
  } else controller.store.remedy(seat, wanted);
  return NOTHING;
}
