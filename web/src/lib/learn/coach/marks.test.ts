import { expect, it } from 'vitest';

import { marksOf } from './marks';
import type { AdvisedPlace } from '../../base/protocol';

function road(at: number, worth: number): AdvisedPlace {
  const reason = { type: 'road', toward: null, missing: null } as const;
  return { action: { type: 'build_road', at }, worth, reason };
}

it('gives medals to the best three, and to the others a worth from 0 to 1', () => {
  const marks = marksOf([road(4, 100), road(7, 82), road(1, 55), road(9, 55), road(2, 10)]);
  expect(marks.map(({ place }) => place.id)).toEqual([4, 7, 1, 9, 2]);
  expect(marks.map(({ rank }) => rank)).toEqual([1, 2, 3, null, null]);
  expect(marks.map(({ worth }) => worth)).toEqual([1, 0.8, 0.5, 0.5, 0]);
});
