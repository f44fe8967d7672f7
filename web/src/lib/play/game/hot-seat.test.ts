import { describe, expect, it } from 'vitest';

import type { Answer, Cards, Phase, Seat } from '../../base/protocol';
import { askedHere, holderOf } from './hot-seat.svelte';
import type { TableSnapshot } from './snapshot';
import { testSnapshot } from './test-snapshot';

interface Moment {
  readonly yours: Seat[];
  readonly you?: Seat;
  readonly asked: Seat[];
  readonly active?: Seat;
  readonly phase?: Phase;
  readonly started?: boolean;
}

function snapshot({
  yours,
  you = 0,
  asked,
  active = 0,
  phase,
  started = true,
}: Moment): TableSnapshot {
  const made = testSnapshot({
    you,
    started,
    phase: phase ?? { type: 'turn' },
    view: { to_act: { type: 'seats', seats: asked }, active },
  });
  return { ...made, table: { ...made.table, yours } };
}

const discard: Phase = { type: 'discard', due: [4, 5, 4, 0, 0, 0] };

function trade(answers: Partial<Record<Seat, Answer>>): Phase {
  const none: Answer = { type: 'not_asked' };
  const all = [0, 1, 2, 3, 4, 5].map((seat) => answers[seat] ?? none);
  const cards: Cards = [1, 0, 0, 0, 0];
  return {
    type: 'trade',
    trade: { terms: { give: cards, take: cards }, answers: all as never },
  };
}

describe('a device of one', () => {
  it('is handed to nobody', () => {
    expect(holderOf(snapshot({ yours: [0], asked: [0] }), null)).toBeNull();
    expect(holderOf(snapshot({ yours: [], asked: [0] }), null)).toBeNull();
  });
});

describe('a device of several', () => {
  const yours = [0, 2];

  it('is handed to whoever is to act', () => {
    expect(holderOf(snapshot({ yours, asked: [2], active: 2 }), 0)).toBe(2);
    expect(holderOf(snapshot({ yours, asked: [2], active: 2 }), null)).toBe(2);
  });

  it('stays where it is while others act', () => {
    expect(holderOf(snapshot({ yours, asked: [1], active: 1 }), 2)).toBe(2);
    expect(holderOf(snapshot({ yours, asked: [1], active: 1 }), 0)).toBe(0);
  });

  it('goes from one to the next where several have to decide at once', () => {
    expect(holderOf(snapshot({ yours, asked: [0, 1, 2], phase: discard }), 2)).toBe(2);
    expect(holderOf(snapshot({ yours, asked: [0, 1], phase: discard }), 2)).toBe(0);
  });

  it('goes to who is asked for a trade, and back to who has offered it', () => {
    const pending = snapshot({ yours, asked: [0, 2], phase: trade({ 2: { type: 'pending' } }) });
    expect(askedHere(pending)).toEqual([2, 0]);
    expect(holderOf(pending, 0)).toBe(2);
    const answered = snapshot({ yours, asked: [0, 2], phase: trade({ 2: { type: 'declined' } }) });
    expect(holderOf(answered, 2)).toBe(0);
  });

  it('is handed to nobody before the start and after the end', () => {
    expect(holderOf(snapshot({ yours, asked: [2], started: false }), 0)).toBeNull();
    const over: Phase = { type: 'over', winners: [1] };
    expect(holderOf(snapshot({ yours, asked: [], phase: over }), 0)).toBeNull();
  });

  it('forgets a holder who has given the seat up', () => {
    expect(holderOf(snapshot({ yours, asked: [0], active: 0 }), 3)).toBe(0);
  });
});
