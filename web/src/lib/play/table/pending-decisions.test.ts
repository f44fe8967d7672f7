import { expect, it } from 'vitest';

import type { TableSnapshot } from '../game/snapshot';
import { testSnapshot } from '../game/test-snapshot';
import type { SeatInfo } from '../../base/protocol';
import { goneAt, ownClock, pendingDecisions } from './pending-decisions';

const NOW = 1000;
const NOTHING = { requests: [], remedies: [], votes: [], ending: null, removed: [] };

/** The snapshot with something else about one seat. */
function snapshot(
  seat: number,
  change: Partial<SeatInfo>,
  rest: Partial<TableSnapshot> = {},
): TableSnapshot {
  const before = testSnapshot();
  const seats = before.seats.map((info, index) => (index === seat ? { ...info, ...change } : info));
  return { ...before, seats, now_ms: NOW, ...rest };
}

it('offers what the server has opened, from when on it has', () => {
  const remedies = [
    { seat: 2, remedy: 'remind', in_ms: 5000 },
    { seat: 2, remedy: 'clock', in_ms: 45_000 },
    { seat: 2, remedy: 'skip', in_ms: 45_000 },
  ];
  const seating = { ...NOTHING, remedies };
  const waits = snapshot(2, { waited_ms: 15_000, present: true }, { seating } as never);
  expect(pendingDecisions(waits, NOW).idle).toBeNull();
  expect(pendingDecisions(waits, NOW + 5000).idle).toMatchObject({
    seat: 2,
    waited: 20_000,
    remedies: [{ remedy: 'remind' }],
  });
  const late = pendingDecisions(waits, NOW + 45_000).idle;
  expect(late?.remedies.map(({ remedy }) => remedy)).toEqual(['remind', 'clock', 'skip']);
  const closed = snapshot(2, { waited_ms: 90_000, present: true });
  expect(pendingDecisions(closed, NOW).idle).toBeNull();
});

it('counts the votes while they hold', () => {
  const vote = { seat: 2, remedy: 'skip', by: [1], needed: 2, left_ms: 5000 } as const;
  const remedies = [{ seat: 2, remedy: 'skip', in_ms: 0 }];
  const seating = { ...NOTHING, remedies, votes: [vote] };
  const waits = snapshot(2, { waited_ms: 90_000, present: true }, { seating } as never);
  const skip = (now: number) =>
    pendingDecisions(waits, now).idle?.remedies.find(({ remedy }) => remedy === 'skip');
  expect(skip(NOW)).toEqual({ remedy: 'skip', votes: 1, needed: 2 });
  expect(skip(NOW + 5000)?.votes).toBeNull();
});

it('asks the others about who is removed, until they have voted', () => {
  const asked = (seat: number, by: number[], now = NOW) => {
    const vote = { seat, remedy: 'remove', by, needed: 2, left_ms: 5000 };
    const seating = { ...NOTHING, votes: [vote] };
    return pendingDecisions(snapshot(2, {}, { seating } as never), now).removals[0];
  };
  expect(asked(2, [1])).toEqual({ seat: 2, by: [1], needed: 2, decides: true });
  expect(asked(2, [0])).toMatchObject({ decides: false });
  expect(asked(0, [1])).toMatchObject({ decides: false });
  expect(asked(2, [1], NOW + 5000)).toBeUndefined();
});

it('knows the clock of the viewer while it runs, and the minutes that they can take', () => {
  const timed = snapshot(0, { left_ms: 30_000, running: true, extensions: 3 });
  expect(ownClock(timed)).toEqual({
    clock: { left_ms: 30_000, running: true, at_ms: NOW },
    extensions: 3,
  });
  expect(ownClock({ ...timed, paused: true })).toBeNull();
  expect(ownClock(snapshot(0, { left_ms: 30_000, running: false }))).toBeNull();
  expect(ownClock(snapshot(1, { left_ms: 30_000, running: true }))).toBeNull();
});

it('asks those who decide about a seat until they have answered', () => {
  const request = { id: 7, seat: 2, name: 'Olaf', decide: [0, 1], yes: [], waits_ms: 8000 };
  const asks = (yes: number[]) =>
    pendingDecisions(
      snapshot(2, {}, {
        seating: { ...NOTHING, requests: [{ ...request, yes }] },
      } as never),
      NOW + 3000,
    ).requests[0];
  expect(asks([])).toMatchObject({ decides: true, agreed: 0, asked: 2, waits: 5000 });
  expect(asks([0])).toMatchObject({ decides: false, agreed: 1 });
});

it('asks those who have yet to agree to end the game, while the vote is open', () => {
  const asked = (seat: number, now = NOW) =>
    pendingDecisions(
      snapshot(seat, {}, {
        seating: { ...NOTHING, ending: { by: [1], missing: [0], left_ms: 5000 } },
      } as never),
      now,
    ).ending;
  expect(asked(2)).toMatchObject({ by: [1], missing: [0] });
  expect(asked(2, NOW + 5000)).toBeNull();
});

it('counts down to the bot from when a player has gone', () => {
  const human = { kind: { type: 'human' }, name: 'Ben' } as const;
  const here = snapshot(2, { ...human, present: true, away: false });
  const options = { ...here.options, absence: 'bot' as const, grace_s: 60 };
  const away = snapshot(2, { ...human, present: false, away: false }, { options });
  const gone = goneAt(away, goneAt(here, new Map()));
  expect(pendingDecisions(away, NOW + 25_000, gone).absent).toEqual([{ seat: 2, left: 35_000 }]);
  // A later word of the server changes nothing about that.
  expect(goneAt({ ...away, now_ms: NOW + 9000 }, gone)).toEqual(gone);
  expect(pendingDecisions(away, NOW + 60_000, gone).absent).toEqual([]);
  expect(goneAt(here, gone).size).toBe(0);
  const waits = { ...away, options: { ...options, absence: 'pause' as const } };
  expect(pendingDecisions(waits, NOW, gone).absent).toEqual([]);
});
