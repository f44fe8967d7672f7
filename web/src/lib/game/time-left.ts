/** A player's time to think, as it is told. */

/** Below this a player is warned, in milliseconds. */
export const WARNING_MS = 20_000;

/** `12:05`, or `1:02:03`; the last ten seconds with their tenths. */
export function clockText(left_ms: number): string {
  if (left_ms < 10_000) return (Math.floor(left_ms / 100) / 10).toFixed(1);
  const seconds = Math.floor(left_ms / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes}:${two(seconds % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** What is left after so long. */
export function leftAfter(left_ms: number, running: boolean, passed_ms: number): number {
  return Math.max(0, left_ms - (running ? passed_ms : 0));
}

/** After how long a player is to be warned; null where there is nothing to warn of any more. */
export function warnsIn(left_ms: number, running: boolean): number | null {
  return running && left_ms > WARNING_MS ? left_ms - WARNING_MS : null;
}
