/** One table in the worker: it passes inputs to the module, and carries out what comes out. */

import type { ChatText, Problem, Seat } from '../protocol';
import { appendLines, chat, createGame, loadGame, say, type Documents } from './games';
import { newNames } from './names';
import { Lease } from './lease';
import type { Module } from './module';

/** Something that happens to a table: see `crates/browser/src/input.rs`. */
export interface Input {
  type: string;
  [field: string]: unknown;
}

type Query =
  | { type: 'load' }
  | { type: 'tail'; after: number }
  | { type: 'append'; first: number; lines: string[]; documents: Documents }
  | { type: 'attend'; here: boolean }
  | { type: 'say'; at_ms: number; seat: Seat; name: string; text: ChatText }
  | { type: 'chat'; after: number; limit: number }
  | { type: 'names' }
  | { type: 'create'; id: string; documents: Documents; rematch_of: string | null };

type Output =
  | { type: 'send'; to: number[]; text: string; more: boolean }
  | { type: 'close'; connection: number }
  | { type: 'reply'; request: number; table: string | null; problem: Problem | null }
  | { type: 'query'; query: Query }
  | { type: 'think' | 'advise' }
  | { type: 'report'; text: string };

interface ToDo {
  outputs: Output[];
  timer_ms: number | null;
}

/** What a table tells the worker. */
export interface TableEvents {
  text: (connection: number, text: string) => void;
  closed: (connection: number) => void;
  reply: (request: number, table: string | null, problem: Problem | null) => void;
  report: (text: string) => void;
  /** The module has failed. */
  broken: (error: unknown) => void;
  /** Lines were appended that other pages of this browser do not know. */
  stored: () => void;
}

/** The longest wait that a browser's timers know. */
const LONGEST_MS = 2 ** 31 - 1;

export class LocalTable {
  readonly #lease: Lease;
  readonly #queue: Input[] = [];
  #busy = false;
  #stopped = false;
  /** Whether the storage is asked for something. */
  #asking = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly id: string,
    private readonly module: Module,
    private readonly events: TableEvents,
  ) {
    this.#lease = new Lease(id, () => {
      this.handle({ type: 'hint' });
    });
  }

  /** Whether nothing is under way. */
  get isIdle(): boolean {
    return !this.#asking && !this.#queue.length;
  }

  /** Passes an input to the table. */
  handle(input: Input): void {
    if (this.#stopped) return;
    this.#queue.push(input);
    if (this.#busy) return;
    this.#busy = true;
    try {
      for (let next = this.#queue.shift(); next; next = this.#queue.shift()) this.#step(next);
    } catch (error) {
      this.#queue.length = 0;
      this.events.broken(error);
    } finally {
      this.#busy = false;
    }
  }

  /** Forgets the table. What is stored of it stays. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#lease.release();
    this.module.call({ call: 'close', table: this.id });
  }

  #step(input: Input): void {
    const { outputs, timer_ms } = this.module.call<ToDo>({
      call: 'handle',
      table: this.id,
      now_ms: Date.now(),
      input,
    });
    for (const output of outputs) this.#carryOut(output);
    clearTimeout(this.#timer);
    if (timer_ms === null) return;
    const wait = Math.min(LONGEST_MS, Math.max(0, timer_ms - Date.now()));
    this.#timer = setTimeout(() => {
      this.handle({ type: 'timer' });
    }, wait);
  }

  #carryOut(output: Output): void {
    switch (output.type) {
      case 'send':
        for (const connection of output.to) {
          this.events.text(connection, output.text);
          if (output.more) this.#queue.push({ type: 'has_read', connection });
        }
        break;
      case 'close':
        this.events.closed(output.connection);
        break;
      case 'reply':
        this.events.reply(output.request, output.table, output.problem);
        break;
      case 'query':
        void this.#ask(output.query);
        break;
      case 'think':
      case 'advise':
        // Later: what the page says meanwhile goes first.
        setTimeout(() => {
          this.handle({ type: output.type });
        });
        break;
      case 'report':
        this.events.report(output.text);
        break;
    }
  }

  async #ask(query: Query): Promise<void> {
    this.#asking = true;
    const answer = await this.#answer(query).catch((error: unknown) => {
      this.events.report(String(error));
      return { type: 'failed' };
    });
    this.#asking = false;
    this.handle(answer);
  }

  async #answer(query: Query): Promise<Input> {
    switch (query.type) {
      case 'load':
        return { type: 'loaded', game: await loadGame(this.id) };
      case 'tail':
        return { type: 'tail', game: await loadGame(this.id, query.after) };
      case 'append': {
        const result = await appendLines(this.id, query.first, query.lines, query.documents);
        if (result.type === 'done') this.events.stored();
        return { type: 'appended', result };
      }
      case 'attend':
        return { type: 'attended', ...(await this.#lease.attend(query.here)) };
      case 'say': {
        const { at_ms, seat, name, text } = query;
        const line = await say(this.id, { at_ms, seat, name, text });
        this.events.stored();
        return { type: 'said', line };
      }
      case 'chat':
        return { type: 'chat', lines: await chat(this.id, query.after, query.limit) };
      case 'names':
        return { type: 'names', ...newNames() };
      case 'create': {
        const result = await createGame(query.id, query.documents, query.rematch_of);
        return { type: 'created', result };
      }
    }
  }
}
