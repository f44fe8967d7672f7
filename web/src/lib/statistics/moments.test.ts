import { expect, it } from 'vitest';

import { isGreat } from './moments';

it('finds nothing great in a monopoly that takes nothing', () => {
  const monopoly = { type: 'monopoly', seq: 1, step: 1, seat: 2, resource: 'ore' } as const;
  expect(isGreat({ ...monopoly, cards: 0 } as never)).toBe(false);
  expect(isGreat({ ...monopoly, cards: 1 } as never)).toBe(true);
});
