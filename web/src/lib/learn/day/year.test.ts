import { expect, it } from 'vitest';

import { dayAt, weekOf } from './calendar';
import { earlierOf, kindOf, KINDS } from './kinds';
import { puzzleOf } from './year';

/** For how many weeks there are questions of each kind. */
const WEEKS = 53;

it('a week has every kind of question, each on its day', () => {
  for (const day of weekOf(dayAt(88))) expect(puzzleOf(day).kind).toBe(kindOf(day));
  expect(weekOf(dayAt(88)).map(kindOf)).toEqual(KINDS);
  expect(weekOf(dayAt(88)).map(earlierOf)).toEqual(Array(7).fill(12));
});

it('no question comes twice in a season', () => {
  const views = Array.from({ length: WEEKS * 7 }, (_, number) => puzzleOf(dayAt(number)).view);
  expect(new Set(views).size).toBe(views.length);
});

it('the best answer comes first', () => {
  for (let number = 0; number < WEEKS * 7; number += 1) {
    const { answers, worth } = puzzleOf(dayAt(number));
    expect(answers.length).toBe(worth.length);
    expect(worth[0]?.chance).toBe(Math.max(...worth.map(({ chance }) => chance)));
  }
});
