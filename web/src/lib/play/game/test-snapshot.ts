/** A snapshot for tests: a welcome that the server once sent, in the middle of a player's turn. */

import welcome from '../../../../tests/fixtures/welcome.json';
import type { Choices, LogEntry, Phase, ServerMessage, View } from '../../base/protocol';
import type { TableSnapshot } from './snapshot';

/** The message itself. */
export const WELCOME = welcome as unknown as Extract<ServerMessage, { type: 'welcome' }>;

/** The log that came with it. */
export const LOG: readonly LogEntry[] = WELCOME.update.log;

/** What a test changes about it. */
export interface Changes {
  readonly you?: number | null;
  readonly started?: boolean;
  readonly phase?: Phase;
  readonly view?: Partial<View>;
  readonly choices?: Partial<Choices>;
}

/** The snapshot, with changes. */
export function testSnapshot({ you, started, phase, view, choices }: Changes = {}): TableSnapshot {
  const { table, board, update } = structuredClone(WELCOME);
  const rest = { ...update, log: [] };
  return {
    table: { ...table, you: you === undefined ? table.you : you },
    board,
    ...rest,
    started: started ?? true,
    view: { ...rest.view, ...(phase ? { phase } : {}), ...view },
    choices: { ...rest.choices, ...choices },
  };
}

/** Nothing may be done. */
export const NO_CHOICES: Partial<Choices> = {
  to_act: false,
  roll: false,
  end_turn: false,
  undo: false,
  roads: [],
  settlements: [],
  cities: [],
  buy_development_card: false,
  play: [],
  offer: false,
  maritime_trade: false,
  bank_trades: [],
  suggest: false,
  decline_all: false,
  why_not: [],
};
