/** The chat at a table as one reader has it: without those whom they have muted, and what is new. */

import type { GameStore } from '../game/store.svelte';
import type { AboutPeople } from '../../people/moderation/somebody';
import type { ChatLine, Seat } from '../../base/protocol';

const KEY = 'brickwood.muted';
/** Of more tables than these nobody remembers whom they muted. */
const MOST_TABLES = 20;

/** Whom the reader has muted at a table. */
export function mutedAt(
  table: string,
  storage: Pick<Storage, 'getItem'> = localStorage,
): readonly string[] {
  return mutedBy(storage)[table] ?? [];
}

function mutedBy(storage: Pick<Storage, 'getItem'>): Record<string, string[]> {
  try {
    return JSON.parse(storage.getItem(KEY) ?? '{}') as Record<string, string[]>;
  } catch {
    // Storage may be forbidden or spoilt.
    return {};
  }
}

/** The chat at one table. */
export class Chat {
  /** The names of those who are not heard. */
  muted = $state.raw<readonly string[]>([]);
  /** Whether the reader has it before them. */
  open = $state(false);
  /** What can be done about those who say something; null where nothing can. */
  people = $state.raw<AboutPeople | null>(null);
  #seen = $state(0);

  /** What is heard, oldest first. */
  readonly lines: readonly ChatLine[] = $derived.by(() =>
    this.store.chat.filter((line) => !this.muted.includes(line.name)),
  );
  /** How many lines of others the reader has not seen. */
  readonly unread: number = $derived.by(() => {
    const you = this.store.snapshot?.table.you ?? null;
    return this.lines.filter((line) => line.number > this.#seen && line.seat !== you).length;
  });

  constructor(
    readonly store: GameStore,
    private readonly storage: Pick<Storage, 'getItem' | 'setItem'> = localStorage,
  ) {
    this.muted = mutedAt(store.id, storage);
  }

  /** Everything so far is seen. */
  see(): void {
    this.#seen = this.store.chat.at(-1)?.number ?? this.#seen;
  }

  /** Whether somebody is not heard. */
  isMuted(name: string): boolean {
    return this.muted.includes(name);
  }

  /** Mutes somebody at this table, or hears them again. */
  toggle(name: string): void {
    this.muted = this.isMuted(name)
      ? this.muted.filter((each) => each !== name)
      : [...this.muted, name];
    this.#keep();
  }

  /** Who can be muted: everybody else who has said something, or sits here in person. */
  others(): { seat: Seat; name: string }[] {
    const { snapshot } = this.store;
    if (!snapshot) return [];
    return snapshot.seats.flatMap(({ name, kind }, seat) =>
      name !== null && kind.type !== 'bot' && !snapshot.table.yours.includes(seat)
        ? [{ seat, name }]
        : [],
    );
  }

  #keep(): void {
    const others = Object.entries(mutedBy(this.storage)).filter(([id]) => id !== this.store.id);
    const kept = others.slice(1 - MOST_TABLES);
    try {
      const entries = [...kept, [this.store.id, this.muted]];
      this.storage.setItem(KEY, JSON.stringify(Object.fromEntries(entries)));
    } catch {
      // As above: then it holds while the page is open.
    }
  }
}
