/** One table in the worker: it passes inputs to the module, and carries out what comes out. */

import type { Problem, ServerMessage } from '../protocol';
import type { ToDo } from '../protocol/module';
import type {
  Answer,
  ConnectionId,
  PersonId,
  Input,
  Output,
  Query,
  Reply,
  RequestId,
} from '../protocol/room';
import { appendLines, chat, createGame, loadGame, say, type Summarize } from './games';
import { newNames } from './names';
import { Lease } from './lease';
import type { Module } from './module';

/** The person whose browser this is. */
export const OWNER: PersonId = new Array<number>(32).fill(0);

/** What happens to a table, at a time. */
type Step = (at: { table: string; now_ms: number }) => ToDo;

/** What the module says of games in lists. */
export function summaries(module: Module): Summarize {
  return (setup, people, outline) =>
    module.call({ type: 'summary', setup, people, outline, person: OWNER });
}

/** What a table tells the worker. */
export interface TableEvents {
  message: (connection: ConnectionId, message: ServerMessage) => void;
  closed: (connection: ConnectionId) => void;
  reply: (request: RequestId, result: { Ok: Reply } | { Err: Problem }) => void;
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
  readonly #queue: Step[] = [];
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
    this.#do((at) => this.module.call({ type: 'handle', input, ...at }));
  }

  #do(step: Step): void {
    if (this.#stopped) return;
    this.#queue.push(step);
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
    this.module.call({ type: 'close', table: this.id });
  }

  #step(step: Step): void {
    const { outputs, timer_ms } = step({ table: this.id, now_ms: Date.now() });
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
          this.events.message(connection, output.message);
          if (output.more) this.handle({ type: 'has_read', connection });
        }
        break;
      case 'close':
        this.events.closed(output.connection);
        break;
      case 'reply':
        this.events.reply(output.request, output.result);
        break;
      case 'query':
        void this.#ask(output);
        break;
      case 'decide':
      case 'advise':
        // Later: what the page says meanwhile goes first.
        setTimeout(() => {
          this.#do((at) => this.module.call({ type: 'think', task: output.task, ...at }));
        });
        break;
      case 'overtaken':
        // The module forgets the task.
        break;
      case 'report':
        this.events.report(output.text);
        break;
    }
  }

  async #ask(query: Query): Promise<void> {
    this.#asking = true;
    const answer = await this.#answer(query);
    this.#asking = false;
    this.handle({ type: 'answer', ...answer });
  }

  async #answer(query: Query): Promise<Answer> {
    switch (query.query) {
      case 'load':
        return { answer: 'loaded', result: await this.#found(loadGame(this.id)) };
      case 'tail':
        return { answer: 'tail', result: await this.#found(loadGame(this.id, query.after)) };
      case 'append': {
        const appended = appendLines(this.id, query, summaries(this.module));
        const result = await appended.catch(this.#unavailable);
        if ('Ok' in result) this.events.stored();
        return { answer: 'appended', result };
      }
      case 'attend':
        return {
          answer: 'attended',
          result: await this.#found(this.#lease.attend(query.here !== null)),
        };
      case 'say': {
        const result = await this.#found(say(this.id, query));
        if ('Ok' in result) this.events.stored();
        return { answer: 'said', result };
      }
      case 'find_line':
        // Nobody sends a line twice here, so keys are not stored.
        return { answer: 'found', result: { Ok: null } };
      case 'chat': {
        const { after, limit } = query;
        return { answer: 'chat', result: await this.#found(chat(this.id, after, limit)) };
      }
      case 'names':
        return { answer: 'names', result: { Ok: newNames() } };
      case 'create': {
        const created = createGame(query, summaries(this.module));
        return { answer: 'created', result: await created.catch(this.#unavailable) };
      }
    }
  }

  /** What the storage finds, or that it has failed. */
  #found<T>(found: Promise<T>): Promise<{ Ok: T } | { Err: null }> {
    return found.then(
      (Ok) => ({ Ok }),
      (error: unknown) => {
        this.events.report(String(error));
        return { Err: null };
      },
    );
  }

  /** The storage has failed to keep something. */
  readonly #unavailable = (error: unknown): { Err: { unavailable: null } } => {
    this.events.report(String(error));
    return { Err: { unavailable: null } };
  };
}
