/** The games that one can go on with, and what is said of each. */

import { listed } from '../language/format';
import { t } from '../language/messages';
import type { TableSummary } from '../protocol';

const KEY = 'brickwood.running';

/** The tables that are not over: those that wait for the visitor first, then those that play. */
export function running(tables: readonly TableSummary[]): TableSummary[] {
  const weight = ({ your_turn, started }: TableSummary) => (your_turn ? 0 : started ? 1 : 2);
  return tables.filter(({ over }) => !over).sort((one, other) => weight(one) - weight(other));
}

/** Whose turn it is, or what the table waits for. */
export function stateOf(table: TableSummary): string {
  if (table.your_turn) return t('games.yourTurn');
  if (table.started) {
    const [first, ...others] = table.awaited;
    if (!first) return t('games.inProgress');
    return others.length
      ? t('games.waitingFor', { names: listed(table.awaited) })
      : t('games.turnOf', { name: first });
  }
  return table.open_seats ? t('games.waitingForPlayers') : t('games.notStarted');
}

/** How many were running when the page was last open: that much room is kept while they are asked for. */
export function rememberedCount(): number {
  const count = Number(read());
  return Number.isInteger(count) && count > 0 ? count : 0;
}

/** Whether somebody has ever had a game in this browser. */
export function hasPlayed(): boolean {
  return read() !== null;
}

/** Remembers how many are running of those that there are. */
export function remember(tables: readonly TableSummary[]): void {
  if (tables.length || hasPlayed()) write(running(tables).length);
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
