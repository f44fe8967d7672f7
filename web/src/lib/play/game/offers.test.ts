import { describe, expect, it } from 'vitest';

import type { Answer, Cards, Suggestion } from '../../base/protocol';
import { offerCard, suggestionCards } from './offers';
import { testSnapshot } from './test-snapshot';

const TERMS = { give: [1, 0, 0, 0, 0] as Cards, take: [0, 0, 0, 0, 1] as Cards };
const OWN = {
  hand: [1, 0, 6, 0, 4] as Cards,
  development: [0, 0, 0, 0, 0] as Cards,
  bought: [0, 0, 0, 0, 0] as Cards,
};

function answers(...given: Answer[]): [Answer, Answer, Answer, Answer, Answer, Answer] {
  const none: Answer = { type: 'not_asked' };
  const at = (seat: number) => given[seat] ?? none;
  return [at(0), at(1), at(2), at(3), at(4), at(5)];
}

describe('an open offer', () => {
  it('shows its maker what each has answered', () => {
    const counter = { give: [2, 0, 0, 0, 0] as Cards, take: [0, 0, 0, 0, 1] as Cards };
    const given = answers(
      { type: 'not_asked' },
      { type: 'accepted' },
      { type: 'countered', terms: counter },
      { type: 'pending' },
    );
    const snapshot = testSnapshot({
      phase: { type: 'trade', trade: { terms: TERMS, answers: given } },
      choices: { confirm: [1, 2] },
    });
    const card = offerCard(snapshot);
    expect(card?.own).toBe(true);
    expect(card?.rows.map(({ seat, answer, canConfirm }) => [seat, answer, canConfirm])).toEqual([
      [1, 'accepted', true],
      [2, 'countered', true],
      [3, 'pending', false],
    ]);
    expect(card?.rows[1]?.counter).toEqual({ takes: counter.give, gives: counter.take });
  });

  it('shows who is asked what they get, give and lack', () => {
    const own = { ...OWN, hand: [0, 0, 0, 0, 0] as Cards };
    const snapshot = testSnapshot({
      phase: { type: 'trade', trade: { terms: TERMS, answers: answers({ type: 'pending' }) } },
      view: { active: 1, own },
      choices: { answer: true, accept: false },
    });
    expect(offerCard(snapshot)).toMatchObject({
      bargain: { get: TERMS.give, give: TERMS.take },
      yours: 'pending',
      short: TERMS.take,
      canAnswer: true,
    });
  });

  it('keeps the own counter-offer in sight, and tells who prepares one', () => {
    const counter = { give: [2, 0, 0, 0, 0] as Cards, take: [0, 0, 0, 0, 1] as Cards };
    const given = answers(
      { type: 'countered', terms: counter },
      { type: 'not_asked' },
      {
        type: 'pending',
      },
    );
    const snapshot = testSnapshot({
      phase: { type: 'trade', trade: { terms: TERMS, answers: given } },
      view: { active: 1, own: OWN },
      choices: { answer: true },
    });
    const card = offerCard(snapshot, [2]);
    expect(card?.yourCounter).toEqual({ give: counter.take, get: counter.give });
    expect(card?.rows.map(({ seat, prepares }) => [seat, prepares])).toEqual([
      [0, false],
      [2, true],
    ]);
  });
});

describe('suggestions', () => {
  const one = (change: Partial<Suggestion>): Suggestion => ({
    ...{ line: 10, from: 1, answers: null, declined: [] },
    terms: { ...TERMS, any_give: 0, any_take: 0 },
    ...change,
  });
  const open = { give: TERMS.give, take: [0, 0, 0, 0, 0] as Cards, any_give: 0, any_take: 1 };

  it('are taken where they leave nothing open and can be paid', () => {
    const snapshot = { ...testSnapshot({ view: { own: OWN } }), declining: [] };
    const suggestions = [
      one({}),
      one({ line: 11, terms: open }),
      one({ line: 12, terms: { ...TERMS, give: [2, 0, 0, 0, 0], any_give: 0, any_take: 0 } }),
    ];
    const cards = suggestionCards({ ...snapshot, suggestions });
    expect(cards.map(({ kind, canTake, why }) => [kind, canTake, why])).toEqual([
      ['asked', true, null],
      ['asked', false, null],
      ['asked', false, 'you cannot pay'],
    ]);
  });

  it('are shown to those whom they are for, until they have answered', () => {
    const snapshot = testSnapshot({ view: { active: 1, own: OWN } });
    const call = one({ terms: open });
    const kinds = (suggestions: Suggestion[]) =>
      suggestionCards({ ...snapshot, suggestions }).map(({ kind }) => kind);
    expect(kinds([call])).toEqual(['asked']);
    expect(kinds([{ ...call, declined: [0] }])).toEqual([]);
    expect(kinds([call, one({ line: 11, from: 0, answers: 10 })])).toEqual(['own']);
    expect(kinds([one({ from: 2 })])).toEqual([]);
  });
});
