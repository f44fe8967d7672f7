/** What can be typed at a table. */

import type { Place } from '../board/targets';
import type { DevelopmentCard, HexId, Resource, Seat } from '../protocol';
import type { Piece } from '../words';

/** The commands, by the name under which the catalog has their words. */
export const COMMANDS = [
  // A turn.
  'roll',
  'settlement',
  'road',
  'city',
  'buy',
  'knight',
  'roads',
  'plenty',
  'monopoly',
  'point',
  'rob',
  'discard',
  'first',
  'end',
  'pass',
  'undo',
  // Trades.
  'offer',
  'bank',
  'accept',
  'decline',
  'counter',
  'suggest',
  'withdraw',
  'confirm',
  'listen',
  'block',
  'unblock',
  // Questions to the table.
  'status',
  'last',
  'log',
  'hand',
  'players',
  'reserves',
  'clock',
  'costs',
  'offers',
  'board',
  'scan',
  'harbors',
  'legal',
  'best',
  'threats',
  'why',
  // Questions to the lesson.
  'goal',
  // Questions to the coach.
  'hint',
  'worth',
  'chances',
  // Questions to the whole game.
  'statistics',
  'analyse',
  // People.
  'say',
  'pause',
  'unpause',
  'remind',
  'minute',
  'skip',
  'replace',
  'back',
  'time',
  'rematch',
  // The page.
  'yes',
  'no',
  'again',
  'rule',
  'help',
] as const;

/** One of them. */
export type CommandId = (typeof COMMANDS)[number];

/** Whether words have to follow, may follow, or mean another command. */
export const TAKES: Readonly<Record<CommandId, 'nothing' | 'something' | 'either'>> = {
  roll: 'nothing',
  settlement: 'something',
  road: 'something',
  city: 'something',
  buy: 'either',
  knight: 'either',
  roads: 'either',
  plenty: 'something',
  monopoly: 'something',
  point: 'either',
  rob: 'something',
  discard: 'something',
  first: 'something',
  end: 'nothing',
  pass: 'nothing',
  undo: 'nothing',
  offer: 'something',
  bank: 'something',
  accept: 'either',
  decline: 'either',
  counter: 'something',
  suggest: 'something',
  withdraw: 'nothing',
  confirm: 'something',
  listen: 'nothing',
  block: 'something',
  unblock: 'something',
  status: 'nothing',
  last: 'nothing',
  log: 'either',
  hand: 'nothing',
  players: 'either',
  reserves: 'nothing',
  clock: 'nothing',
  costs: 'nothing',
  offers: 'nothing',
  board: 'either',
  scan: 'something',
  harbors: 'nothing',
  legal: 'either',
  best: 'either',
  threats: 'nothing',
  why: 'something',
  goal: 'nothing',
  hint: 'nothing',
  worth: 'either',
  chances: 'nothing',
  statistics: 'either',
  analyse: 'either',
  say: 'something',
  pause: 'nothing',
  unpause: 'nothing',
  remind: 'something',
  minute: 'something',
  skip: 'something',
  replace: 'something',
  back: 'nothing',
  time: 'nothing',
  rematch: 'nothing',
  yes: 'nothing',
  no: 'nothing',
  again: 'nothing',
  rule: 'something',
  help: 'either',
};

/** One side of a trade: named cards, and how many of any kind. */
export interface Side {
  readonly cards: readonly { readonly resource: Resource; readonly count: number | null }[];
  readonly any: number;
}

/** Both sides, as whoever types it gives and gets. */
export interface Swap {
  readonly give: Side;
  readonly get: Side;
}

/** What is told of a finished game, beside its result. */
export const TOPICS = ['dice', 'luck', 'resources', 'trades', 'time', 'moments'] as const;

/** One thing of it. */
export type Topic = (typeof TOPICS)[number];

/** What is asked about with `why`. */
export type Wish = Piece | 'development_card' | 'trade' | 'end_turn' | DevelopmentCard;

/** What somebody wants, understood. */
export type Command =
  | { readonly id: 'settlement' | 'city' | 'road'; readonly at: number }
  | { readonly id: 'first'; readonly at: number }
  | { readonly id: 'rob'; readonly hex: HexId | null; readonly victim: Seat | null }
  | { readonly id: 'plenty' | 'discard'; readonly cards: Side }
  | { readonly id: 'monopoly'; readonly resource: Resource }
  | { readonly id: 'offer'; readonly swap: Swap; readonly to: readonly Seat[] | null }
  | { readonly id: 'bank' | 'suggest'; readonly swap: Swap }
  /** A trade, or else the open offer. */
  | { readonly id: 'worth'; readonly swap: Swap | null }
  /** Other terms, or only what is to be got more of. */
  | { readonly id: 'counter'; readonly swap: Swap | null; readonly more: Side | null }
  | { readonly id: 'accept'; readonly seat: Seat | null }
  | { readonly id: 'decline'; readonly seat: Seat | null; readonly all: boolean }
  | {
      readonly id: 'confirm' | 'block' | 'unblock' | 'remind' | 'minute' | 'skip' | 'replace';
      readonly seat: Seat;
    }
  | { readonly id: 'players'; readonly seat: Seat | null }
  | { readonly id: 'log' | 'best' | 'analyse'; readonly count: number | null }
  | { readonly id: 'statistics'; readonly topic: Topic | null }
  | { readonly id: 'board'; readonly row: string | null }
  | { readonly id: 'scan'; readonly what: number | Resource | Place }
  | { readonly id: 'legal'; readonly piece: Piece | null }
  | { readonly id: 'why'; readonly wish: Wish; readonly at: number | null }
  | { readonly id: 'say' | 'rule'; readonly text: string }
  | { readonly id: 'help'; readonly about: CommandId | null }
  | { readonly id: Plain };

/** The commands that are one word. */
export type Plain =
  | 'roll'
  | 'buy'
  | 'knight'
  | 'roads'
  | 'point'
  | 'end'
  | 'pass'
  | 'undo'
  | 'withdraw'
  | 'listen'
  | 'status'
  | 'last'
  | 'hand'
  | 'reserves'
  | 'clock'
  | 'costs'
  | 'offers'
  | 'harbors'
  | 'threats'
  | 'goal'
  | 'hint'
  | 'chances'
  | 'pause'
  | 'unpause'
  | 'back'
  | 'time'
  | 'rematch'
  | 'yes'
  | 'no'
  | 'again';
