/** One table as this page knows it: the server's last word, its log, and the line to it. */

import { rematch, socketUrl } from '../api';
import type {
  Action,
  BoardInfo,
  Choices,
  LogEntry,
  Problem,
  Seat,
  ServerMessage,
  TableInfo,
  Terms,
  Update,
} from '../protocol';
import { announce, type Announcement } from './announce';
import { Connection, type Socket } from './connection';
import { hasOpenOffer, isYourTurn, type Scene } from './scene';

/** What happens around a table that is not in its picture. */
export interface StoreEvents {
  /** The table has moved on from `before`, by these entries. */
  moved?: (before: Scene | null, entries: readonly LogEntry[], said: Announcement) => void;
  /** Everybody goes on at another table. */
  rematch?: (table: string) => void;
}

/** A table that this page plays at or watches. */
export class GameStore {
  /** The table; null before the first welcome. */
  scene = $state.raw<Scene | null>(null);
  /** Everything that has happened, oldest first. */
  log = $state.raw<readonly LogEntry[]>([]);
  /** Whether the line is up. */
  online = $state(false);
  /** Why the last message was refused; null when there is nothing to say. */
  problem = $state.raw<Problem | null>(null);
  /** How often the line could not be opened before the first welcome. */
  failures = $state(0);
  /** Messages that are on their way. */
  pending = $state(0);

  readonly #connection: Connection;
  // Only its size is shown, as `pending`.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #keys = new Set<number>();
  /** What the viewer could do before their offer, which keeps the game as it was. */
  #choicesBeforeOffer: Choices | null = null;

  constructor(
    readonly id: string,
    private readonly events: StoreEvents = {},
    open: () => Socket = () => new WebSocket(socketUrl(id)),
  ) {
    this.#connection = new Connection(open, () => this.scene?.seq ?? null, {
      message: (message) => {
        this.#receive(message);
      },
      online: (online) => {
        this.online = online;
        if (!online && !this.scene) this.failures++;
      },
    });
  }

  /** Opens the line. */
  start(): void {
    this.#connection.start();
  }

  /** Leaves the table. */
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

  /** Acts. An own offer that stands in the way is withdrawn first. */
  act(action: Action): void {
    this.problem = null;
    const negotiates = action.type === 'confirm' || action.type === 'withdraw';
    if (this.scene && hasOpenOffer(this.scene) && !negotiates) {
      this.#request({ type: 'act', action: { type: 'withdraw' } });
    }
    this.#request({ type: 'act', action });
  }

  /** Takes the last step back. */
  undo(): void {
    this.problem = null;
    this.#request({ type: 'undo' });
  }

  /** Suggests a trade to the seat whose turn it is; null takes the suggestion back. */
  suggest(terms: Terms | null): void {
    this.problem = null;
    this.#connection.tell({ type: 'suggest', terms });
  }

  /** Closes the trade that another seat suggests. */
  takeSuggestion(from: Seat): void {
    this.problem = null;
    this.#request({ type: 'take_suggestion', from });
  }

  /** Sets the same people and options up again. Returns the new table's id. */
  async rematch(): Promise<string> {
    const created = await rematch(this.id);
    return created.id;
  }

  #request(message: Parameters<Connection['request']>[0]): void {
    this.#keys.add(this.#connection.request(message));
    this.pending = this.#keys.size;
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.#update(message.update, message.table, message.board);
        break;
      case 'update':
        if (this.scene) this.#update(message.update, this.scene.table, this.scene.board);
        break;
      case 'ack':
        this.#answered(message.key);
        break;
      case 'refused':
        if (message.key !== null) this.#answered(message.key);
        this.problem = message.problem;
        // Without a table there is nothing to come back to, unless the server only needs time.
        if (!this.scene && message.problem.code !== 'unavailable') this.stop();
        break;
      case 'rematch':
        this.events.rematch?.(message.table);
        break;
    }
  }

  #answered(key: number): void {
    this.#keys.delete(key);
    this.pending = this.#keys.size;
  }

  #update(update: Update, table: TableInfo, board: BoardInfo): void {
    const before = this.scene;
    const known = this.log.at(-1)?.seq ?? 0;
    const { log, ...rest } = update;
    const entries = log.filter((entry) => entry.seq > known);
    const scene = { table, board, ...rest };
    this.scene = { ...scene, choices: this.#choices(scene, before) };
    if (entries.length) this.log = [...this.log, ...entries];
    // What happened before the page was opened is no news.
    const news = before ? entries : [];
    this.events.moved?.(before, news, announce(before, this.scene, news));
  }

  #choices(scene: Scene, before: Scene | null): Choices {
    if (!hasOpenOffer(scene)) {
      this.#choicesBeforeOffer = null;
      return scene.choices;
    }
    if (before && !hasOpenOffer(before) && isYourTurn(before)) {
      this.#choicesBeforeOffer = before.choices;
    }
    const { confirm, withdraw, to_act, suggest } = scene.choices;
    const kept = this.#choicesBeforeOffer;
    return kept ? { ...kept, undo: false, confirm, withdraw, to_act, suggest } : scene.choices;
  }
}
