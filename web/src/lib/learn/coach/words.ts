/** What the coach says, in words. */

import { RESOURCE_TERRAIN } from '../../play/art/palette';
import { contains, RESOURCES, total, without } from '../../base/cards';
import { hexesAt } from '../../play/board/spots';
import type { PickPiece, Place } from '../../play/board/targets';
import { placeName } from '../../play/game/labels';
import { placeShort } from '../../play/game/short-places';
import { nameOf, properName, type TableSnapshot } from '../../play/game/snapshot';
import { toBargain } from '../../play/game/trade';
import { capitalized, listed } from '../../base/language/format';
import { numbers, t } from '../../base/language/messages';
import type {
  Action,
  Advice,
  AdvisedAction,
  AdvisedGoal,
  AdvisedPlace,
  AdviceReason,
  Cards,
  Resource,
  Terms,
  TradeWorth,
} from '../../base/protocol';
import { cardsText, harborText, resourceName } from '../../base/words';

/** Where an action is done; null for one that is done nowhere. */
export function placeOf(action: Action): Place | null {
  switch (action.type) {
    case 'build_settlement':
    case 'take_first_cards':
    case 'build_city':
      return { kind: 'intersection', id: action.at };
    case 'build_road':
      return { kind: 'path', id: action.at };
    case 'move_robber':
      return { kind: 'hex', id: action.to };
    default:
      return null;
  }
}

const PIECE: Partial<Record<Action['type'], PickPiece>> = {
  build_road: 'road',
  build_settlement: 'settlement',
  build_city: 'city',
  take_first_cards: 'first_cards',
  move_robber: 'robber',
};

/** What a place is picked for to do an action; null where none is. */
export function pieceOf({ type }: Action): PickPiece | null {
  return PIECE[type] ?? null;
}

/** Something that could be done. */
export interface Idea extends AdvisedAction {
  /** How much of the chance to win it gives up against the best, in thousandths; nothing for the best. */
  readonly cost?: number | undefined;
}

/** What to do: `Build a road: C3 east.` */
export function ideaTitle(snapshot: TableSnapshot, { action }: AdvisedAction): string {
  return action.type === 'end_turn' ? t('coach.keep') : actionText(snapshot, action);
}

/** What an idea gives up; nothing for the best. */
export function costText({ cost }: Idea): string {
  if (cost === undefined) return '';
  const percent = new Intl.NumberFormat(numbers(), { style: 'percent', maximumFractionDigits: 1 });
  return cost ? t('coach.givesUp', { chance: percent.format(cost / 1000) }) : t('coach.asGood');
}

/** What speaks for an idea: what comes of it, and what it risks. */
export function ideaReason(snapshot: TableSnapshot, { action, reason }: Idea): string {
  const parts = [
    reason ? reasonText(snapshot, reason, placeOf(action)) : '',
    action.type === 'end_turn' ? exposedText(snapshot) : '',
  ];
  return parts.filter(Boolean).join(' ');
}

/** What a seven would cost of a hand that is kept; nothing of a small one. */
function exposedText({ table, view }: TableSnapshot): string {
  const count = view.own ? total(view.own.hand) : 0;
  if (count <= table.rules.hand_limit) return '';
  return t('coach.exposed', { count, lost: Math.floor(count / 2) });
}

/** A hint with its reason: `Roll the dice.` `dropped` is the plan that it gives up. */
export function hintText(
  snapshot: TableSnapshot,
  idea: Idea,
  dropped: AdvisedGoal | null = null,
): string {
  const parts = [
    dropped ? t('coach.changed', { goal: dropped }) : '',
    ideaTitle(snapshot, idea),
    ideaReason(snapshot, idea),
    costText(idea),
  ];
  return parts.filter(Boolean).join(' ');
}

function actionText(snapshot: TableSnapshot, action: Action): string {
  const place = placeOf(action);
  const seat =
    action.type === 'rob' ? action.victim : action.type === 'confirm' ? action.with : null;
  return t('coach.action', {
    action: action.type,
    place: place ? placeShort(snapshot.board, place) : '',
    name: seat === null ? '' : properName(snapshot, seat),
    cards: cardsOfAction(snapshot, action),
  });
}

function cardsOfAction(snapshot: TableSnapshot, action: Action): string {
  switch (action.type) {
    case 'play_year_of_plenty':
    case 'discard':
      return cardsText(action.cards);
    case 'play_monopoly':
      return resourceName(action.resource);
    case 'maritime_trade':
      return t('coach.terms', { give: resourceName(action.give), take: resourceName(action.take) });
    case 'offer':
    case 'counter':
      return termsText(snapshot, action.terms);
    default:
      return '';
  }
}

/** A trade from the viewer's side: `1 wool for 1 ore`. */
export function termsText(snapshot: TableSnapshot, terms: Terms): string {
  const { give, get } = toBargain(snapshot, terms);
  return t('coach.terms', { give: cardsText(give), take: cardsText(get) });
}

/** What is done at an advised place. */
function kindOf({ action }: AdvisedPlace): 'settlement' | 'city' | 'road' | 'robber' {
  const piece = { build_settlement: 'settlement', build_city: 'city', build_road: 'road' } as const;
  return action.type in piece ? piece[action.type as keyof typeof piece] : 'robber';
}

const RANKS = ['first', 'second', 'third'] as const;

/** A place with its rank, from 0 for the best: `Settlement, C3 north (…): best choice`. */
export function placeText({ board }: TableSnapshot, advised: AdvisedPlace, rank: number): string {
  const place = placeOf(advised.action);
  return t('coach.place', {
    what: kindOf(advised),
    place: place ? placeShort(board, place) : '',
    rank: RANKS[rank] ?? 'later',
  });
}

/** What the best places are places for. */
export function bestTitle(places: readonly AdvisedPlace[]): string {
  const kinds = new Set(places.map(kindOf));
  const [kind] = kinds;
  return t('coach.best', { kind: kinds.size === 1 && kind ? kind : 'mixed' });
}

/** A place without the land round it: `C3 north`. */
export function nameOfPlace({ board }: TableSnapshot, { kind, id }: Place): string {
  const places = { hex: board.hexes, intersection: board.intersections, path: board.paths }[kind];
  return placeName(places[id]?.name ?? '');
}

/** What the hexes round a place make, the most pips first. */
function landsOf({ board }: TableSnapshot, place: Place): { resource: Resource; count: number }[] {
  return hexesAt(board, place)
    .flatMap((id) => board.hexes[id] ?? [])
    .flatMap(({ terrain, pips }) => {
      const resource = RESOURCES.find((each) => RESOURCE_TERRAIN[each] === terrain);
      return resource && pips ? [{ resource, count: pips }] : [];
    })
    .sort((a, b) => b.count - a.count);
}

/** What the hexes of an advised place make, the most pips first; for a road, those of the place that it leads to. */
export function pipsOf(
  snapshot: TableSnapshot,
  { action, reason }: AdvisedPlace,
): { resource: Resource; count: number }[] {
  const toward = reason.type === 'road' ? reason.toward : null;
  const place = toward ? corner(toward.at) : placeOf(action);
  return place && place.kind !== 'path' ? landsOf(snapshot, place) : [];
}

function corner(id: number): Place {
  return { kind: 'intersection', id };
}

/** How many reasons a row has room for. */
const ROW_REASONS = 3;

/** What speaks for an advised place, where what it makes is shown beside it. */
export function rowReason(snapshot: TableSnapshot, { action, reason }: AdvisedPlace): string {
  if (reason.type !== 'settlement') return reasonText(snapshot, reason, placeOf(action));
  return sentence(settlementParts(snapshot, reason, placeOf(action)).slice(0, ROW_REASONS));
}

/** How far the rolls of a card may lie from a whole number to be told as one. */
const NEARLY = 0.25;

/** How often so many cards in 36 rolls come: `a card every 3 rolls`. */
function paceText(cards: number): string {
  const rolls = 36 / cards;
  const whole = Math.round(rolls);
  if (Math.abs(rolls - whole) <= NEARLY) return t('coach.every', { count: whole });
  return t('coach.everyFew', { low: String(Math.floor(rolls)), high: Math.ceil(rolls) });
}

/** What a place brings: `12 pips: a card every 3 rolls`. */
function yieldText(yields: Cards): string {
  const pips = total(yields);
  return pips ? t('coach.pace', { pips, pace: paceText(pips) }) : t('coach.barren');
}

/** What speaks for something, in a sentence. `place` is where it is done. */
export function reasonText(
  snapshot: TableSnapshot,
  reason: AdviceReason,
  place: Place | null = null,
): string {
  switch (reason.type) {
    case 'wins':
      return t('coach.wins');
    case 'settlement':
      return sentence(settlementParts(snapshot, reason, place));
    case 'city':
      return sentence([t('coach.onTop', { pace: yieldText(reason.yields) })]);
    case 'road':
      return roadText(snapshot, reason);
    case 'robber':
      return robberText(snapshot, reason);
    case 'knight':
      return sentence([
        ...(reason.frees ? [t('coach.frees', { pace: paceText(reason.frees) })] : []),
        ...(reason.missing === null ? [] : [t('coach.army', { missing: reason.missing })]),
      ]);
    case 'goal':
      return t('coach.goal', { goal: reason.goal, rolls: reason.rolls });
    case 'trade':
      return worthText(snapshot, reason.worth);
  }
}

type SettlementReason = Extract<AdviceReason, { type: 'settlement' }>;

/** What a settlement brings, and what else speaks for it: what says most comes first. */
function settlementParts(
  snapshot: TableSnapshot,
  reason: SettlementReason,
  place: Place | null,
): string[] {
  const { fresh, scarce, harbor, harbor_near: near, richer, room, contested } = reason;
  return [
    yieldText(reason.yields),
    ...(richer
      ? [
          t('coach.richer', {
            place: nameOfPlace(snapshot, corner(richer.at)),
            count: richer.cards,
            gain: richer.gain,
          }),
        ]
      : []),
    ...pairParts(snapshot, reason, place),
    ...(fresh.length ? [t('coach.fresh', { resources: names(fresh) })] : []),
    ...(harbor ? [harborText(harbor)] : []),
    ...(near ? [t('coach.harborNear', { harbor: harborText(near) })] : []),
    ...(scarce.length ? [t('coach.scarce', { resources: names(scarce) })] : []),
    ...(room === null ? [] : [t('coach.room', { has: room ? 'yes' : 'no' })]),
    ...(contested ? [t('coach.contested')] : []),
  ];
}

/** The settlement that is likely to follow a first one, and what both bring together. */
function pairParts(
  snapshot: TableSnapshot,
  { next }: SettlementReason,
  place: Place | null,
): string[] {
  if (next === null || !place) return [];
  const lands = [place, corner(next)].flatMap((each) => landsOf(snapshot, each));
  return [
    t('coach.pair', {
      place: nameOfPlace(snapshot, corner(next)),
      kinds: new Set(lands.map(({ resource }) => resource)).size,
      pips: lands.reduce((sum, { count }) => sum + count, 0),
    }),
  ];
}

function roadText(
  { board }: TableSnapshot,
  { toward, missing }: Extract<AdviceReason, { type: 'road' }>,
): string {
  const told: string[] = [];
  if (toward) {
    const place = placeShort(board, corner(toward.at));
    told.push(t('coach.toward', { place, count: toward.cards, roads: toward.roads }));
  }
  if (missing !== null) told.push(t('coach.longest', { missing }));
  return told.join(' ') || t('coach.nowhere');
}

function robberText(
  snapshot: TableSnapshot,
  { blocks, own, frees }: Extract<AdviceReason, { type: 'robber' }>,
): string {
  const told = blocks.map(({ seat, cards }) =>
    t('coach.blocks', { name: properName(snapshot, seat), pace: paceText(cards) }),
  );
  if (own) told.push(t('coach.ownLoss', { pace: paceText(own) }));
  if (frees) told.push(t('coach.frees', { pace: paceText(frees) }));
  return sentence(told.length ? told : [t('coach.harmless')]);
}

/** What a trade is worth to both sides. */
export function worthText(
  snapshot: TableSnapshot,
  { own, partner, chance, willing }: TradeWorth,
): string {
  const words = t('coach.worth', { own, partner, chance });
  if (!willing.length) return words;
  const who = listed(willing.map((seat) => properName(snapshot, seat)));
  return `${words} ${t('coach.willing', { names: who })}`;
}

/**
 * What is said of a trade that was asked about, in every case. `asked` is null while it is not put together. The
 * coach values no trade that nobody could carry out: then it is said who lacks cards.
 */
export function judgementText(
  snapshot: TableSnapshot,
  advice: Advice,
  asked: Terms | null,
): string {
  if (advice.trade) return worthText(snapshot, advice.trade);
  if (!asked) return t('coach.emptyTrade');
  const { view, table } = snapshot;
  const answer = view.phase.type === 'trade' && view.phase.trade.answers[table.you ?? -1];
  if (answer && answer.type === 'not_asked' && view.active !== table.you) {
    return t('coach.notYours');
  }
  const { give, get } = toBargain(snapshot, asked);
  const hand = view.own?.hand ?? give;
  if (!contains(hand, give)) return t('coach.youLack', { cards: cardsText(without(give, hand)) });
  return t('coach.noneHas', { cards: cardsText(get) });
}

/** A chance to win: a name, and how likely it is. */
export interface ChanceLine {
  readonly seat: number;
  readonly name: string;
  /** From 0 to 100. */
  readonly percent: number;
  /** The same in words. */
  readonly text: string;
}

/** Every seat's chance to win. */
export function chanceLines(snapshot: TableSnapshot, { chances }: Advice): ChanceLine[] {
  const percent = new Intl.NumberFormat(numbers(), { style: 'percent' });
  return chances.map((thousandths, seat) => ({
    seat,
    name: nameOf(snapshot, seat),
    percent: thousandths / 10,
    text: percent.format(thousandths / 1000),
  }));
}

function names(resources: readonly (typeof RESOURCES)[number][]): string {
  return listed(resources.map(resourceName));
}

function sentence(parts: readonly string[]): string {
  return parts.length ? `${capitalized(parts.join('; '))}.` : '';
}
