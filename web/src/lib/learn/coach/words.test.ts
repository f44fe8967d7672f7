import { expect, it } from 'vitest';

import { testSnapshot } from '../../play/game/test-snapshot';
import type { Advice, AdvisedPlace, AdviceReason, Terms, Trade } from '../../base/protocol';
import { hintText, judgementText, pipsOf, reasonText, rowReason } from './words';

const SILENT: Advice = { best: null, others: [], places: [], trade: null, chances: [], hands: [] };
const TERMS: Terms = { give: [0, 0, 0, 1, 0], take: [0, 0, 0, 0, 1] };

function asked(hand: Terms['give'], terms: Terms | null = TERMS): string {
  const snapshot = testSnapshot();
  const { own } = snapshot.view;
  if (!own) throw new Error('the snapshot is that of a player');
  own.hand = hand;
  return judgementText(snapshot, SILENT, terms);
}

it('says of every trade that cannot be valued why not', () => {
  expect(asked([0, 0, 0, 1, 0], null)).toBe(
    'Put the trade together first, then its worth appears here.',
  );
  expect(asked([1, 0, 0, 0, 0])).toBe('For that you lack 1 grain.');
  expect(asked([0, 0, 0, 1, 0])).toBe('Probably nobody can give 1 ore.');
});

it('says that a trade among others is not offered to the viewer', () => {
  const nobody = { type: 'not_asked' } as const;
  const trade: Trade = {
    terms: TERMS,
    answers: [nobody, nobody, { type: 'pending' }, nobody, nobody, nobody],
  };
  const snapshot = testSnapshot({ phase: { type: 'trade', trade }, view: { active: 1 } });
  expect(judgementText(snapshot, SILENT, TERMS)).toBe('This trade is not offered to you.');
});

type Settlement = Extract<AdviceReason, { type: 'settlement' }>;

function settlement(at: number, said: Partial<Settlement>): AdvisedPlace {
  const reason: Settlement = {
    type: 'settlement',
    yields: [0, 0, 0, 0, 0],
    fresh: [],
    scarce: [],
    harbor: null,
    harbor_near: null,
    next: null,
    richer: null,
    room: null,
    contested: false,
    ...said,
  };
  return { action: { type: 'build_settlement', at }, worth: 100, reason };
}

it('tells first how often a place brings a card', () => {
  const said = (cards: number) =>
    rowReason(testSnapshot(), settlement(0, { yields: [cards, 0, 0, 0, 0], contested: true }));
  const contest = 'others can get there just as soon.';
  expect(said(0)).toBe(`No cards; ${contest}`);
  expect(said(8)).toBe(`8 pips: a card every 4 to 5 rolls; ${contest}`);
  expect(said(9)).toBe(`9 pips: a card every 4 rolls; ${contest}`);
  expect(said(12)).toBe(`12 pips: a card every 3 rolls; ${contest}`);
});

it('names what goes with a first settlement, and what a richer corner lacks', () => {
  const snapshot = testSnapshot();
  const { intersections } = snapshot.board;
  const inland = intersections.findIndex(({ harbor }) => !harbor);
  const sum = (at: number) =>
    pipsOf(snapshot, settlement(at, {})).reduce((all, { count }) => all + count, 0);
  const next = intersections.length - 1;
  const place = settlement(inland, {
    next,
    richer: { at: next, cards: 13, gain: 'cities' },
    room: false,
  });
  const said = reasonText(snapshot, place.reason, { kind: 'intersection', id: inland });
  expect(said).toContain('has 13 pips, but this pays for cities sooner');
  expect(said).toContain(`${sum(inland) + sum(next)} pips together`);
  expect(said).toContain('no room to grow');
});

it('says whom the robber costs how much, and that it costs the viewer, too', () => {
  const robber: AdviceReason = {
    type: 'robber',
    blocks: [{ seat: 1, cards: 10 }],
    own: 5,
    frees: 0,
  };
  expect(reasonText(testSnapshot(), robber)).toMatch(
    /^Costs .+ a card every 3 to 4 rolls; costs you a card every 7 rolls, too\.$/,
  );
});

it('warns of a seven whoever keeps many cards', () => {
  const snapshot = testSnapshot();
  const { own } = snapshot.view;
  if (!own) throw new Error('the snapshot is that of a player');
  const end = { action: { type: 'end_turn' }, reason: null } as const;
  own.hand = [7, 0, 0, 0, 0];
  expect(hintText(snapshot, end)).toBe('Keep your cards and end the turn.');
  own.hand = [7, 4, 0, 0, 0];
  expect(hintText(snapshot, end, 'city')).toBe(
    'A better idea now: the city can wait. Keep your cards and end the turn. A seven would cost you 5 cards of 11.',
  );
});

it('shows the pips of the hexes round a place, the most first', () => {
  const snapshot = testSnapshot();
  const { hexes } = snapshot.board;
  for (const at of snapshot.board.intersections.keys()) {
    const shown = pipsOf(snapshot, settlement(at, {}));
    const counts = shown.map(({ count }) => count);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    const round = hexes.filter(({ corners }) => corners.includes(at));
    const sum = round.reduce((all, { pips }) => all + pips, 0);
    expect(counts.reduce((all, count) => all + count, 0)).toBe(sum);
  }
});
