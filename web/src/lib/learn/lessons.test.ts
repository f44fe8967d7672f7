import { expect, it } from 'vitest';

import { LESSONS } from './lessons';
import { positionOf, stepsIn } from './start';

it('every lesson has its position', () => {
  expect(LESSONS.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
  for (const lesson of LESSONS) expect(positionOf(lesson)).toMatch(/^brickwood-record 1\n/);
});

it('all steps of a record are counted, and nothing else', () => {
  expect(stepsIn('brickwood-record 1\nseat 1 red human\n\n')).toBe(0);
  const steps = '1 settlement c3n\n1 road c3ne\nturn 1\n1 roll\ndice 1 2\n';
  expect(stepsIn(`brickwood-record 1\nseat 1 red human\n\n${steps}`)).toBe(4);
});
