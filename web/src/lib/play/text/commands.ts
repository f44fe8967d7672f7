/** What can be typed: in a game, before it, after it, and where one learns. */

import type { Place } from '../board/targets';
import { COMMANDS, type CommandMode, type Typed, type TypedId } from '../intent/commands';
import type { BotLevel, DevelopmentCard, HexId, Resource, Seat } from '../../base/protocol';
import { LEVELS } from '../../base/levels';
import { type Piece } from '../../base/words';

/** How the commands are typed of which a row of the table says all. */
const BY_ROW = Object.fromEntries(
  Object.entries(COMMANDS).flatMap(([id, row]) => ('typed' in row ? [[id, row.typed]] : [])),
) as { readonly [Id in TypedId]: (typeof COMMANDS)[Id]['typed'] };

/** Where one looks at a board. */
const BOARDS = ['game', 'replay', 'exercise'] as const;
/** Where people are. */
const PEOPLE = ['game', 'room'] as const;

/** The commands, by the name under which the catalogs have their words, in the order of the help. */
export const TYPED = {
  // What is set up.
  seat: { takes: 'own', in: ['room', 'setup'] },
  set: { takes: 'text', in: ['room', 'setup'] },
  options: { takes: 'text?', in: ['room', 'setup'] },
  // A replay.
  next: { takes: 'own?', in: ['replay'] },
  previous: { takes: 'own?', in: ['replay'] },
  step: { takes: 'own', in: ['replay'] },
  play: { takes: 'own?', in: ['replay'] },
  speed: { takes: 'own?', in: ['replay'] },
  faster: { takes: 'nothing', in: ['replay'] },
  slower: { takes: 'nothing', in: ['replay'] },
  eyes: { takes: 'own', in: ['replay'] },
  from: { takes: 'own?', careful: true, in: ['replay'] },
  note: { takes: 'text?', in: ['replay'] },
  thoughts: { takes: 'nothing', in: ['replay'] },
  // A question.
  choose: { takes: 'own', in: ['exercise'] },
  reasons: { takes: 'nothing', in: ['exercise'] },
  following: { takes: 'nothing', in: ['exercise'] },
  preceding: { takes: 'nothing', in: ['exercise'] },
  // A turn.
  roll: { takes: 'nothing' },
  settlement: { takes: 'own' },
  road: { takes: 'own' },
  city: { takes: 'own' },
  developmentCard: { takes: 'own?', careful: true },
  knight: { takes: 'own?', careful: true },
  roads: { takes: 'own?', careful: true },
  plenty: { takes: 'own', careful: true },
  monopoly: { takes: 'own', careful: true },
  point: { takes: 'own?', careful: true },
  rob: { takes: 'own' },
  discard: { takes: 'own', careful: true },
  first: { takes: 'own' },
  endTurn: { takes: 'nothing', careful: true },
  pass: { takes: 'nothing', careful: true },
  undo: { takes: 'nothing' },
  // Trades.
  offer: { takes: 'own', careful: true },
  bank: { takes: 'own', careful: true },
  accept: { takes: 'seat?', careful: true },
  decline: { takes: 'own?', careful: true },
  counter: { takes: 'own', careful: true },
  suggest: { takes: 'own', careful: true },
  withdraw: { takes: 'nothing', careful: true },
  confirm: { takes: 'seat', careful: true },
  // Questions to the table.
  status: { takes: 'nothing', in: ['game', 'room', 'replay', 'exercise', 'setup'] },
  last: { takes: 'nothing', in: ['game', 'replay'] },
  log: { takes: 'own?', in: ['game', 'replay'] },
  hand: { takes: 'nothing', in: ['game', 'exercise'] },
  players: { takes: 'seat?', in: ['game', 'room', 'replay', 'exercise'] },
  reserves: { takes: 'nothing', in: BOARDS },
  clock: { takes: 'nothing' },
  costs: { takes: 'nothing', in: BOARDS },
  offers: { takes: 'nothing' },
  board: { takes: 'own?', in: BOARDS },
  scan: { takes: 'own', in: BOARDS },
  harbors: { takes: 'nothing', in: BOARDS },
  legal: { takes: 'own?' },
  best: { takes: 'number?', in: ['game', 'replay'] },
  threats: { takes: 'nothing' },
  why: { takes: 'own' },
  // Questions to the coach.
  hint: { takes: 'nothing', in: ['game', 'replay'] },
  worth: { takes: 'own?' },
  chances: { takes: 'nothing', in: ['game', 'replay'] },
  hands: { takes: 'nothing', in: ['game', 'replay'] },
  // Questions to the whole game.
  statistics: { takes: 'own?', in: ['game', 'replay'] },
  analyse: { takes: 'number?', in: ['game', 'replay'] },
  // People.
  say: { takes: 'text', in: PEOPLE },
  mute: { takes: 'seat', in: PEOPLE },
  unmute: { takes: 'seat', in: PEOPLE },
  avoid: { takes: 'seat', careful: true, in: PEOPLE },
  report: { takes: 'own', careful: true, in: PEOPLE },
  ...BY_ROW,
  rematch: { takes: 'nothing', careful: true },
  agree: { takes: 'text?', careful: true, in: PEOPLE },
  against: { takes: 'text?', careful: true },
  endGame: { takes: 'nothing', careful: true },
  host: { takes: 'seat', careful: true, in: PEOPLE },
  join: { takes: 'text?', in: PEOPLE },
  // Before a game.
  start: { takes: 'nothing', careful: true, in: ['room', 'setup'] },
  leave: { takes: 'nothing', careful: true, in: ['room'] },
  link: { takes: 'nothing', in: ['room'] },
  letIn: { takes: 'nothing', careful: true, in: ['room'] },
  // A finished game.
  replay: { takes: 'nothing' },
  record: { takes: 'nothing', in: ['game', 'replay'] },
  verify: { takes: 'nothing', in: ['game', 'replay'] },
  // The page.
  home: { takes: 'nothing', in: ['game', 'room', 'replay', 'exercise', 'setup'] },
  yes: { takes: 'nothing', in: ['game', 'room', 'replay', 'exercise'] },
  no: { takes: 'nothing', in: ['game', 'room', 'replay', 'exercise'] },
  again: { takes: 'nothing', in: ['game', 'room', 'replay', 'exercise', 'setup'] },
  rule: { takes: 'text' },
  help: { takes: 'own?', in: ['game', 'room', 'replay', 'exercise', 'setup'] },
} as const satisfies Readonly<Record<string, Typed>>;

/** One of them. */
export type CommandId = keyof typeof TYPED;

/** All of them. */
export const COMMAND_IDS = Object.keys(TYPED) as CommandId[];

/** The commands that are there only where a site has moderation. */
export const OF_MODERATION: readonly CommandId[] = ['avoid', 'report'];

function commandsOf(mode: CommandMode): readonly CommandId[] {
  return COMMAND_IDS.filter((id) => isIn(TYPED[id], mode));
}

function isIn(typed: Typed, mode: CommandMode): boolean {
  return typed.in?.includes(mode) ?? mode === 'game';
}

/** The commands of each mode, in the order of the help. */
export const COMMANDS_OF: Readonly<Record<CommandMode, readonly CommandId[]>> = {
  game: commandsOf('game'),
  room: commandsOf('room'),
  replay: commandsOf('replay'),
  exercise: commandsOf('exercise'),
  setup: commandsOf('setup'),
};

/** Whether a command is typed in full. */
export function isCareful(id: CommandId): boolean {
  return 'careful' in TYPED[id];
}

/** Whether words have to follow, may follow, or mean another command. */
export function takes(id: CommandId): 'nothing' | 'something' | 'either' {
  const { takes } = TYPED[id];
  if (takes === 'nothing') return takes;
  return takes.endsWith('?') ? 'either' : 'something';
}

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
export type Aim = Piece | 'development_card' | 'trade' | 'end_turn' | DevelopmentCard;

/** What follows the words of a command, where the table says all of it. */
interface Arguments {
  readonly nothing: object;
  readonly seat: { readonly seat: Seat };
  readonly 'seat?': { readonly seat: Seat | null };
  readonly 'number?': { readonly count: number | null };
  readonly text: { readonly text: string };
  readonly 'text?': { readonly text: string };
}

/** The commands that take this. */
export type Taking<What extends Typed['takes']> = {
  [Id in CommandId]: (typeof TYPED)[Id]['takes'] extends What ? Id : never;
}[CommandId];

/** A command of which the table says what follows its words. */
type Common = {
  [Id in Taking<keyof Arguments>]: { readonly id: Id } & Arguments[(typeof TYPED)[Id]['takes'] &
    keyof Arguments];
}[Taking<keyof Arguments>];

/** The commands that understand by themselves what follows their words. */
type Own =
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
  | { readonly id: 'decline'; readonly seat: Seat | null; readonly all: boolean }
  /** What they are reported for stands in the text. */
  | { readonly id: 'report'; readonly seat: Seat; readonly text: string }
  /** A seat; none for everybody. */
  | { readonly id: 'eyes'; readonly seat: Seat | null }
  /** A seat; none for all that are open. */
  | { readonly id: 'seat'; readonly seat: Seat | null; readonly use: Use }
  | { readonly id: 'next' | 'previous'; readonly count: number; readonly unit: Unit }
  | { readonly id: 'step' | 'choose'; readonly count: number }
  /** A number of steps a second. */
  | { readonly id: 'play' | 'speed'; readonly count: number | null }
  /** A seat; none for the one that is to act. */
  | { readonly id: 'from'; readonly seat: Seat | null; readonly level: BotLevel }
  /** Words may follow that the lines have. */
  | { readonly id: 'log'; readonly count: number | null; readonly words: string }
  | { readonly id: 'statistics'; readonly topic: Topic | null }
  | { readonly id: 'board'; readonly row: string | null }
  | { readonly id: 'scan'; readonly what: number | Resource | Place }
  | { readonly id: 'legal'; readonly piece: Piece | null }
  | { readonly id: 'why'; readonly aim: Aim; readonly at: number | null }
  | { readonly id: 'help'; readonly about: CommandId | null }
  /** One can play them, or buy, with further words that mean nothing. */
  | { readonly id: 'developmentCard' | 'knight' | 'roads' | 'point' };

/** What somebody wants, understood. */
export type Command = Common | Own;

/** What is done about somebody at the table. */
export type AboutPeople = Extract<Command, { id: 'mute' | 'unmute' | 'avoid' | 'report' }>;
