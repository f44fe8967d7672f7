/** Somebody at a table, about whom something is to be done. */

import type { ChatLine, Seat } from '../../base/protocol';

export interface Somebody {
  readonly seat: Seat;
  readonly name: string;
  /** What they have said, if that is the matter; null otherwise. */
  readonly line: ChatLine | null;
}

/** What a table offers to do about its people. */
export interface AboutPeople {
  /** What the button says. */
  readonly text: string;
  /** Why the reader may say nothing now; null where they may. */
  readonly silence: string | null;
  /** What somebody's name is called, as the button that opens their sheet. */
  textFor(name: string): string;
  /** What it is called, of a line of chat. */
  textOf(line: ChatLine): string;
  /** Whether it is there for a seat: somebody else sits there in person. */
  has(seat: Seat): boolean;
  /** Looks at whoever has a seat. */
  seat(seat: Seat): void;
  /** Looks at whoever has said something. */
  line(line: ChatLine): void;
}
