import { expect, it } from 'vitest';

import { isGreat } from './moments';

it('finds nothing great in a monopoly that takes nothing', () => {
  const monopoly = { type: 'monopoly', seq: 1, step: 1, seat: 2, resource: 'ore' } as const;
  expect(isGreat({ ...monopoly, cards: 0 } as never)).toBe(false);
  expect(isGreat({ ...monopoly, cards: 1 } as never)).toBe(true);
});

it('finds no swing great that hardly changes a chance', () => {
  const swing = {
    type: 'swing',
    seq: 1,
    step: 1,
    turn: 1,
    seat: 2,
    by: 2,
    cause: { type: 'city' },
  };
  expect(isGreat({ ...swing, change: -0.04 } as never)).toBe(false);
  expect(isGreat({ ...swing, change: -0.06 } as never)).toBe(true);
});
