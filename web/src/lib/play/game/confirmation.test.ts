import { expect, it } from 'vitest';

import type { Targets } from '../board/targets';
import { confirmation } from './confirmation';
import { robberMove } from './test-robber';
import { testSnapshot } from './test-snapshot';
import { NO_DRAFT, type Draft } from './draft';

it('names before the robber moves only those who can be robbed, although others stand there too', () => {
  // A friendly robber (OPT-03) may spare some of them.
  const hex = 4;
  const corners = testSnapshot().board.hexes[hex]?.corners ?? [];
  const built = testSnapshot().view.seats.map((seat) => ({
    ...seat,
    hand: 2,
    settlements: corners.slice(0, 1),
  }));
  const asked = (victims: number[]) => {
    const snapshot = testSnapshot({
      view: { seats: built },
      choices: { robber: [robberMove(hex, victims)] },
    });
    const targets: Targets[] = [{ kind: 'hex', piece: 'robber', ids: [hex], seat: 0 }];
    const draft: Draft = { ...NO_DRAFT, selected: { kind: 'hex', piece: 'robber', id: hex } };
    return confirmation(snapshot, targets, draft)?.detail;
  };
  const [, , other = { name: null }] = testSnapshot().seats;
  expect(asked([2])).toContain(`To rob: ${String(other.name)} (2 cards)`);
  expect(asked([2])).not.toContain(',');
  expect(asked([])).toContain('Nobody to rob there');
});
