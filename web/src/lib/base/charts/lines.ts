/** The lines of a timeline: one for each player, with one value after every step. */

import { curveStepAfter, line as path } from 'd3-shape';

import type { Color } from '../protocol';
import type { Scale } from './scale';

/** Whom a line, a bar or a column is about. */
export interface Player {
  readonly name: string;
  readonly color: Color;
}

/** One line. */
export interface Line extends Player {
  /** Before the first step, and after every step. */
  readonly values: readonly number[];
  /** Whether it is the reader's own: it lies above the others. */
  readonly own?: boolean;
}

/** What a mark stands for. */
export type MarkKind = 'award' | 'mistake' | 'good_luck' | 'bad_luck';

/** The shapes of marks, round the origin. */
export const MARKS = {
  award: 'M0-5 5 0 0 5-5 0Z',
  mistake: 'M0 5.500 5.500-4H-5.500Z',
  good_luck: 'M-4.500 0a4.500 4.500 0 1 1 9 0a4.500 4.500 0 1 1-9 0',
  bad_luck:
    'M-5.500-3 -3-5.500 0-2.500 3-5.500 5.500-3 2.500 0 5.500 3 3 5.500 0 2.500-3 5.500-5.500 3-2.500 0Z',
} as const;

/** Something that happened on the way. */
export interface Mark {
  readonly step: number;
  readonly kind: MarkKind;
  /** What, in words. */
  readonly label: string;
  /** Whose it is, with the emblem in place of the shape. */
  readonly color?: Color;
}

/** How the lines of players are dashed, by seat, so that color never stands alone. */
export const DASHES = ['none', '10 4', '3 4', '12 3 3 3', '6 6', '1 3'] as const;

/** The path of a line. Values that are counted stay until they change. */
export function linePath(values: readonly number[], x: Scale, y: Scale, counted: boolean): string {
  const draw = path<[number, number]>(
    ([step]) => x(step),
    ([, value]) => y(value),
  ).digits(1);
  if (counted) draw.curve(curveStepAfter);
  return draw(thinned(values)) ?? '';
}

/** Steps and values, without those between two that are the same. */
function thinned(values: readonly number[]): [number, number][] {
  return [...values.entries()].filter(
    ([step, value]) => value !== values[step - 1] || value !== values[step + 1],
  );
}

/** The last step of every turn, for a table: before the first turn, the last step of the set-up. */
export function turnEnds(turns: readonly number[]): { turn: number; step: number }[] {
  return turns.flatMap((turn, step) => (turns[step + 1] === turn ? [] : [{ turn, step }]));
}
