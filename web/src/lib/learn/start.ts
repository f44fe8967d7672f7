/** Begins lessons and goes on with them. */

import { randomName } from '../names';
import { settings } from '../settings.svelte';
import { AT_ONCE } from '../setup/table-options';
import { ask, editions, listTables } from '../transport';
import { readKept, writeKept } from './kept';
import type { Lesson } from './lessons';

/** The positions, as records that end where the lesson begins. */
const POSITIONS = import.meta.glob<string>('./positions/*.txt', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The record of a lesson's position. */
export function positionOf({ number }: Lesson): string {
  return POSITIONS[`./positions/${number}.txt`] ?? '';
}

/** How many steps a record has: the lines after its headers that are steps, and not numbers of turns. */
export function stepsIn(record: string): number {
  const [, steps = ''] = record.split('\n\n');
  return steps.split('\n').filter((line) => line && !line.startsWith('turn ')).length;
}

/** The table at which a lesson goes on: the last one that was begun, or else a new one. */
export async function goOn(lesson: Lesson): Promise<string> {
  const { done, tables } = readKept();
  const last = tables.findLast(([, number]) => number === lesson.number)?.[0];
  if (last === undefined || done.includes(lesson.number)) return begin(lesson);
  const running = (await listTables()).some(({ id, over }) => id === last && !over);
  return running ? last : begin(lesson);
}

/** A new table for a lesson. */
export async function begin(lesson: Lesson): Promise<string> {
  const record = positionOf(lesson);
  const level = lesson.bots ?? 'easy';
  const known = await editions();
  const edition = known.find(({ edition: id }) => id === 'modern') ?? known[0];
  if (!edition) throw new RangeError('there is no edition');
  const { id } = await ask({
    type: 'create',
    order: {
      name: settings.name.trim() || randomName(),
      edition: edition.edition,
      // The record has the rules and the board.
      rules: { ...edition.rules, players: 3 },
      board: { type: 'beginners' },
      seats: [
        { type: 'human', color: 'coral' },
        { type: 'bot', color: 'cobalt', level },
        { type: 'bot', color: 'amber', level },
      ],
      options: { ...AT_ONCE, bot_pace: 'fast', coach: lesson.coach ? 'alone' : 'never' },
      from: { record, steps: stepsIn(record) },
    },
  });
  const { done, tables } = readKept();
  writeKept({ done, tables: [...tables, [id, lesson.number]] });
  return id;
}

/** Notes that a lesson is done. */
export function finish({ number }: Lesson): void {
  const { done, tables } = readKept();
  if (!done.includes(number)) writeKept({ done: [...done, number].sort(), tables });
}
