/** What the server last said of a table: everything that the page is drawn from. */

import type {
  Action,
  BoardInfo,
  Choices,
  Clock,
  LogEntry,
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
} from '../protocol';

/** A table as one viewer knows it. */
export interface Scene {
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
}

/** Why a game waits. */
export interface Pause {
  /** The seat of the host who wants it; null where there is none. */
  readonly by: Seat | null;
  /** Whether it waits for somebody who is away. */
  readonly forAbsent: boolean;
  /** The line of the log that says so. */
  readonly seq: number;
}

/** The viewer's seat; null for a spectator. */
export function viewerOf(scene: Scene): Seat | null {
  return scene.table.you;
}

/** Whether a seat is the viewer's. */
export function isYou(scene: Scene, seat: Seat): boolean {
  return scene.table.you === seat;
}

/** Whether nobody sits there yet, and whoever comes may. */
export function isOpen({ name, kind }: SeatInfo): boolean {
  return name === null && kind.type === 'human';
}

/** The seats that wait for whoever comes. */
export function openSeats(scene: Scene): Seat[] {
  return scene.seats.flatMap((info, seat) => (isOpen(info) ? [seat] : []));
}

/** The seats of people who are not there, and for whom nobody plays. */
export function absentSeats(scene: Scene): Seat[] {
  return scene.seats.flatMap(({ kind, name, present, away }, seat) =>
    kind.type !== 'bot' && name !== null && !present && !away ? [seat] : [],
  );
}

/** Why the game waits, by the last word on it in the log; null where nothing says so. */
export function lastPause(log: readonly LogEntry[]): Pause | null {
  const entry = log.findLast(({ at_table }) => at_table?.type === 'paused');
  if (entry?.at_table?.type !== 'paused') return null;
  const { by, for_absent } = entry.at_table;
  return { by, forAbsent: for_absent, seq: entry.seq };
}

/** The table with the names that the seats had at a line of the log. */
export function asOf(scene: Scene, seq: number): Scene {
  const formerOf = ({ former }: SeatInfo) => former.find(({ until }) => seq <= until);
  if (!scene.seats.some(formerOf)) return scene;
  const seats = scene.seats.map((info) => ({ ...info, name: (formerOf(info) ?? info).name }));
  const { you } = scene.table;
  const wasYou = you !== null && seats[you]?.name === scene.seats[you]?.name;
  return { ...scene, seats, table: { ...scene.table, you: wasYou ? you : null } };
}

/** Whose a seat was before a line of the log; null where nobody had held it. */
export function nameBefore(scene: Scene, seat: Seat, seq: number): string | null {
  const former = scene.seats[seat]?.former ?? [];
  return former.findLast(({ name, until }) => name !== null && until < seq)?.name ?? null;
}

/** Whether it is the viewer's turn. */
export function isYourTurn(scene: Scene): boolean {
  return scene.table.you === scene.view.active;
}

/** Who builds and buys: the seat whose turn it is, or after it one of the others. */
export function builderOf(scene: Scene): Seat {
  return scene.view.special ?? scene.view.active;
}

/** Whether the viewer builds after another's turn. */
export function isYourSpecialBuilding(scene: Scene): boolean {
  const { special } = scene.view;
  return special !== null && special === scene.table.you;
}

/** Who is asked whether a knight interrupts the robber; null where nobody is. */
export function askedToInterrupt(scene: Scene): Seat | null {
  const { phase, to_act } = scene.view;
  return phase.type === 'interrupt' && to_act.type === 'seats' ? (to_act.seats[0] ?? null) : null;
}

/** What everybody knows of a seat. */
export function seatView(scene: Scene, seat: Seat): SeatView {
  const found = scene.view.seats[seat];
  if (!found) throw new RangeError(`there is no seat ${seat}`);
  return found;
}

/** The name of whoever sits there, also where it is the viewer. */
export function properName(scene: Scene, seat: Seat): string {
  return scene.seats[seat]?.name ?? `Seat ${seat + 1}`;
}

/** The name that a sentence begins with: `You` or a name. */
export function nameOf(scene: Scene, seat: Seat): string {
  return isYou(scene, seat) ? 'You' : properName(scene, seat);
}

/** The name inside a sentence: `you` or a name. */
export function nameInside(scene: Scene, seat: Seat): string {
  return isYou(scene, seat) ? 'you' : properName(scene, seat);
}

/** `You roll`, `Mira rolls`: a seat and its verb. */
export function does(scene: Scene, seat: Seat, you: string, other = `${you}s`): string {
  return isYou(scene, seat) ? `You ${you}` : `${properName(scene, seat)} ${other}`;
}

/** The open offer; null where there is none. */
export function openTrade(scene: Scene): Trade | null {
  return scene.view.phase.type === 'trade' ? scene.view.phase.trade : null;
}

/** The line of the log that an action answers; null where it answers nothing. */
export function answeredBy({ offer }: Scene, action: Action): number | null {
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
export function hasOpenOffer(scene: Scene): boolean {
  return openTrade(scene) !== null && isYourTurn(scene);
}
