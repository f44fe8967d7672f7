/** What the server last said of a table: everything that the page is drawn from. */

import type {
  BoardInfo,
  Choices,
  Seat,
  SeatInfo,
  SeatView,
  Suggestion,
  TableInfo,
  Trade,
  View,
} from '../protocol';

/** A table as one viewer knows it. */
export interface Scene {
  readonly table: TableInfo;
  readonly board: BoardInfo;
  readonly seq: number;
  readonly seats: readonly SeatInfo[];
  readonly started: boolean;
  readonly view: View;
  /**
   * What the viewer may do. While their own offer stands, this is what they may do once it is
   * withdrawn, which the page does for them.
   */
  readonly choices: Choices;
  readonly suggestions: readonly Suggestion[];
}

/** The viewer's seat; null for a spectator. */
export function viewerOf(scene: Scene): Seat | null {
  return scene.table.you;
}

/** Whether a seat is the viewer's. */
export function isYou(scene: Scene, seat: Seat): boolean {
  return scene.table.you === seat;
}

/** Whether it is the viewer's turn. */
export function isYourTurn(scene: Scene): boolean {
  return scene.table.you === scene.view.active;
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

/** Whether the viewer's own offer stands. */
export function hasOpenOffer(scene: Scene): boolean {
  return openTrade(scene) !== null && isYourTurn(scene);
}
