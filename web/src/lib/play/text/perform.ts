/** What typed commands want at a table, or why they cannot have it. */

import { contains, NO_CARDS, only, plus, total } from '../../base/cards';
import { offerCard, suggestionCards, type SuggestionCard } from '../game/offers';
import { absentSeats } from '../game/pause';
import { isYourTurn, properName, type TableSnapshot } from '../game/snapshot';
import { bankTrades, builder, canTrade, type Bargain, type TradeDraft } from '../game/trade';
import type { ViewModel } from '../game/view-model';
import { command, COMMANDS, type TableCommand, type TypedId } from '../intent/commands';
import type { Caution, Intent } from '../intent/intent';
import { answerTo, newDraft, others, takeSuggestion } from '../intent/trade';
import { listed } from '../../base/language/format';
import { t } from '../../base/language/messages';
import type { Cards, DevelopmentCard, Resource, Seat } from '../../base/protocol';
import { cardsText, type Piece } from '../../base/words';
import type { Command, Side, Swap } from './commands';
import { say } from './people';
import { refusal, type Reply } from './reply';
import { because, legalPlaces, whyThere } from './why';

/** The table at which one acts. */
export interface Acting {
  readonly snapshot: TableSnapshot;
  readonly model: ViewModel;
  readonly caution: Caution;
}

/** What a command comes to: what is wanted, perhaps only after a question; a trade; or why not. */
export type Performed =
  | Reply
  | { readonly intent: Intent; readonly answer?: Reply }
  | { readonly ask: string; readonly intent: Intent }
  | { readonly offer: TradeDraft };

/** What a command wants. What cannot be done is told with the reason; null for what is no act at the table. */
export function perform(asked: Command, acting: Acting): Performed | null {
  const { snapshot, model } = acting;
  switch (asked.id) {
    case 'settlement':
    case 'city':
    case 'road':
      return build(acting, asked.id, asked.at);
    case 'first':
      return first(acting, asked.at);
    case 'rob':
      return asked.hex === null
        ? rob(acting, asked.victim)
        : moveRobber(acting, asked.hex, asked.victim);
    case 'roll':
    case 'endTurn':
      return primary(acting, asked.id);
    case 'pass':
      return snapshot.choices.pass ? send(command('pass')) : notNow(acting);
    case 'developmentCard': {
      const button = model.actions.find(({ id }) => id === 'development_card');
      return button?.enabled ? final('development_card') : refused(because(button));
    }
    case 'knight':
      return play(acting, 'knight');
    case 'roads':
      return play(acting, 'road_building');
    case 'point':
      return play(acting, 'victory_point');
    case 'plenty':
      return plenty(acting, asked.cards);
    case 'monopoly':
      return monopoly(acting, asked.resource);
    case 'discard':
      return discard(acting, asked.cards);
    case 'undo':
      return model.canUndo ? send(command('undo')) : refusal(t('textAnswers.noUndo'));
    case 'offer':
      return offer(acting, asked.swap, asked.to);
    case 'suggest':
      return trade(acting, bargainOf(asked.swap), isYourTurn(snapshot) ? 'another' : 'suggest');
    case 'bank':
      return bank(acting, asked.swap);
    case 'counter':
      return counter(acting, asked.swap, asked.more);
    case 'accept':
      return accept(acting, asked.seat);
    case 'decline':
      return decline(acting, asked.seat, asked.all);
    case 'confirm':
      return confirm(acting, asked.seat);
    case 'withdraw':
      return withdraw(acting);
    case 'say': {
      const { said, answer } = say(snapshot, asked.text);
      return said ? { ...send(command('say', said)), answer } : answer;
    }
    case 'unpause':
      // In some languages whoever plays on themselves says the same as whoever lets all play on.
      return send(command(!snapshot.paused && isReplaced(snapshot) ? 'back' : 'unpause'));
    case 'replace':
      return send(command(isMissed(snapshot, asked.seat) ? 'standIn' : 'replace', asked.seat));
    case 'remove': {
      const { seat } = asked;
      const ask = t('decisions.removeQuestion', { name: properName(snapshot, seat) });
      return { ask, ...send(command('remove', seat)) };
    }
    default:
      return isOfRow(asked) ? send(commandTyped(asked)) : null;
  }
}

/** The intent to send these commands. */
function send(...commands: readonly TableCommand[]): { intent: Intent } {
  return { intent: { type: 'send', commands } };
}

/** Whether a row of the table says all that a command does. */
function isOfRow(asked: Command): asked is Extract<Command, { id: TypedId }> {
  return asked.id in COMMANDS && 'typed' in COMMANDS[asked.id as TypedId];
}

/** What it says to the table, about the seat that was typed where it takes one. */
function commandTyped(asked: Extract<Command, { id: TypedId }>): TableCommand {
  return 'seat' in asked ? command(asked.id, asked.seat) : command(asked.id);
}

function final(what: Extract<Intent, { type: 'final' }>['what']): Performed {
  return { intent: { type: 'final', what } };
}

function refused(why: Reply): Reply {
  return { ...why, isProblem: true };
}

function notNow({ model }: Acting): Reply {
  return refusal(t('textAnswers.notNowBecause', { status: `${model.status.text}.` }));
}

function build({ snapshot, model }: Acting, piece: Piece, id: number): Performed {
  const button = model.actions.find((each) => each.id === piece);
  if (!legalPlaces(snapshot, piece).includes(id)) {
    return refused(whyThere(snapshot, button, piece, id));
  }
  const kind = piece === 'road' ? 'path' : 'intersection';
  return { intent: { type: 'place', pick: { kind, piece, id }, prepared: true } };
}

function first(acting: Acting, id: number): Performed {
  if (!acting.snapshot.choices.first_cards.includes(id)) return notNow(acting);
  const pick = { kind: 'intersection', piece: 'first_cards', id } as const;
  return { intent: { type: 'place', pick, prepared: true } };
}

/** Whom it robs is said once the robber is there. */
function moveRobber(acting: Acting, id: number, victim: Seat | null): Performed {
  const { choices, view } = acting.snapshot;
  const stays = !choices.robber.length && choices.victims.length && id === view.robber;
  if (stays) return rob(acting, victim);
  if (!choices.robber.some(({ to }) => to === id)) return notNow(acting);
  return { intent: { type: 'place', pick: { kind: 'hex', piece: 'robber', id }, prepared: true } };
}

function rob(acting: Acting, victim: Seat | null): Performed {
  const { snapshot } = acting;
  const { victims } = snapshot.choices;
  if (!victims.length || victim === null) return notNow(acting);
  if (!victims.includes(victim)) {
    return refusal(t('textAnswers.notAVictim', { name: properName(snapshot, victim) }));
  }
  return send(command('rob', victim));
}

function primary(acting: Acting, wanted: 'roll' | 'endTurn'): Performed {
  const { primary: button } = acting.model;
  const meant = (button.kind === 'roll') === (wanted === 'roll');
  if (!meant) return notNow(acting);
  if (!button.enabled) return refused(because(button));
  return button.kind === 'end_turn'
    ? final('end_turn')
    : send(command('act', { type: button.kind }));
}

function play(
  { model }: Acting,
  card: Exclude<DevelopmentCard, 'year_of_plenty' | 'monopoly'>,
): Performed {
  const held = model.heldCards.find((each) => each.card === card);
  if (!held?.playable) return refused(because(held));
  // Against a robber, the table has asked already.
  const asked = card === 'knight' && model.panel.kind === 'interrupt';
  return asked ? send(command('knight')) : final(card);
}

/** Cards, one of each kind that has no number. */
export function cardsOfSide({ cards }: Side): Cards {
  return cards.reduce<Cards>(
    (sum, { resource, count }) => plus(sum, only(resource, count ?? 1)),
    NO_CARDS,
  );
}

function plenty({ snapshot, model }: Acting, side: Side): Performed {
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
  return send(command('plenty', cards));
}

function monopoly({ model }: Acting, resource: Resource): Performed {
  const held = model.heldCards.find(({ card }) => card === 'monopoly');
  if (!held?.playable) return refused(because(held));
  return send(command('monopoly', resource));
}

function discard(acting: Acting, side: Side): Performed {
  const { snapshot } = acting;
  const due = snapshot.choices.discard;
  const hand = snapshot.view.own?.hand ?? NO_CARDS;
  if (due === 0) return notNow(acting);
  const cards = cardsOfSide(side);
  if (total(cards) !== due) return wrongCount(due, total(cards));
  if (!contains(hand, cards)) return refusal(t('textAnswers.youHold', { cards: cardsText(hand) }));
  const question = t('textAnswers.discardQuestion', { cards: cardsText(cards) });
  return asked(acting, question, command('discard', cards));
}

/** Asks before cards are given away, unless the reader never wants to be asked. */
function asked({ caution }: Acting, ask: string, wanted: TableCommand): Performed {
  return caution.confirm === 'never' ? send(wanted) : { ask, ...send(wanted) };
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

function offer(acting: Acting, swap: Swap, to: readonly Seat[] | null): Performed {
  // In another's turn there is only that player to trade with.
  if (!isYourTurn(acting.snapshot)) return trade(acting, bargainOf(swap), 'suggest');
  return trade(acting, bargainOf(swap), 'offer', to ? { to } : {});
}

/** A trade, if it can be sent. */
function trade(
  { snapshot, model }: Acting,
  bargain: Bargain,
  mode: TradeDraft['mode'],
  more: Partial<TradeDraft> = {},
): Performed {
  const draft = newDraft({ ...bargain, ...more }, mode, others(snapshot));
  if (!canTrade(snapshot, draft)) return cannotTrade(model);
  const { canSend, sentence, clause } = builder(snapshot, draft);
  return canSend ? { offer: draft } : refusal(sentence, clause);
}

function cannotTrade({ actions }: ViewModel): Reply {
  const button = actions.find(({ id }) => id === 'trade');
  return refused(because(button, false));
}

/** Trades with the bank: numbers that were not typed are those of the bank's rates. */
function bank({ snapshot, model }: Acting, swap: Swap): Performed {
  if (!snapshot.choices.maritime_trade) return cannotTrade(model);
  const get = cardsOfSide(swap.get);
  const [kind, ...others] = swap.give.cards;
  const rate = model.hand.find(({ resource }) => resource === kind?.resource)?.rate ?? 0;
  const alone = kind && !others.length && kind.count === null;
  const give = alone ? only(kind.resource, rate * total(get)) : cardsOfSide(swap.give);
  if (!contains(snapshot.view.own?.hand ?? NO_CARDS, give)) {
    const hand = cardsText(snapshot.view.own?.hand ?? NO_CARDS);
    return refusal(t('textAnswers.youHold', { cards: hand }));
  }
  const trades = bankTrades(snapshot, { give, get });
  if (trades.length) return send(...trades.map((trade) => command('act', trade)));
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

function counter(acting: Acting, swap: Swap | null, more: Side | null): Performed {
  const { snapshot } = acting;
  const open = offerCard(snapshot);
  const changed = ({ give, get }: Bargain): Bargain =>
    swap ? bargainOf(swap) : { give, get: plus(get, cardsOfSide(more ?? NO_SIDE)) };
  if (open?.canAnswer) {
    const terms = changed(open.yourCounter ?? open.bargain);
    return trade(acting, terms, 'counter', { answers: open.line });
  }
  const [card, ...rest] = suggestionsOf(snapshot, null);
  if (!card) return refusal(t('textAnswers.nothingToCounter'));
  if (rest.length) return whichOf([card, ...rest]);
  const answer = answerTo(snapshot, card);
  return trade(acting, changed(card.bargain), answer.mode, answer);
}

const NO_SIDE: Side = { cards: [], any: 0 };

function accept(acting: Acting, seat: Seat | null): Performed {
  const { snapshot } = acting;
  const open = offerCard(snapshot);
  if (open?.canAnswer && (seat === null || seat === open.from)) {
    if (!open.canAccept) {
      return refusal(
        open.short
          ? t('textAnswers.youHold', { cards: cardsText(snapshot.view.own?.hand ?? NO_CARDS) })
          : t('textAnswers.notNow'),
      );
    }
    return asked(acting, swapQuestion(open.bargain), command('accept', open.line));
  }
  const agreed = open?.rows.filter((row) => row.canConfirm && (seat === null || row.seat === seat));
  const [row, ...rows] = agreed ?? [];
  if (row && !rows.length) return send(command('confirm', row.seat));
  if (row) return whichOf([row, ...rows]);
  const [card, ...rest] = suggestionsOf(snapshot, seat);
  if (!card) return refusal(t('textAnswers.nothingToAccept'));
  if (rest.length) return whichOf([card, ...rest]);
  if (!card.canTake) return refusal(t('textAnswers.cannotPay'));
  return asked(acting, swapQuestion(card.bargain), takeSuggestion(snapshot, card));
}

function swapQuestion({ give, get }: { give: Cards; get: Cards }): string {
  return t('textAnswers.swapQuestion', { give: cardsText(give), get: cardsText(get) });
}

function decline({ snapshot }: Acting, seat: Seat | null, all: boolean): Performed {
  const open = offerCard(snapshot);
  if (all && snapshot.choices.decline_all) return send(command('declineAll'));
  if (open?.canAnswer && (seat === null || seat === open.from)) {
    return send(command('decline', open.line));
  }
  const cards = suggestionsOf(snapshot, seat);
  if (!cards.length) return refusal(t('textAnswers.nothingToDecline'));
  if (cards.length > 1 && !all) return whichOf(cards);
  return send(...cards.map(({ line }) => command('declineSuggestion', line)));
}

function confirm({ snapshot }: Acting, seat: Seat): Performed {
  return snapshot.choices.confirm.includes(seat)
    ? send(command('confirm', seat))
    : refusal(t('textAnswers.notAgreed', { name: properName(snapshot, seat) }));
}

function withdraw({ snapshot }: Acting): Performed {
  const own = suggestionCards(snapshot).findLast(({ kind }) => kind === 'own');
  if (snapshot.choices.withdraw) return send(command('withdraw'));
  if (own) return send(command('takeBack', own.line));
  return refusal(t('textAnswers.nothingToWithdraw'));
}

// People

function isReplaced({ seats, table }: TableSnapshot): boolean {
  return table.yours.some((seat) => seats[seat]?.replaced);
}

/** Whether the game waits for somebody who is not there. */
function isMissed(snapshot: TableSnapshot, seat: Seat): boolean {
  return snapshot.paused && absentSeats(snapshot).includes(seat);
}
