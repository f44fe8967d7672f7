/** Tables at which nobody acts: of the past, or of a question. */

import { cardsOf } from '../../base/cards';
import type {
  BoardInfo,
  Cards,
  Choices,
  SeatInfo,
  TableInfo,
  TableOptions,
  View,
} from '../../base/protocol';
import type { TableSnapshot } from './snapshot';

/** The choices of somebody who has none. */
const NO_CHOICES: Choices = {
  to_act: false,
  roll: false,
  end_turn: false,
  undo: false,
  pass: false,
  first_cards: [],
  roads: [],
  settlements: [],
  cities: [],
  buy_development_card: false,
  play: [],
  plenty: 0,
  robber: [],
  victims: [],
  discard: 0,
  rates: [4, 4, 4, 4, 4],
  maritime_trade: false,
  bank_trades: [],
  offer: false,
  suggest: false,
  decline_all: false,
  partners: [],
  blocked: [],
  answer: false,
  accept: false,
  confirm: [],
  withdraw: false,
  why_not: [],
};

/** Such a table is run in no way any more. */
const OPTIONS: TableOptions = {
  public: false,
  start: 'when_full',
  spectators: { type: 'allowed' },
  chat: 'off',
  clock: { type: 'off' },
  extensions: 0,
  absence: 'bot',
  grace_s: 60,
  bot_pace: 'normal',
  bot_offers: 'none',
  coach: 'never',
};

/** How many cards of each resource the bank takes from a viewer for one (TRD-06 to TRD-08). */
function ratesOf(board: BoardInfo, view: View): Cards {
  const own = view.seats[view.viewer ?? -1];
  const harbors = [...(own?.settlements ?? []), ...(own?.cities ?? [])].flatMap(
    (at) => board.intersections[at]?.harbor ?? [],
  );
  const bank = harbors.some(({ type }) => type === 'generic') ? 3 : 4;
  return cardsOf((resource) =>
    harbors.some((kind) => kind.type === 'special' && kind.resource === resource) ? 2 : bank,
  );
}

/** What is known of such a table. */
export interface Still {
  readonly table: TableInfo;
  readonly board: BoardInfo;
  readonly seats: readonly SeatInfo[];
  readonly view: View;
}

/** The table as it is drawn, after so many steps. */
export function stillSnapshot({ table, board, seats, view }: Still, seq: number): TableSnapshot {
  return {
    table,
    board,
    seq,
    now_ms: 0,
    // Who is there now is no part of what happened then.
    seats: seats.map((seat) => ({ ...seat, present: true, away: false, left_ms: null })),
    started: true,
    paused: false,
    host: false,
    options: OPTIONS,
    code: null,
    view,
    choices: { ...NO_CHOICES, rates: ratesOf(board, view) },
    offer: null,
    suggestions: [],
    seating: { requests: [], remedies: [], votes: [], ending: null, removed: [] },
    declining: [],
    clock: null,
  };
}
