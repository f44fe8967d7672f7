import { expect, it } from 'vitest';

import { testSnapshot } from '../game/test-snapshot';
import type { Advice, AdvisedPlace, Cards, Terms, Trade } from '../protocol';
import { judgementText, pipsOf, rowReason } from './words';

const SILENT: Advice = { best: null, others: [], places: [], trade: null, chances: [] };
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

function settlement(at: number, yields: Cards): AdvisedPlace {
  const nothing = { fresh: [], scarce: [], harbor: null, room: 0, contested: false };
  const reason = { type: 'settlement', yields, ...nothing } as const;
  return { action: { type: 'build_settlement', at }, worth: 100, reason };
}

it('tells how often a place brings a card, where nothing else speaks for it', () => {
  const said = (cards: number) => rowReason(testSnapshot(), settlement(0, [cards, 0, 0, 0, 0]));
  expect(said(0)).toBe('No cards.');
  expect(said(8)).toBe('A card every 4 to 5 rolls.');
  expect(said(9)).toBe('A card every 4 rolls.');
  expect(said(12)).toBe('A card every 3 rolls.');
});

it('shows the pips of the hexes round a place, the most first', () => {
  const snapshot = testSnapshot();
  const { hexes } = snapshot.board;
  for (const at of snapshot.board.intersections.keys()) {
    const shown = pipsOf(snapshot, settlement(at, [0, 0, 0, 0, 0]));
    const counts = shown.map(({ count }) => count);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    const round = hexes.filter(({ corners }) => corners.includes(at));
    const sum = round.reduce((all, { pips }) => all + pips, 0);
    expect(counts.reduce((all, count) => all + count, 0)).toBe(sum);
  }
});
