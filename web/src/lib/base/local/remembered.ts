/** Which games of the visitor are running, as this browser remembers it until it has asked. */

import { isLocal } from './id';

const KEY = 'brickwood.running';

/** The tables that were running when that was last known: so much room is kept while they are asked for. */
export function rememberedTables(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(read() ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Those of them that are kept in this browser alone. */
export function rememberedHere(): readonly string[] {
  return rememberedTables().filter(isLocal);
}

/** Whether somebody has ever had a game in this browser. */
export function hasPlayed(): boolean {
  return read() !== null;
}

/** Remembers which are running, of so many that there are. */
export function rememberRunning(running: readonly string[], all: number): void {
  if (all || hasPlayed()) write(running);
}

/** Remembers that a table of the visitor's is running, or is no longer. */
export function rememberTable(id: string, isRunning: boolean): void {
  const others = rememberedTables().filter((other) => other !== id);
  write(isRunning ? [...others, id] : others);
}

function write(running: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(running));
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
