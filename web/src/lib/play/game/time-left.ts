/** A player's time to think, as it is told. */

import { decimal } from '../../base/language/format';

/** Below this a player is warned, in milliseconds. */
export const WARNING_MS = 20_000;

/** `12:05`, or `1:02:03`; the last ten seconds with their tenths. */
export function clockText(left_ms: number): string {
  if (left_ms < 10_000) return decimal(Math.floor(left_ms / 100) / 10);
  const seconds = Math.floor(left_ms / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes}:${two(seconds % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** A clock as the server has told it. */
export interface TimeLeft {
  /** What was left when it was told. */
  readonly left_ms: number;
  readonly running: boolean;
  /** The server's time then. */
  readonly at_ms: number;
}

/** How often a clock that runs is drawn. */
const DRAW_MS = 100;

/** What is left at that time of the server. */
export function leftAt({ left_ms, running, at_ms }: TimeLeft, now_ms: number): number {
  return Math.max(0, left_ms - (running ? Math.max(0, now_ms - at_ms) : 0));
}

/** Shows what is left, again and again until the function that it returns is called. */
export function follow(
  clock: TimeLeft,
  now: () => number,
  show: (left_ms: number) => void,
): () => void {
  const draw = () => {
    show(leftAt(clock, now()));
  };
  draw();
  if (!clock.running) return () => undefined;
  const timer = setInterval(draw, DRAW_MS);
  return () => {
    clearInterval(timer);
  };
}

/** After how long a player is to be warned; null where there is nothing to warn of any more. */
export function warnsIn(clock: TimeLeft, now_ms: number): number | null {
  const left_ms = leftAt(clock, now_ms);
  return clock.running && left_ms > WARNING_MS ? left_ms - WARNING_MS : null;
}
