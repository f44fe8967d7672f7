/** How many games of the visitor are running, as this browser remembers it until it has asked. */

const KEY = 'brickwood.running';

/** How many were running when that was last known: so much room is kept while they are asked for. */
export function rememberedCount(): number {
  const count = Number(read());
  return Number.isInteger(count) && count > 0 ? count : 0;
}

/** Whether somebody has ever had a game in this browser. */
export function hasPlayed(): boolean {
  return read() !== null;
}

/** Remembers that so many are running, of so many that there are. */
export function rememberRunning(running: number, all: number): void {
  if (all || hasPlayed()) write(running);
}

/** Remembers that one more has begun. */
export function rememberOneMore(): void {
  write(rememberedCount() + 1);
}

function write(count: number): void {
  try {
    localStorage.setItem(KEY, String(count));
  } catch {
    // Then the page moves a little when they come.
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
