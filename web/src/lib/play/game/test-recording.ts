/**
 * A whole game for tests, as its server told it to one player. `RECORD_GAME=1` with the browser test
 * `recording` plays and writes another one.
 */

import type { ServerMessage, Update } from '../../base/protocol';

type Welcome = Extract<ServerMessage, { type: 'welcome' }>;

/** The game: where it began, and what each update changed about the one before. */
export interface Recording {
  readonly welcome: Welcome;
  readonly changes: readonly unknown[];
}

/** Marks what changed in an array, by index. */
const ROWS = '[]';

/** Only what `after` has otherwise than `before`; undefined where that is nothing. */
export function difference(before: unknown, after: unknown): unknown {
  if (JSON.stringify(before) === JSON.stringify(after)) return undefined;
  if (areRows(before) && areRows(after) && before.length === after.length) {
    return { [ROWS]: difference({ ...before }, { ...after }) };
  }
  if (!isPlain(before) || !isPlain(after)) return after;
  const changes = Object.entries(after).map(([key, value]) => [
    key,
    difference(before[key], value),
  ]);
  return Object.fromEntries(changes.filter(([, value]) => value !== undefined));
}

/** What `difference` was taken from. */
export function changed(before: unknown, change: unknown): unknown {
  if (areRows(before) && isPlain(change) && ROWS in change) {
    return Object.values(changed({ ...before }, change[ROWS]) as object);
  }
  if (!isPlain(before) || !isPlain(change)) return change;
  const merged = Object.entries(change).map(([key, value]) => [key, changed(before[key], value)]);
  return { ...before, ...Object.fromEntries(merged) };
}

/** The messages of a recorded game, in order. */
export function messages({ welcome, changes }: Recording): ServerMessage[] {
  let update: unknown = welcome.update;
  return [
    welcome,
    ...changes.map((change): ServerMessage => {
      update = changed(update, change);
      return { type: 'update', update: update as Update };
    }),
  ];
}

/** Writes messages down so that they take little room. */
export function recorded(all: readonly ServerMessage[]): Recording {
  const welcome = all.find((message) => message.type === 'welcome');
  if (!welcome) throw new Error('the game has no beginning');
  let before: Update = welcome.update;
  const changes = all.flatMap((message) => {
    if (message.type !== 'update') return [];
    // The log of an update is new each time; reasons are long, and nobody speaks them.
    const { log, choices } = message.update;
    const update = { ...message.update, log: [], choices: { ...choices, why_not: [] } };
    const change = { ...(difference({ ...before, log: [] }, update) as object), log };
    before = update;
    return [change];
  });
  return { welcome, changes };
}

function areRows(value: unknown): value is Record<string, unknown>[] {
  return Array.isArray(value) && value.length > 0 && value.every(isPlain);
}

/** A phase is another thing with each type, and not a change of the one before. */
function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('type' in value);
}
