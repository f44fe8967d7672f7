/** What the server last said of a table: everything that the page is drawn from. */

import { t } from '../../base/language/messages';
import type {
  Action,
  BoardInfo,
  Choices,
  Clock,
  Color,
  OpenOffer,
  Seat,
  SeatInfo,
  SeatView,
  Seating,
  Suggestion,
  TableInfo,
  TableOptions,
  Trade,
  View,
} from '../../base/protocol';

/** A table as one viewer knows it. */
export interface TableSnapshot {
  readonly table: TableInfo;
  readonly board: BoardInfo;
  readonly seq: number;
  /** The server's time when this was sent: clocks are told as of then. */
  readonly now_ms: number;
  readonly seats: readonly SeatInfo[];
  /** Whether the game has begun: before that, nobody acts. */
  readonly started: boolean;
  /** Whether the game waits, because the host wants it or a player is away. */
  readonly paused: boolean;
  /** Whether the viewer is the host. */
  readonly host: boolean;
  readonly options: TableOptions;
  /** What others can type instead of the link, while the game has not begun. */
  readonly code: string | null;
  readonly view: View;
  /**
   * What the viewer may do. While their own offer stands, this is what they may do once it is
   * withdrawn, which the page does for them.
   */
  readonly choices: Choices;
  /** The lines of the open offer and its answers, which an answer has to name. */
  readonly offer: OpenOffer | null;
  readonly suggestions: readonly Suggestion[];
  /** What is to be decided about seats. */
  readonly seating: Seating;
  /** The seats that say no to every offer of this turn. */
  readonly declining: readonly Seat[];
  /** How the time limit stood when this was sent; null without one. */
  readonly clock: Clock | null;
  /** How long it was until the game begins with bots when this was sent; missing where it does not by itself. */
  readonly begins_in_ms?: number;
  /** How many more turns must be played until a rated game counts even if nobody wins it; missing where it does. */
  readonly counts_in_turns?: number;
}

/** Who sits at a table, and which of them reads. */
export interface Named {
  readonly seats: readonly Pick<SeatInfo, 'name' | 'former'>[];
  readonly table: Pick<TableInfo, 'you'>;
}

/** What the lines of a log are worded from: a table, or what a report has kept of one. */
export interface LogContext extends Named {
  readonly board: BoardInfo;
  readonly seats: readonly (Named['seats'][number] & { readonly color: Color | null })[];
  readonly options: TableOptions;
  readonly clock: Clock | null;
}

/** The viewer's seat; null for a spectator. */
export function viewerOf(snapshot: TableSnapshot): Seat | null {
  return snapshot.table.you;
}

/** Whether a seat is the viewer's. */
export function isYou(snapshot: Named, seat: Seat): boolean {
  return snapshot.table.you === seat;
}

/** Whether nobody sits there yet, and whoever comes may. */
export function isOpen({ name, kind }: SeatInfo): boolean {
  return name === null && kind.type === 'human';
}

/** The seats that wait for whoever comes. */
export function openSeats(snapshot: TableSnapshot): Seat[] {
  return snapshot.seats.flatMap((info, seat) => (isOpen(info) ? [seat] : []));
}

/** Whose a seat was before a line of the log; null where nobody had held it. */
export function nameBefore(snapshot: Named, seat: Seat, seq: number): string | null {
  const former = snapshot.seats[seat]?.former ?? [];
  return former.findLast(({ name, until }) => name !== null && until < seq)?.name ?? null;
}

/** Whether it is the viewer's turn. */
export function isYourTurn(snapshot: TableSnapshot): boolean {
  return snapshot.table.you === snapshot.view.active;
}

/** Who builds and buys: the seat whose turn it is, or after it one of the others. */
export function builderOf(snapshot: TableSnapshot): Seat {
  return snapshot.view.special ?? snapshot.view.active;
}

/** Whether the viewer builds after another's turn. */
export function isYourSpecialBuilding(snapshot: TableSnapshot): boolean {
  const { special } = snapshot.view;
  return special !== null && special === snapshot.table.you;
}

/** Who is asked whether a knight interrupts the robber; null where nobody is. */
export function askedToInterrupt(snapshot: TableSnapshot): Seat | null {
  const { phase, to_act } = snapshot.view;
  return phase.type === 'interrupt' && to_act.type === 'seats' ? (to_act.seats[0] ?? null) : null;
}

/** What everybody knows of a seat. */
export function seatView(snapshot: TableSnapshot, seat: Seat): SeatView {
  const found = snapshot.view.seats[seat];
  if (!found) throw new RangeError(`there is no seat ${seat}`);
  return found;
}

/** The name of whoever sits there, also where it is the viewer. */
export function properName(snapshot: Named, seat: Seat): string {
  return snapshot.seats[seat]?.name ?? t('words.seat', { number: seat + 1 });
}

/** The name that stands alone: `You` or a name. */
export function nameOf(snapshot: Named, seat: Seat): string {
  return isYou(snapshot, seat) ? t('words.you') : properName(snapshot, seat);
}

/** Whether a person is the reader: what a message chooses its sentence by. */
export type Who = 'you' | 'other';

/** A person in a message: whether it is the reader, and the name. */
export interface Person {
  readonly who: Who;
  readonly name: string;
}

/** One more person in the same message: `victim` and `victimName`. */
export type PersonAs<Prefix extends string> = Readonly<
  Record<Prefix, Who> & Record<`${Prefix}Name`, string>
>;

/** A seat as an argument of a message; a second one beside it needs a prefix. */
export function person(snapshot: Named, seat: Seat): Person;
export function person<Prefix extends string>(
  snapshot: Named,
  seat: Seat,
  prefix: Prefix,
): PersonAs<Prefix>;
export function person(
  snapshot: Named,
  seat: Seat,
  prefix?: string,
): Person | Readonly<Record<string, string>> {
  const who = isYou(snapshot, seat) ? 'you' : 'other';
  const name = properName(snapshot, seat);
  return prefix === undefined ? { who, name } : { [prefix]: who, [`${prefix}Name`]: name };
}

/** The open offer; null where there is none. */
export function openTrade(snapshot: TableSnapshot): Trade | null {
  return snapshot.view.phase.type === 'trade' ? snapshot.view.phase.trade : null;
}

/** The line of the log that an action answers; null where it answers nothing. */
export function answeredBy({ offer }: TableSnapshot, action: Action): number | null {
  switch (action.type) {
    case 'accept':
    case 'decline':
    case 'counter':
    case 'withdraw':
      return offer?.line ?? null;
    case 'confirm':
      return offer?.answers[action.with] ?? null;
    default:
      return null;
  }
}

/** Whether the viewer's own offer stands. */
export function hasOpenOffer(snapshot: TableSnapshot): boolean {
  return openTrade(snapshot) !== null && isYourTurn(snapshot);
}
