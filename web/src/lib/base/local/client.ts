/** The page's side of the worker, which is started when something is asked of it. */

import moduleUrl from 'virtual:offline-module';

import { localProblem, ProblemError, type AnyProblem } from '../problem';
import type { Answer, Socket } from '../transport/transport';
import type { FromWorker, InWorker, ToWorker, WorkerQuestion } from './messages';

/** Whether this page can play without a server: whoever built it had the compiler for that, and the module is still there. */
export let available = moduleUrl !== null;

const NO_MODULE = localProblem({ code: 'cannot_play_here' });

interface Caller {
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
}

/** A running worker with everything that waits for it. */
class Client {
  readonly #worker = new Worker(new URL('./worker.ts', import.meta.url));
  readonly #callers = new Map<number, Caller>();
  readonly #sockets = new Map<number, LocalSocket>();
  #next = 0;

  constructor(module: string) {
    this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      this.#hear(data);
    };
    this.#worker.onerror = (event) => {
      this.#end(localProblem({ code: 'unknown' }, event.message));
    };
    this.tell({ type: 'load', module });
  }

  tell(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  /** Asks the worker for something. */
  ask<Q extends WorkerQuestion>(question: Q): Promise<Answer<InWorker, Q['type']>> {
    const key = this.#next++;
    return new Promise((resolve, reject) => {
      this.#callers.set(key, { resolve: resolve as Caller['resolve'], reject });
      this.tell({ type: 'ask', key, question });
    });
  }

  /** Opens a line to a table. */
  connect(table: string): Socket {
    const connection = this.#next++;
    const socket = new LocalSocket(this, connection, () => this.#sockets.delete(connection));
    this.#sockets.set(connection, socket);
    this.tell({ type: 'open', connection, table });
    return socket;
  }

  #hear(message: FromWorker): void {
    switch (message.type) {
      case 'answer':
        this.#take(message.key)?.resolve(message.answer);
        break;
      case 'problem':
        this.#take(message.key)?.reject(new ProblemError(message.problem));
        break;
      case 'opened':
        this.#sockets.get(message.connection)?.opened();
        break;
      case 'text':
        this.#sockets.get(message.connection)?.hear(message.text);
        break;
      case 'closed':
        this.#sockets.get(message.connection)?.end();
        break;
      case 'missing':
        available = false;
        this.#end(NO_MODULE);
        break;
      case 'broken':
        this.#end(localProblem({ code: 'unknown' }, message.why));
        break;
    }
  }

  #take(key: number): Caller | undefined {
    const caller = this.#callers.get(key);
    this.#callers.delete(key);
    return caller;
  }

  /** The worker has failed. The next one reads what is stored. */
  #end(problem: AnyProblem): void {
    if (client === this) client = null;
    this.#worker.terminate();
    for (const { reject } of this.#callers.values()) reject(new ProblemError(problem));
    this.#callers.clear();
    for (const socket of [...this.#sockets.values()]) socket.end();
  }
}

/** What a table's line needs of a WebSocket, to a table in the worker. */
class LocalSocket implements Socket {
  onopen: Socket['onopen'] = null;
  onclose: Socket['onclose'] = null;
  onmessage: Socket['onmessage'] = null;
  readyState: WebSocket['readyState'] = WebSocket.CONNECTING;

  constructor(
    private readonly client: Client,
    private readonly connection: number,
    private readonly forget: () => void,
  ) {}

  send(text: string): void {
    this.client.tell({ type: 'say', connection: this.connection, text });
  }

  close(): void {
    this.client.tell({ type: 'close', connection: this.connection });
    this.end();
  }

  opened(): void {
    this.readyState = WebSocket.OPEN;
    this.onopen?.(new Event('open'));
  }

  hear(text: string): void {
    this.onmessage?.(new MessageEvent('message', { data: text }));
  }

  end(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.forget();
    this.onclose?.(new CloseEvent('close'));
  }
}

let client: Client | null = null;

/** The worker, which is started where none runs. */
export function running(): Client {
  if (!available || moduleUrl === null) throw new ProblemError(NO_MODULE);
  client ??= new Client(moduleUrl);
  return client;
}
