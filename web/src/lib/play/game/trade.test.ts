import { describe, expect, it } from 'vitest';

import type { Cards, Choices } from '../../base/protocol';
import {
  bankTrades,
  builder,
  draftProblem,
  toBargain,
  toOpenTerms,
  toTerms,
  type TradeDraft,
} from './trade';
import { testSnapshot } from './test-snapshot';

const TERMS = { give: [1, 0, 0, 0, 0] as Cards, take: [0, 0, 0, 0, 1] as Cards };
const HAND: Cards = [1, 0, 6, 0, 4];
const OWN = { hand: HAND, development: [0, 0, 0, 0, 0] as Cards, bought: [0, 0, 0, 0, 0] as Cards };

describe('terms', () => {
  it('are told from the side of whoever reads them', () => {
    expect(toBargain(testSnapshot(), TERMS)).toEqual({ give: TERMS.give, get: TERMS.take });
    const asked = testSnapshot({ view: { active: 1 } });
    expect(toBargain(asked, TERMS)).toEqual({ give: TERMS.take, get: TERMS.give });
    expect(toTerms(asked, toBargain(asked, TERMS))).toEqual(TERMS);
  });

  it('leave open on the side of whoever reads them what is open', () => {
    const bargain = { give: TERMS.give, get: [0, 0, 0, 0, 0] as Cards, anyGive: 0, anyGet: 2 };
    expect(toOpenTerms(testSnapshot(), bargain)).toEqual({
      ...{ give: TERMS.give, take: [0, 0, 0, 0, 0], any_give: 0, any_take: 2 },
    });
    expect(toOpenTerms(testSnapshot({ view: { active: 1 } }), bargain)).toEqual({
      ...{ give: [0, 0, 0, 0, 0], take: TERMS.give, any_give: 2, any_take: 0 },
    });
  });
});

describe('the bank', () => {
  const offered = (count = 4): Partial<Choices> => ({
    bank_trades: [
      { give: 'wool', count, take: ['brick', 'lumber', 'grain', 'ore'] },
      { give: 'ore', count: 4, take: ['brick', 'lumber', 'wool', 'grain'] },
    ],
  });
  const snapshot = (count?: number) =>
    testSnapshot({ view: { own: OWN, bank: [5, 5, 5, 5, 5] }, choices: offered(count) });

  it('trades whole bundles at its rate', () => {
    const draft = { give: [0, 0, 4, 0, 0] as Cards, get: [1, 0, 0, 0, 0] as Cards };
    expect(bankTrades(snapshot(), draft)).toEqual([
      { type: 'maritime_trade', give: 'wool', take: 'brick' },
    ]);
    expect(bankTrades(snapshot(), { ...draft, give: [0, 0, 3, 0, 0] })).toEqual([]);
  });

  it('does several trades at once where a harbor makes them cheap', () => {
    const draft = { give: [0, 0, 4, 0, 0] as Cards, get: [1, 1, 0, 0, 0] as Cards };
    expect(bankTrades(snapshot(2), draft)).toEqual([
      { type: 'maritime_trade', give: 'wool', take: 'brick' },
      { type: 'maritime_trade', give: 'wool', take: 'lumber' },
    ]);
  });

  it('takes several resources at once', () => {
    const draft = { give: [0, 0, 2, 0, 4] as Cards, get: [0, 1, 0, 1, 0] as Cards };
    expect(bankTrades(snapshot(2), draft)).toEqual([
      { type: 'maritime_trade', give: 'wool', take: 'lumber' },
      { type: 'maritime_trade', give: 'ore', take: 'grain' },
    ]);
  });

  it('trades only what the server offers', () => {
    const draft = { give: [0, 0, 4, 0, 0] as Cards, get: [0, 0, 1, 0, 0] as Cards };
    expect(bankTrades(snapshot(), draft)).toEqual([]);
    const closed = testSnapshot({ view: { own: OWN }, choices: { bank_trades: [] } });
    expect(bankTrades(closed, { ...draft, get: [1, 0, 0, 0, 0] })).toEqual([]);
  });

  it('gives nothing that it has not, and takes nothing that the hand has not', () => {
    const scarce = testSnapshot({ view: { own: OWN, bank: [1, 5, 5, 5, 5] }, choices: offered(2) });
    const draft = { give: [0, 0, 4, 0, 0] as Cards, get: [2, 0, 0, 0, 0] as Cards };
    expect(bankTrades(scarce, draft)).toEqual([]);
    expect(bankTrades(snapshot(), { give: [0, 0, 8, 0, 0], get: [1, 1, 0, 0, 0] })).toEqual([]);
  });
});

describe('a draft', () => {
  const draft: Omit<TradeDraft, 'to'> = {
    ...{ mode: 'offer', give: TERMS.give, get: [0, 1, 0, 0, 0], anyGive: 0, anyGet: 0 },
    ...{ answers: null, declinedBy: [], declinedTwice: false },
  };

  it('says what keeps it from being sent', () => {
    const snapshot = testSnapshot({ view: { own: OWN } });
    const problem = (give: Cards, get: Cards) => draftProblem(snapshot, { give, get });
    const says = (text: RegExp, clause: string) => ({ text: expect.stringMatching(text), clause });
    expect(problem([0, 0, 0, 0, 0], [1, 0, 0, 0, 0])).toEqual(says(/Tap the cards/, 'TRD-02'));
    expect(problem([1, 0, 0, 0, 0], [0, 0, 0, 0, 0])).toEqual(says(/what you get/, 'TRD-02'));
    expect(problem([2, 0, 0, 0, 0], [0, 0, 0, 1, 0])).toEqual(says(/^You lack 1 brick/, 'TRD-05'));
    expect(problem([1, 0, 0, 0, 0], [1, 0, 0, 0, 0])).toEqual(says(/same resource/, 'TRD-12'));
    expect(problem([1, 0, 0, 0, 0], [0, 1, 0, 0, 0])).toBeNull();
  });

  it('goes to those who are chosen, and to somebody', () => {
    const snapshot = testSnapshot({ view: { own: OWN } });
    const some = builder(snapshot, { ...draft, to: [2] });
    expect(some.recipients.map(({ seat, chosen }) => [seat, chosen])).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ]);
    expect(some.canSend).toBe(true);
    expect(builder(snapshot, { ...draft, to: [] }).canSend).toBe(false);
  });

  it('reaches nobody who is not available', () => {
    const snapshot = testSnapshot({ view: { own: OWN }, choices: { partners: [1], blocked: [3] } });
    const { recipients } = builder(snapshot, { ...draft, to: [1, 2, 3] });
    expect(recipients.map(({ available, blocked }) => [available, blocked])).toEqual([
      [true, false],
      [false, false],
      [false, true],
    ]);
    expect(builder(snapshot, { ...draft, to: [2, 3] }).canSend).toBe(false);
  });

  it('may ask for any card, but not give one away for nothing', () => {
    const snapshot = testSnapshot({ view: { own: OWN }, choices: { suggest: true } });
    const open = builder(snapshot, { ...draft, get: [0, 0, 0, 0, 0], anyGet: 1, to: [] });
    expect(open.canSend).toBe(true);
    expect(open.sentence).toBe(
      'Ready: 1 brick for any 1. Others answer with the cards they would trade.',
    );
    const gift = builder(snapshot, { ...draft, get: [0, 0, 0, 0, 0], to: [1] });
    expect(gift).toMatchObject({ canSend: false, clause: 'TRD-02' });
    const all = builder(snapshot, { ...draft, anyGive: 12, to: [1] });
    expect(all.sentence).toBe('You have only 11 cards to give.');
  });

  it('tells who has declined it', () => {
    const snapshot = testSnapshot({ view: { own: OWN } });
    const { sentence } = builder(snapshot, { ...draft, to: [1, 2], declinedBy: [1, 2] });
    expect(sentence).toMatch(
      / and .* declined 1 brick for 1 lumber\. Offer it again, or change it\.$/,
    );
    const twice = { declinedBy: [1], declinedTwice: true };
    expect(builder(snapshot, { ...draft, to: [1], ...twice }).sentence).toMatch(
      / declined 1 brick for 1 lumber\. Change it and offer again\.$/,
    );
  });
});
