/** A table whose game has just ended: one from a record, so that nobody has to play it first. */

import { readFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

import type { GameStatistics, Replay, SeatInfo } from '../../src/lib/base/protocol';
import { fixture, StagedTable } from './staged';

/** The text of a record that the project keeps. */
export function recordOf(name: 'fair' | 'beginners' | 'short'): string {
  return readFileSync(
    new URL(`../../../tests-data/records/${name}.record`, import.meta.url),
    'utf8',
  );
}

/** Opens the table, as the player of this seat sees it. The server counts what there is to count. */
export async function openFinished(
  page: Page,
  home: string,
  { record, you }: { record: string; you: number },
): Promise<void> {
  const ask = async (path: string) => {
    const answer = await fetch(`${home}${path}`, { method: 'POST', body: record });
    return (await answer.json()) as unknown;
  };
  const replay = (await ask('/api/replay')) as Replay;
  const statistics = (await ask('/api/statistics')) as GameStatistics;
  const scene = replay.steps.at(-1)?.scene ?? replay.start;
  const welcome = fixture();
  const person = welcome.update.seats[0] as SeatInfo;
  // Records do not tell how long anybody thought.
  statistics.seats = statistics.seats.map((seat, index) => ({
    ...seat,
    thinking_ms: (61_500 * (index + 1)) as never,
  }));
  await page.route('**/api/tables/*/statistics', (route) => route.fulfill({ json: statistics }));
  const table = new StagedTable({
    ...welcome,
    table: {
      ...welcome.table,
      rules: replay.table.rules,
      edition: replay.table.edition,
      you,
      yours: [you],
    },
    board: replay.board,
    update: {
      ...welcome.update,
      seats: replay.seats.map((seat) => ({ ...person, name: seat.name, color: seat.color })),
      log: [],
      view: { ...scene.view, viewer: you, own: scene.hands[you] ?? null },
    },
  });
  await table.open(page, home, {});
}
