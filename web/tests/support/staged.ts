import { readFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

import type {
  Action,
  Choices,
  ClientMessage,
  Event,
  LogEntry,
  Remedy,
  SeatInfo,
  ServerMessage,
  TradeWord,
  Update,
  View,
} from '../../src/lib/base/protocol';

export type Welcome = Extract<ServerMessage, { type: 'welcome' }>;

const WELCOME = new URL('../fixtures/welcome.json', import.meta.url);

/** What a moment of a game changes about the one in the fixture. */
export interface Moment {
  readonly rules?: object;
  readonly view?: Partial<View>;
  readonly choices?: Partial<Choices>;
  readonly clock?: Welcome['update']['clock'];
  /** By seat. */
  readonly seats?: readonly Partial<SeatInfo>[];
  readonly paused?: boolean;
  readonly suggestions?: Welcome['update']['suggestions'];
  /** What has happened since the moment before. */
  readonly events?: readonly Event[];
  /** Whether the game has begun: it has, unless the waiting room is meant. */
  readonly started?: boolean;
  /** What is added to the log. */
  readonly log?: readonly LogEntry[];
  /** What is said about trades. */
  readonly trade?: Partial<Pick<Update, 'offer' | 'declining'>>;
  /** What people have to decide. */
  readonly seating?: Partial<Update['seating']>;
}

/** The table of the fixture: four players in the middle of a game. */
export function fixture(): Welcome {
  return JSON.parse(readFileSync(WELCOME, 'utf8')) as Welcome;
}

/**
 * A table whose server is staged: a moment that dice would seldom bring is put on it, and what the
 * player does there is written down.
 */
export class StagedTable {
  readonly acted: Action[] = [];
  /** What else was asked of the server. */
  readonly asked: string[] = [];
  /** What was said about trades. */
  readonly talked: TradeWord[] = [];
  /** What was to be done about players who do not act. */
  readonly remedies: { seat: number; remedy: Remedy }[] = [];
  #send: (message: ServerMessage) => void = () => undefined;
  #seq = 100;
  /** The last entry of the log. */
  #last = 1000;

  constructor(private readonly welcome: Welcome = fixture()) {}

  /** Goes to the table, at this moment. */
  async open(page: Page, home: string, moment: Moment): Promise<void> {
    await page.routeWebSocket(/\/socket$/, (socket) => {
      this.#send = (message) => {
        socket.send(JSON.stringify(message));
      };
      socket.onMessage((text) => {
        const message = JSON.parse(String(text)) as ClientMessage;
        if (message.type === 'hello') {
          const { table } = this.welcome;
          this.#send({
            ...this.welcome,
            table: { ...table, rules: { ...table.rules, ...moment.rules } },
            update: { ...this.#update(moment), log: this.welcome.update.log },
          });
        } else if (message.type === 'beat') {
          this.#send({ type: 'beat', now_ms: Date.now() });
        } else if ('key' in message) {
          const asked = message.type === 'command' ? message.command : message;
          if (asked.type === 'act') this.acted.push(asked.action);
          else this.asked.push(asked.type);
          if (asked.type === 'remedy') {
            this.remedies.push({ seat: asked.seat, remedy: asked.remedy });
          }
          if (asked.type === 'trade_talk') this.talked.push(asked.word);
          this.#send({ type: 'ack', key: message.key, seq: this.#seq });
        }
      });
    });
    await page.goto(`${home}/t/staged`);
    if (moment.started !== false) await page.locator('.pill').waitFor();
  }

  /** Has the server say this. */
  say(message: ServerMessage): void {
    this.#send(message);
  }

  /** Puts another moment on the table. */
  show(moment: Moment): void {
    this.#seq += 1;
    const events = [...(moment.events ?? [])];
    const log = events.length
      ? [{ seq: this.#last + 1, undone: null, at_table: null, events }]
      : [];
    this.#last += log.length;
    const update = this.#update({ ...moment, log: [...log, ...(moment.log ?? [])] });
    this.#send({ type: 'update', update: { ...update, seq: this.#seq } });
  }

  #update({
    view,
    choices,
    suggestions = [],
    clock = null,
    seats = [],
    paused = false,
    started = true,
    log = [],
    trade,
    seating,
  }: Moment): Welcome['update'] {
    const { update } = this.welcome;
    const none: Partial<Choices> = {
      ...{ roll: false, end_turn: false, undo: false, roads: [], settlements: [], cities: [] },
      ...{ buy_development_card: false, play: [], offer: false, maritime_trade: false },
      ...{ bank_trades: [], why_not: [] },
    };
    return {
      ...update,
      now_ms: Date.now(),
      started,
      log: [...log],
      clock,
      paused,
      seats: update.seats.map((seat, index) => ({ ...seat, ...seats[index] })),
      suggestions,
      view: { ...update.view, ...view },
      choices: { ...update.choices, ...none, ...choices },
      seating: { ...update.seating, ...seating },
      ...trade,
    };
  }
}
