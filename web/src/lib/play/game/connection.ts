/**
 * The line to a table. It opens itself again whenever it breaks, names the last sequence number
 * that was seen, and sends again whatever was not yet answered. A line on which nothing comes any
 * more, although nobody has closed it, counts as broken, too: the page asks the server all the time
 * whether it is there.
 */

import type { Request } from '../intent/commands';
import { withShownNames } from '../../base/names';
import type { AnyProblem } from '../../base/problem';
import type {
  ClientMessage,
  LogEntry,
  Returning,
  Seat,
  ServerMessage,
  TableInfo,
} from '../../base/protocol';
import { PROTOCOL } from '../../base/protocol/version';
import type { Socket } from '../../base/transport/transport';
import type { ReturningStore } from './returning';

/** What a line tells. */
export interface ConnectionEvents {
  /** A message has come. */
  message: (message: ServerMessage) => void;
  /** The line is up (after the welcome) or down. */
  online: (online: boolean) => void;
  /** The server has said what time it is; `asked` is the page's time when it was asked. */
  time?: (server_ms: number, asked: number) => void;
}

type Keyed = Extract<ClientMessage, { key: number }>;

const OPEN = 1;
const FIRST_DELAY_MS = { least: 50, most: 500 };
const LONGEST_DELAY_MS = 10_000;
/** How often the server is asked whether it is there. */
const BEAT_MS = 3000;
/** How long nothing may come after it was asked. */
const SILENCE_MS = 5000;
/** How long a line may take until the welcome. */
const OPENING_MS = 10_000;
/** After what time something is said again of which nobody knows whether it is done. */
const AGAIN_MS = 1000;

/** How long to wait before the next try, after so many that failed. */
export function retryDelay(failures: number, random = Math.random()): number {
  const { least, most } = FIRST_DELAY_MS;
  const longest = Math.min(LONGEST_DELAY_MS, most * 2 ** failures);
  return least + random * (longest - least);
}

/** How long a server that restarts asks to wait; null where it does not. */
export function askedDelay(reason: string | undefined): number | null {
  const asked = /retry-after-ms=(\d{1,6})$/.exec(reason ?? '');
  return asked ? Math.min(Number(asked[1]), LONGEST_DELAY_MS) : null;
}

/** Whether it is said only that nobody knows yet what has become of a message. */
export function isStillOpen(problem: AnyProblem): boolean {
  return problem.code === 'unavailable';
}

/** A line to one table. */
export class Connection {
  #socket: Socket | null = null;
  #closed = false;
  #welcomed = false;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The pass of the last welcome, and whether the game waited for this player when the line was up. */
  #returning: Returning | undefined;
  /** The parts of a long log that have come so far, without their end. */
  #parts: LogEntry[] = [];
  /** The next question whether the server is there, or the end of the patience with it. */
  #beat: ReturnType<typeof setTimeout> | undefined;
  /** When the server was asked, of the page's time; null where it has answered. */
  #asked: number | null = null;
  /** What was sent and not yet answered, oldest first. */
  readonly #unanswered = new Map<number, Keyed>();
  // The server remembers the keys of a seat: two pages of one player must not use the same.
  #nextKey = Date.now() * 1000 + Math.floor(Math.random() * 1000);

  constructor(
    private readonly open: () => Socket,
    private readonly lastSeen: () => number | null,
    private readonly events: ConnectionEvents,
    /** From which seat this device looks; null where that is up to the server. */
    private readonly looksFrom: () => Seat | null = () => null,
    private readonly now: () => number = () => performance.now(),
    private readonly kept?: ReturningStore,
  ) {
    this.#returning = kept?.read();
  }

  /** Opens the line. */
  start(): void {
    if (this.#closed || this.#socket) return;
    const socket = this.open();
    this.#socket = socket;
    this.#giveUpAfter(OPENING_MS);
    socket.onopen = () => {
      this.#transmit({
        type: 'hello',
        protocol: PROTOCOL,
        after: this.lastSeen(),
        ...(this.#returning && { returning: this.#returning }),
      });
    };
    socket.onmessage = (event) => {
      if (typeof event.data === 'string') this.#receive(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = ({ reason }) => {
      this.#lost(reason);
    };
  }

  /** Ends the line for good. */
  stop(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#beat);
    if (this.#socket) drop(this.#socket);
    this.#socket = null;
  }

  /** Opens the line anew, such as after sitting down: the server then knows the seat. */
  restart(): void {
    this.#failures = 0;
    if (this.#socket) this.#socket.close();
    else this.#retryNow();
  }

  /** Tries again at once, such as when the machine has its network back, or asks whether all is well. */
  hurry(): void {
    if (!this.#socket) this.#retryNow();
    else if (this.#welcomed && this.#asked === null) this.#ask();
  }

  /** Sends a message that is answered by its key. Returns the key. */
  request(message: Request): number {
    const key = this.#nextKey++;
    const keyed: Keyed =
      message.type === 'say' ? { ...message, key } : { type: 'command', key, command: message };
    this.#unanswered.set(key, keyed);
    if (this.#welcomed) this.#transmit(keyed);
    return key;
  }

  /** Sends a message that needs no answer; it is lost where the line is down. */
  tell(
    message: Extract<ClientMessage, { type: 'preparing' | 'draft' | 'view_as' | 'advise' }>,
  ): void {
    if (this.#welcomed) this.#transmit(message);
  }

  #receive(message: ServerMessage): void {
    if (message.type === 'beat') {
      if (this.#asked !== null) this.events.time?.(message.now_ms, this.#asked);
      this.#rest();
      return;
    }
    // Whatever comes, the line is not dead: a long message may stand before the answer.
    if (this.#asked !== null) this.#giveUpAfter(SILENCE_MS);
    if (message.type === 'missed') {
      const last = this.#parts.at(-1)?.seq;
      // A part that does not follow begins the log of another side.
      if (message.log[0]?.seq !== (last ?? 0) + 1) this.#parts = [];
      this.#parts.push(...message.log);
      return;
    }
    if (message.type === 'welcome' || message.type === 'update') {
      message.update.log.unshift(...this.#parts);
      message.update.seats = withShownNames(message.update.seats);
      this.#parts = [];
      const pass = message.type === 'welcome' ? message.pass : this.#returning?.pass;
      const to_act = message.update.started && message.update.choices.to_act;
      this.#returning = pass === undefined ? pass : { pass, to_act };
      this.kept?.write(this.#returning);
    }
    if (message.type === 'welcome') {
      // Whoever sees the table from another side is welcomed again on the same line.
      if (!this.#welcomed) this.#greeted(message.table);
    } else if (message.type === 'refused' && isStillOpen(message.problem)) {
      setTimeout(() => {
        this.#sayAgain(message.key);
      }, AGAIN_MS);
    } else if ((message.type === 'ack' || message.type === 'refused') && message.key !== null) {
      this.#unanswered.delete(message.key);
    }
    this.events.message(message);
  }

  #greeted({ you, yours }: TableInfo): void {
    this.#failures = 0;
    this.#welcomed = true;
    // Several people may share this device: what was sent for one of them is for that seat.
    const seat = this.looksFrom();
    if (seat !== null && seat !== you && yours.includes(seat)) {
      this.#transmit({ type: 'view_as', seat });
    }
    for (const unanswered of this.#unanswered.values()) this.#transmit(unanswered);
    this.#ask();
    this.events.online(true);
  }

  #sayAgain(key: number | null): void {
    const unanswered = key === null ? undefined : this.#unanswered.get(key);
    if (unanswered && this.#welcomed) this.#transmit(unanswered);
  }

  #transmit(message: ClientMessage): void {
    if (this.#socket?.readyState === OPEN) this.#socket.send(JSON.stringify(message));
  }

  #ask(): void {
    this.#asked = this.now();
    this.#transmit({ type: 'beat' });
    this.#giveUpAfter(SILENCE_MS);
  }

  /** Asks again later. */
  #rest(): void {
    this.#asked = null;
    clearTimeout(this.#beat);
    this.#beat = setTimeout(() => {
      this.#ask();
    }, BEAT_MS);
  }

  /** Takes the line for dead if nothing comes for so long. */
  #giveUpAfter(ms: number): void {
    clearTimeout(this.#beat);
    this.#beat = setTimeout(() => {
      const dead = this.#socket;
      if (!dead) return;
      drop(dead);
      this.#lost(undefined);
    }, ms);
  }

  #lost(reason: string | undefined): void {
    clearTimeout(this.#beat);
    this.#asked = null;
    this.#socket = null;
    this.#welcomed = false;
    this.#parts = [];
    if (this.#closed) return;
    this.events.online(false);
    const delay = askedDelay(reason) ?? retryDelay(this.#failures++);
    this.#timer = setTimeout(() => {
      this.start();
    }, delay);
  }

  #retryNow(): void {
    clearTimeout(this.#timer);
    this.start();
  }
}

/** Closes a socket without listening for its end, which comes only once the other side has agreed to it. */
function drop(socket: Socket): void {
  socket.onopen = socket.onmessage = socket.onclose = null;
  socket.close();
}
