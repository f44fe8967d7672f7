import { expect, it } from 'vitest';

import type { Event } from '../../base/protocol';
import { lastRoll } from './rolls';

const log = (...events: Event[]) => [{ seq: 7, events }];

it('shows the last roll of a turn, and no roll for who begins', () => {
  const first: Event = { type: 'first_player_rolled', seat: 3, dice: [2, 4] };
  const again: Event = { type: 'rolled_again', seat: 1, dice: [3, 3] };
  expect(lastRoll(log(first))).toBeNull();
  expect(lastRoll(log(again, first))).toEqual({ seq: 7, seat: 1, dice: [3, 3] });
});
