/**
 * What can be done at a table by a button, a key or typed words: a row each. A command for the table is put together here
 * and nowhere else: whoever wants one names its row.
 *
 * What is typed for a command, and the help for it, stand in the catalogs `textWords` and `textHelp` by the name of its row.
 * The commands that only the text view has are rows of its own table, `text/commands.ts`.
 */

import type {
  Action,
  Cards,
  ChatText,
  ClientMessage,
  Command,
  HostOrder,
  OpenTerms,
  Remedy,
  Resource,
  Seat,
  SeatOrder,
  TableOptions,
  TradeWord,
} from '../../base/protocol';

/** What is acknowledged or refused; the connection gives it its key. */
export type Request = Command | Omit<Extract<ClientMessage, { type: 'say' }>, 'key'>;

/**
 * What a command says to the table. An action can name the line of the log that it answers; otherwise it answers what
 * stands when it is sent.
 */
type Said =
  | { readonly type: 'act'; readonly action: Action; readonly answers?: number | undefined }
  | Exclude<Request, { type: 'act' | 'ready' }>;

declare const OF_A_ROW: unique symbol;

/** A command of a player at a table, put together by its row: see {@link command}. */
export type TableCommand = Said & { readonly [OF_A_ROW]: true };

/** Where something can be typed: in a game, the waiting room, a replay, a question, or on the set-up page. */
export type CommandMode = 'game' | 'room' | 'replay' | 'exercise' | 'setup';

/** How a command is typed. */
export interface Typed {
  /**
   * What follows its words: nothing, a seat, a number, any text, or something that it understands by itself. With a
   * question mark, it can also be left out.
   */
  readonly takes: 'nothing' | Taken | `${Taken}?`;
  /**
   * Whether it ends a turn or a game, or gives cards, a seat or a table away. It is typed in full: the beginning of a
   * word does not stand for it.
   */
  readonly careful?: true;
  /** Where it can be typed; in a game alone where this is not said. */
  readonly in?: readonly CommandMode[];
}

type Taken = 'seat' | 'number' | 'text' | 'own';

/** A command. */
export interface Row {
  /** What it says to the table, from what it has to know. A command without this does something on the page. */
  readonly says?: (...needs: never[]) => Said;
  /** Its usual key, as `keyOf` names it. */
  readonly key?: string;
  /** What it is called in the list of keys, where that is not the message with its name in the catalog `commands`. */
  readonly label?: 'common.undo';
  /** The command that its key means while an offer waits for an answer. If it is the same, it means nothing else. */
  readonly asked?: 'accept' | 'decline' | 'counter';
  /** How it is typed, where its words say all that it has to know. */
  readonly typed?: Typed;
}

const act = (action: Action, answers?: number): Said => ({ type: 'act', action, answers });
const arrange = (order: HostOrder): Said => ({ type: 'arrange', order });
const talk = (word: TradeWord): Said => ({ type: 'trade_talk', word });
const remedy = (seat: Seat, wanted: Remedy): Said => ({ type: 'remedy', seat, remedy: wanted });

const NOTHING = { takes: 'nothing' } as const;
const SEAT = { takes: 'seat' } as const;
const CAREFUL_SEAT = { takes: 'seat', careful: true } as const;

/**
 * The commands of a table. Their keys are listed in this order, and what two of them are called alike means the first:
 * whoever says "continue" goes on with a game that waits before coming back to it.
 */
export const COMMANDS = {
  // A turn.
  primary: { key: 'space' },
  roll: { key: 'r' },
  endTurn: { key: 'e' },
  board: { key: 'b' },
  settlement: { key: 's' },
  city: { key: 'c', asked: 'counter' },
  road: { key: 'w' },
  developmentCard: { key: 'v' },
  trade: { key: 't' },
  accept: {
    says: (line?: number) => act({ type: 'accept' }, line),
    key: 'a',
    asked: 'accept',
  },
  decline: {
    says: (line?: number) => act({ type: 'decline' }, line),
    key: 'd',
    asked: 'decline',
  },
  pass: {
    says: () => act({ type: 'pass' }),
    key: 'x',
  },
  knight: {
    says: () => act({ type: 'play_knight' }),
    key: 'k',
  },
  undo: { says: () => ({ type: 'undo' }), key: 'u', label: 'common.undo' },
  moreTime: {
    says: () => ({ type: 'more_time' }),
    key: 'm',
    typed: NOTHING,
  },
  hint: { key: 'h' },
  help: { key: '?' },
  act: { says: act },
  plenty: { says: (cards: Cards) => act({ type: 'play_year_of_plenty', cards }) },
  monopoly: { says: (resource: Resource) => act({ type: 'play_monopoly', resource }) },
  rob: { says: (victim: Seat) => act({ type: 'rob', victim }) },
  discard: { says: (cards: Cards) => act({ type: 'discard', cards }) },
  confirm: { says: (seat: Seat) => act({ type: 'confirm', with: seat }) },
  withdraw: { says: () => act({ type: 'withdraw' }) },

  // Trades, beside the rules.
  suggest: {
    says: (terms: OpenTerms, answers: number | null) => talk({ type: 'suggest', terms, answers }),
  },
  takeSuggestion: { says: (suggestion: number) => ({ type: 'take_suggestion', suggestion }) },
  takeBack: { says: (suggestion: number) => talk({ type: 'take_back', suggestion }) },
  declineSuggestion: { says: (suggestion: number) => talk({ type: 'decline', suggestion }) },
  declineAll: { says: () => talk({ type: 'decline_all' }) },
  listen: { says: () => talk({ type: 'listen' }), typed: NOTHING },
  block: { says: (seat: Seat) => talk({ type: 'block', seat }), typed: SEAT },
  unblock: { says: (seat: Seat) => talk({ type: 'unblock', seat }), typed: SEAT },

  // What the host arranges.
  start: { says: () => arrange({ type: 'start' }) },
  seat: { says: (seat: Seat, to: SeatOrder) => arrange({ type: 'seat', seat, to }) },
  options: { says: (options: TableOptions) => arrange({ type: 'options', options }) },
  pause: {
    says: () => arrange({ type: 'pause' }),
    typed: { ...NOTHING, in: ['game', 'replay'] },
  },
  unpause: { says: () => arrange({ type: 'unpause' }), typed: NOTHING },
  standIn: { says: (seat: Seat) => arrange({ type: 'stand_in', seat }) },
  host: { says: (to: Seat) => arrange({ type: 'hand_over', to }) },
  letBack: { says: (id: number) => arrange({ type: 'let_back', id }) },

  // People.
  say: { says: (text: ChatText) => ({ type: 'say', text }) },
  remedy: { says: remedy },
  remind: { says: (seat: Seat) => remedy(seat, 'remind'), typed: SEAT },
  minute: { says: (seat: Seat) => remedy(seat, 'clock'), typed: SEAT },
  skip: { says: (seat: Seat) => remedy(seat, 'skip'), typed: CAREFUL_SEAT },
  replace: { says: (seat: Seat) => remedy(seat, 'replace'), typed: CAREFUL_SEAT },
  remove: { says: (seat: Seat) => remedy(seat, 'remove'), typed: CAREFUL_SEAT },
  back: { says: () => ({ type: 'return' }), typed: NOTHING },
  admit: { says: (request: number, yes: boolean) => ({ type: 'admit', request, yes }) },
  endGame: { says: (yes: boolean) => ({ type: 'end_game', yes }) },
  companion: { says: (name: string | null) => ({ type: 'companion', name }) },
  leave: { says: () => ({ type: 'leave' }) },
} as const satisfies Readonly<Record<string, Row>>;

/** Names a row. */
export type RowId = keyof typeof COMMANDS;

/** Those that have this. */
type With<Part extends keyof Row> = {
  [Id in RowId]: (typeof COMMANDS)[Id] extends Readonly<Record<Part, unknown>> ? Id : never;
}[RowId];

/** Names a command that has a key. */
export type KeyedId = With<'key'>;
/** Names a command whose words say all that it has to know. */
export type TypedId = With<'typed'>;
/** Names a command for the table. */
export type SayingId = With<'says'>;

/** The command for the table by the name of its row, with what it has to know. */
export function command<Id extends SayingId>(
  id: Id,
  ...needs: Parameters<(typeof COMMANDS)[Id]['says']>
): TableCommand {
  const says: (...needs: never[]) => Said = COMMANDS[id].says;
  return says(...(needs as never[])) as TableCommand;
}

/** Whether a command is for this moment only: it is not sent later, when the table may have moved on. */
export function isForNow({ type }: TableCommand): boolean {
  return ['act', 'undo', 'trade_talk', 'take_suggestion'].includes(type);
}
