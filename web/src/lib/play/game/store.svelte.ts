/** One table as this page knows it: the server's last word, its log, and the line to it. */

import { rememberCommitment, rememberNonce, rememberSeed } from '../fair/memory';
import type { AnyProblem } from '../../base/problem';
import type {
  Action,
  BoardInfo,
  Cards,
  ChatLine,
  Choices,
  LogEntry,
  Problem,
  Seat,
  ServerMessage,
  TableInfo,
  Terms,
  Update,
} from '../../base/protocol';
import {
  command,
  isForNow,
  type Request,
  type SayingId,
  type TableCommand,
} from '../intent/commands';
import { randomHex } from '../../base/random-hex';
import { reach } from '../../base/reach.svelte';
import { ask, connect } from '../../base/transport';
import type { Socket } from '../../base/transport/transport';
import { Connection, isStillOpen } from './connection';
import type { LogBook, LogLine } from './log-lines';
import { NO_LINE } from './offline';
import { ofTab } from './returning';
import { answeredBy, hasOpenOffer, type TableSnapshot } from './snapshot';
import { ServerTime } from './server-time';

/** What happens around a table that is not in its picture. */
export interface StoreEvents {
  /** The table has moved on from `before`, by these entries, which have these lines in the log. */
  moved?: (
    before: TableSnapshot | null,
    entries: readonly LogEntry[],
    lines: readonly LogLine[],
  ) => void;
  /** This has been said, after the page was opened. */
  said?: (lines: readonly ChatLine[]) => void;
}

const SEED_BYTES = 32;
const NONCE_BYTES = 16;
/** Why somebody may not look at a table any more. */
const SHUT_OUT: readonly Problem['code'][] = ['removed', 'players_only'];

/** A table that this page plays at or watches. */
export class GameStore {
  /** The table; null before the first welcome. */
  snapshot = $state.raw<TableSnapshot | null>(null);
  /** Everything that has happened, oldest first. */
  log = $state.raw<readonly LogEntry[]>([]);
  /** The same in words; empty until somebody writes them: see `write`. */
  lines = $state.raw<readonly LogLine[]>([]);
  /** What was said, oldest first. */
  chat = $state.raw<readonly ChatLine[]>([]);
  /** The table at which the same people play again; null while nobody has asked for it. */
  next = $state<string | null>(null);
  /** Who has asked for it; null where that is not known. */
  nextBy = $state<Seat | null>(null);
  /** How many only watch. */
  watching = $state(0);
  /** Whether the line is up. */
  online = $state(false);
  /** Why the last message was refused; null when there is nothing to say. */
  problem = $state.raw<AnyProblem | null>(null);
  /** How often the line could not be opened before the first welcome. */
  failures = $state(0);
  /** Why this page is shown nothing more of the table; null while it is. */
  ended = $state.raw<Problem | null>(null);
  /** What the coach has last advised the viewer, and the line of the log that it knew; null if nothing. */
  advised = $state.raw<Extract<ServerMessage, { type: 'advice' }> | null>(null);
  /** Messages that are on their way. */
  pending = $state(0);
  /** The server's time, by which clocks are shown. */
  readonly time: ServerTime;

  /** Who is putting a counter-offer together, and to which offer. */
  #preparing = $state.raw<{ offer: number | null; seats: readonly Seat[] }>({
    offer: null,
    seats: [],
  });
  /** Who is putting a counter-offer to the open offer together. */
  readonly preparing: readonly Seat[] = $derived(
    this.#preparing.offer === this.snapshot?.offer?.line ? this.#preparing.seats : [],
  );

  readonly #connection: Connection;
  #newBook: (() => LogBook) | null = null;
  #book: LogBook | null = null;
  // Only its size is shown, as `pending`.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #keys = new Map<number, (done: boolean) => void>();
  /** Which of them are chat: the game does not wait for it. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #saying = new Set<number>();
  /** The last line of the log that something sent from here has led to. */
  #led = 0;
  #unsettled: (() => void)[] = [];
  /** The withdrawals that nobody has asked for: it does not matter if they come too late. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #needless = new Set<number | null>();
  /** The seat from which this device looks, of several that it acts for; null for the first. */
  #looksFrom: Seat | null = null;
  /** Whether the table from that side is on its way: until then, nothing is shown of it. */
  #turns = false;
  #readied = false;
  /** The server's time when the page was opened; null before the first welcome. */
  #openedAt: number | null = null;

  constructor(
    readonly id: string,
    private readonly events: StoreEvents = {},
    open: () => Socket = () => connect(id),
    now: () => number = () => performance.now(),
  ) {
    this.time = new ServerTime(now);
    this.#connection = new Connection(
      open,
      () => this.snapshot?.seq ?? null,
      {
        message: (message) => {
          this.#receive(message);
        },
        online: (online) => {
          this.online = online;
          if (!online) this.time.restart();
          else if (this.problem === NO_LINE) this.problem = null;
          // Whoever comes back is told only where somebody watches.
          if (online) this.watching = 0;
          if (!online && !this.snapshot) this.failures++;
        },
        time: (server_ms, asked) => {
          this.time.answered(asked, server_ms);
        },
      },
      () => this.#looksFrom,
      now,
      ofTab(id),
    );
  }

  /** Opens the line. */
  start(): void {
    this.#connection.start();
  }

  /** Puts the log into words: what has happened so far, and what will. */
  write(newBook: () => LogBook): void {
    this.#newBook = newBook;
    if (this.snapshot) this.#write(this.snapshot, null);
  }

  /** Leaves the page. */
  stop(): void {
    this.#connection.stop();
  }

  /** Opens the line anew after sitting down. */
  reconnect(): void {
    this.#connection.restart();
  }

  /** Tries at once to get the line back. */
  hurry(): void {
    this.#connection.hurry();
  }

  /** Does something at the table, by the name of its row. Returns whether it was done. */
  do<Id extends SayingId>(...named: Parameters<typeof command<Id>>): Promise<boolean> {
    return this.send(command(...named));
  }

  /**
   * Sends a command. Before an action, an own offer that stands in the way is withdrawn. What was decided on
   * a line that is down is not done later, when the table may have moved on; all else waits for the line. Returns whether
   * it was done.
   */
  send(command: TableCommand): Promise<boolean> {
    const isCutOff = isForNow(command) && !this.online;
    this.problem = isCutOff ? NO_LINE : null;
    if (isCutOff) return Promise.resolve(false);
    return command.type === 'act'
      ? this.#act(command.action, command.answers)
      : this.#request(command);
  }

  /** Whether all is answered that was sent, and the table is known as it then was. */
  get isSettled(): boolean {
    return this.pending === 0 && (this.snapshot?.seq ?? 0) >= this.#led;
  }

  /** Resolves once it is so. */
  settled(): Promise<void> {
    return new Promise((resolve) => {
      this.#unsettled.push(resolve);
      this.#settle();
    });
  }

  /** Hints that a counter-offer is being put together, or no longer. */
  prepare(offer: number, on: boolean): void {
    this.#connection.tell({ type: 'preparing', offer, on });
  }

  /** Keeps what is chosen of a discard so far, should the time run out. */
  keepDraft(cards: Cards): void {
    this.#connection.tell({ type: 'draft', cards });
  }

  /** Asks the coach about the game as it is, and about a trade. */
  askCoach(terms: Terms | null): void {
    this.advised = null;
    this.#connection.tell({ type: 'advise', terms });
  }

  /** Is ready again, after the host has changed something. */
  agree(): Promise<boolean> {
    this.problem = null;
    return this.#ready();
  }

  /** Looks at the table from another of this device's seats. */
  viewAs(seat: Seat): void {
    this.#looksFrom = seat;
    if (this.snapshot?.table.you === seat) return;
    this.#turns = true;
    this.#connection.tell({ type: 'view_as', seat });
  }

  /** Sets the same people and options up again. Returns the new table's id. */
  async rematch(): Promise<string> {
    const created = await ask({ type: 'rematch', table: this.id });
    return created.id;
  }

  #act(action: Action, named?: number): Promise<boolean> {
    const negotiates = action.type === 'confirm' || action.type === 'withdraw';
    if (this.snapshot && hasOpenOffer(this.snapshot) && !negotiates) {
      this.#needless.add(this.#send({ type: 'withdraw' }).key);
    }
    return this.#send(action, named).done;
  }

  /** Sends an action, which answers the named line of the log, or else what stands now. */
  #send(action: Action, named?: number): { key: number; done: Promise<boolean> } {
    const nonce = randomHex(NONCE_BYTES);
    const answers = named ?? (this.snapshot && answeredBy(this.snapshot, action));
    const key = this.#connection.request({ type: 'act', action, nonce, answers });
    const done = new Promise<boolean>((resolve) => {
      this.#await(key, (done) => {
        if (done) rememberNonce(this.id, action, nonce);
        resolve(done);
      });
    });
    return { key, done };
  }

  #request(message: Request): Promise<boolean> {
    const key = this.#connection.request(message);
    if (message.type === 'say') this.#saying.add(key);
    return new Promise((resolve) => {
      this.#await(key, resolve);
    });
  }

  #await(key: number, answered: (done: boolean) => void): void {
    this.#keys.set(key, answered);
    this.pending = this.#keys.size - this.#saying.size;
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.time.heard(message.update.now_ms);
        this.#welcome(message.update, message.table, message.board);
        break;
      case 'update':
        if (this.snapshot && !this.#turns) {
          this.#update(message.update, this.snapshot.table, this.snapshot.board);
        }
        break;
      case 'ack':
        // What was said again while the server had trouble is done now.
        if (this.problem && isStillOpen(this.problem)) this.problem = null;
        if (!this.#saying.has(message.key)) this.#led = Math.max(this.#led, message.seq);
        this.#answered(message.key, true);
        break;
      case 'refused':
        reach.onrefused(message.problem.code);
        // The offer is gone that would have stood in the way.
        if (!this.#needless.has(message.key)) this.problem = message.problem;
        if (isStillOpen(message.problem)) break;
        if (message.key !== null) this.#answered(message.key, false);
        // Where there is no table, or none for this page, there is nothing to come back to.
        if (!this.snapshot) this.stop();
        else if (message.key === null && SHUT_OUT.includes(message.problem.code)) {
          this.ended = message.problem;
          this.stop();
        }
        break;
      case 'preparing':
        this.#note(message);
        break;
      case 'rematch':
        this.next = message.table;
        this.nextBy = message.by ?? null;
        break;
      case 'watching':
        this.watching = message.count;
        break;
      case 'advice':
        this.advised = message;
        break;
      case 'chat':
        this.#hear(message.lines);
        break;
      case 'devices':
        reach.ondevices();
        break;
      case 'beat':
        break;
    }
  }

  #note({ seat, offer, on }: Extract<ServerMessage, { type: 'preparing' }>): void {
    const seats = this.#preparing.offer === offer ? this.#preparing.seats : [];
    const others = seats.filter((other) => other !== seat);
    this.#preparing = { offer, seats: on ? [...others, seat] : others };
  }

  #answered(key: number, done: boolean): void {
    this.#needless.delete(key);
    const resolve = this.#keys.get(key);
    this.#saying.delete(key);
    this.#keys.delete(key);
    this.pending = this.#keys.size - this.#saying.size;
    resolve?.(done);
    this.#settle();
  }

  #settle(): void {
    if (!this.isSettled) return;
    for (const resolve of this.#unsettled.splice(0)) resolve();
  }

  #hear(lines: readonly ChatLine[]): void {
    const known = this.chat.at(-1)?.number ?? 0;
    const news = lines.filter((line) => line.number > known);
    if (!news.length) return;
    this.chat = [...this.chat, ...news];
    // What was said before the page was opened is no news.
    const openedAt = this.#openedAt ?? Infinity;
    const fresh = news.filter(({ at_ms }) => at_ms >= openedAt);
    if (fresh.length) this.events.said?.(fresh);
  }

  #welcome(update: Update, table: TableInfo, board: BoardInfo): void {
    const wanted = this.#looksFrom;
    if (wanted !== null && table.you !== wanted) {
      // The line has asked for the table from the wanted side: only that is for who is here now.
      if (table.yours.includes(wanted)) {
        this.#turns = true;
        return;
      }
      this.#looksFrom = null;
    }
    this.#turns = false;
    // Another seat of the device may not read it.
    this.advised = null;
    this.#openedAt ??= update.now_ms;
    const latest = this.log.at(-1)?.seq ?? 0;
    if (update.log[0]?.seq === 1) this.log = [];
    // From another side, or with other seats, it is another picture.
    const known = this.snapshot;
    const turned =
      known !== null &&
      (known.table.you !== table.you || known.seats.length !== update.seats.length);
    this.#update(update, table, board, turned, latest);
    this.#getReady(update, table);
  }

  /** Before the start the page says for its people that they are there, with chance of its own. */
  #getReady({ started, seats }: Update, { yours, commitment }: TableInfo): void {
    if (!yours.length) this.#readied = false;
    if (started || this.#readied || !yours.length) return;
    // Whoever was ready for something else is asked by the page.
    if (yours.some((seat) => seats[seat]?.asked)) return;
    if (commitment) rememberCommitment(this.id, commitment);
    if (yours.some((seat) => seats[seat]?.ready)) return;
    void this.#ready();
  }

  #ready(): Promise<boolean> {
    this.#readied = true;
    const seed = randomHex(SEED_BYTES);
    return this.#request({ type: 'ready', seed }).then((done) => {
      if (done) rememberSeed(this.id, seed);
      return done;
    });
  }

  /** The host agrees to what the host has changed; everybody else is asked. */
  #agreeAsHost({ host, seats, log }: Update, { yours }: TableInfo): void {
    const changed = log.some(({ at_table }) => at_table?.type === 'changed');
    if (host && changed && yours.some((seat) => seats[seat]?.asked)) void this.#ready();
  }

  /** `told` is the last line that the viewer has been told, though the log may come anew. */
  #update(
    update: Update,
    table: TableInfo,
    board: BoardInfo,
    turned = false,
    told = this.log.at(-1)?.seq ?? 0,
  ): void {
    const before = turned ? null : this.snapshot;
    const known = this.log.at(-1)?.seq ?? 0;
    const { log, ...rest } = update;
    const entries = log.filter((entry) => entry.seq > known);
    const snapshot = { table, board, ...rest };
    this.snapshot = { ...snapshot, choices: this.#choices(snapshot) };
    if (entries.length) this.log = [...this.log, ...entries];
    const lines = this.#write(this.snapshot, before && known ? entries : null);
    // What happened before the page was opened is no news.
    const isNews = ({ seq }: { seq: number }) => seq > told;
    if (before) this.events.moved?.(before, entries.filter(isNews), lines.filter(isNews));
    else this.events.moved?.(null, [], []);
    this.#settle();
    if (!update.started) this.#agreeAsHost(update, table);
    // A seat can be given up and taken again while the page stays.
    if (!update.started && !table.yours.length) this.#readied = false;
  }

  /** Writes the log's lines: those of these entries, or all where the viewer has changed. */
  #write(snapshot: TableSnapshot, entries: readonly LogEntry[] | null): readonly LogLine[] {
    if (!this.#newBook) return [];
    const book = (entries && this.#book) ?? this.#newBook();
    this.#book = book;
    const lines = book.add(snapshot, entries ?? this.log);
    if (!entries || entries.length) this.lines = [...book.lines];
    return lines;
  }

  /** An own offer that stands leaves the game as it was: acting withdraws it first, see `act`. */
  #choices({ choices }: TableSnapshot): Choices {
    const { after_withdrawal: after, confirm, withdraw, to_act } = choices;
    return after ? { ...after, confirm, withdraw, to_act } : choices;
  }
}
