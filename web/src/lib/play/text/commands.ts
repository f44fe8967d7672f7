/** What can be typed at a table. */

import type { Place } from '../board/targets';
import type { BotLevel, DevelopmentCard, HexId, Resource, Seat } from '../../base/protocol';
import { LEVELS, type Piece } from '../../base/words';

/** The commands of the waiting room alone. */
const ONLY_ROOM = ['start', 'seat', 'leave', 'link', 'letIn'] as const;

/** The commands of a replay alone. */
const ONLY_REPLAY = [
  'next',
  'previous',
  'step',
  'play',
  'speed',
  'faster',
  'slower',
  'eyes',
  'from',
  'note',
] as const;

/** The commands of a question alone. */
const ONLY_EXERCISE = ['choose', 'reasons', 'following', 'preceding'] as const;

/** The commands of the set-up page, which the waiting room has too. */
const ONLY_SETUP = ['set', 'options'] as const;

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
  // Questions to the coach.
  'hint',
  'worth',
  'chances',
  // Questions to the whole game.
  'statistics',
  'analyse',
  // People.
  'say',
  'mute',
  'unmute',
  'avoid',
  'report',
  'pause',
  'unpause',
  'remind',
  'minute',
  'skip',
  'replace',
  'remove',
  'back',
  'time',
  'rematch',
  'agree',
  'against',
  'finish',
  'host',
  'join',
  // A finished game.
  'replay',
  'record',
  'verify',
  ...ONLY_ROOM,
  ...ONLY_REPLAY,
  ...ONLY_EXERCISE,
  ...ONLY_SETUP,
  // The page.
  'home',
  'yes',
  'no',
  'again',
  'rule',
  'help',
] as const;

/** One of them. */
export type CommandId = (typeof COMMANDS)[number];

/** Which commands a console knows: those of a game, the waiting room, a replay, a question, or the set-up page. */
export type CommandMode = 'game' | 'room' | 'replay' | 'exercise' | 'setup';

const ROOM: readonly CommandId[] = [
  'status',
  'players',
  'start',
  'seat',
  'set',
  'options',
  'join',
  'leave',
  'agree',
  'host',
  'link',
  'letIn',
  'say',
  'mute',
  'unmute',
  'avoid',
  'report',
  'home',
  'yes',
  'no',
  'again',
  'help',
];
const REPLAY: readonly CommandId[] = [
  'next',
  'previous',
  'step',
  'play',
  'pause',
  'speed',
  'faster',
  'slower',
  'eyes',
  'from',
  'note',
  'status',
  'last',
  'log',
  'players',
  'reserves',
  'costs',
  'board',
  'scan',
  'harbors',
  'best',
  'hint',
  'chances',
  'statistics',
  'analyse',
  'record',
  'verify',
  'home',
  'yes',
  'no',
  'again',
  'help',
];
const EXERCISE: readonly CommandId[] = [
  'choose',
  'reasons',
  'following',
  'preceding',
  'status',
  'hand',
  'players',
  'reserves',
  'costs',
  'board',
  'scan',
  'harbors',
  'home',
  'yes',
  'no',
  'again',
  'help',
];
const SETUP: readonly CommandId[] = [
  'set',
  'options',
  'seat',
  'status',
  'start',
  'home',
  'again',
  'help',
];
/** The commands that are there only where a site keeps order. */
export const OF_ORDER: readonly CommandId[] = ['avoid', 'report'];

/** The commands of each mode, in the order of the help. */
export const COMMANDS_OF: Readonly<Record<CommandMode, readonly CommandId[]>> = {
  game: COMMANDS.filter(
    (id) => !isOneOf([...ONLY_ROOM, ...ONLY_REPLAY, ...ONLY_EXERCISE, ...ONLY_SETUP], id),
  ),
  room: ROOM,
  replay: REPLAY,
  exercise: EXERCISE,
  setup: SETUP,
};

function isOneOf(some: readonly CommandId[], id: CommandId): boolean {
  return some.includes(id);
}

/**
 * What ends a turn or a game, or gives cards, a seat or a table away. It is typed in full: the beginning of a word does
 * not stand for it.
 */
export const CAREFUL: ReadonlySet<CommandId> = new Set([
  'buy',
  'knight',
  'roads',
  'plenty',
  'monopoly',
  'point',
  'discard',
  'end',
  'pass',
  'offer',
  'bank',
  'accept',
  'decline',
  'counter',
  'suggest',
  'withdraw',
  'confirm',
  'replace',
  'remove',
  'skip',
  'rematch',
  'agree',
  'against',
  'finish',
  'host',
  'avoid',
  'report',
  'start',
  'leave',
  'letIn',
  'from',
]);

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
  hint: 'nothing',
  worth: 'either',
  chances: 'nothing',
  statistics: 'either',
  analyse: 'either',
  say: 'something',
  mute: 'something',
  unmute: 'something',
  avoid: 'something',
  report: 'something',
  pause: 'nothing',
  unpause: 'nothing',
  remind: 'something',
  minute: 'something',
  skip: 'something',
  replace: 'something',
  remove: 'something',
  back: 'nothing',
  time: 'nothing',
  rematch: 'nothing',
  agree: 'either',
  against: 'either',
  finish: 'nothing',
  host: 'something',
  join: 'either',
  replay: 'nothing',
  record: 'nothing',
  verify: 'nothing',
  start: 'nothing',
  seat: 'something',
  leave: 'nothing',
  link: 'nothing',
  letIn: 'nothing',
  next: 'either',
  previous: 'either',
  step: 'something',
  play: 'either',
  speed: 'either',
  faster: 'nothing',
  slower: 'nothing',
  eyes: 'something',
  from: 'either',
  note: 'either',
  choose: 'something',
  reasons: 'nothing',
  following: 'nothing',
  preceding: 'nothing',
  set: 'something',
  options: 'either',
  home: 'nothing',
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

/** Whom a seat of the waiting room is for. */
export const USES = [...LEVELS, 'open', 'locked', 'here'] as const;

/** One of these. */
export type Use = (typeof USES)[number];

/** How far one goes in a replay: to the next of these. */
export type Unit = 'step' | 'turn' | 'mistake' | 'luck' | 'moment';

/** What is asked about with `why`. */
export type Wish = Piece | 'development_card' | 'trade' | 'end_turn' | DevelopmentCard;

/** What is done about somebody at the table; what they are reported for stands in the text. */
export type AboutPeople =
  | { readonly id: 'mute' | 'unmute' | 'avoid'; readonly seat: Seat }
  | { readonly id: 'report'; readonly seat: Seat; readonly text: string };

/** The commands that carry more than their name. */
type WithArguments =
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
      readonly id:
        | 'confirm'
        | 'block'
        | 'unblock'
        | 'remind'
        | 'minute'
        | 'skip'
        | 'replace'
        | 'remove'
        | 'host';
      readonly seat: Seat;
    }
  | AboutPeople
  /** A seat; none for everybody, and for all seats that are open. */
  | { readonly id: 'players' | 'eyes'; readonly seat: Seat | null }
  | { readonly id: 'seat'; readonly seat: Seat | null; readonly use: Use }
  | { readonly id: 'next' | 'previous'; readonly count: number; readonly unit: Unit }
  | { readonly id: 'step' | 'choose'; readonly count: number }
  /** A number of steps a second. */
  | { readonly id: 'play' | 'speed'; readonly count: number | null }
  /** A seat; none for the one that is to act. */
  | { readonly id: 'from'; readonly seat: Seat | null; readonly level: BotLevel }
  | { readonly id: 'best' | 'analyse'; readonly count: number | null }
  /** Words may follow that the lines have. */
  | { readonly id: 'log'; readonly count: number | null; readonly words: string }
  | { readonly id: 'statistics'; readonly topic: Topic | null }
  | { readonly id: 'board'; readonly row: string | null }
  | { readonly id: 'scan'; readonly what: number | Resource | Place }
  | { readonly id: 'legal'; readonly piece: Piece | null }
  | { readonly id: 'why'; readonly wish: Wish; readonly at: number | null }
  | { readonly id: 'say' | 'rule' | 'join' | 'set' | 'options' | 'note'; readonly text: string }
  /** The name of whoever asks for a seat may follow. */
  | { readonly id: 'agree' | 'against'; readonly text: string }
  | { readonly id: 'help'; readonly about: CommandId | null };

/** The commands that are one word. */
export type Plain = Exclude<CommandId, WithArguments['id']>;

/** What somebody wants, understood. */
export type Command = WithArguments | { readonly id: Plain };
