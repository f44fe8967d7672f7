/** Which question a day has: the same for everybody on that date. */

import puzzles from 'virtual:puzzles';

import type { Puzzle } from '../../base/protocol';
import type { Day } from './calendar';
import { earlierOf, kindOf, KINDS } from './kinds';

const BY_KIND = new Map(
  KINDS.map((kind) => [kind, puzzles.filter((puzzle) => puzzle.kind === kind)]),
);

/** The question of a day; once all of a kind have been asked, they come again. */
export function puzzleOf(day: Day): Puzzle {
  const all = BY_KIND.get(kindOf(day)) ?? [];
  const found = all[((earlierOf(day) % all.length) + all.length) % all.length];
  if (!found) throw new RangeError(`there is no question for ${day}`);
  return found;
}
