import { expect, it } from 'vitest';

import { testSnapshot } from '../game/test-snapshot';
import type { Advice, Terms, Trade } from '../protocol';
import { judgementText } from './words';

const SILENT: Advice = { best: null, places: [], trade: null, chances: [] };
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
