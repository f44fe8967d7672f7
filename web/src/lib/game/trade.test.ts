import { describe, expect, it } from 'vitest';

import type { Answer, Cards } from '../protocol';
import { bankTrades, builder, draftProblem, offerCard, toBargain, toTerms } from './trade';
import { testScene } from './test-scene';

const TERMS = { give: [1, 0, 0, 0, 0] as Cards, take: [0, 0, 0, 0, 1] as Cards };
const HAND: Cards = [1, 0, 6, 0, 4];
const OWN = { hand: HAND, development: [0, 0, 0, 0, 0] as Cards, bought: [0, 0, 0, 0, 0] as Cards };

function answers(...given: Answer[]): [Answer, Answer, Answer, Answer, Answer, Answer] {
  const none: Answer = { type: 'not_asked' };
  const at = (seat: number) => given[seat] ?? none;
  return [at(0), at(1), at(2), at(3), at(4), at(5)];
}

describe('terms', () => {
  it('are told from the side of whoever reads them', () => {
    expect(toBargain(testScene(), TERMS)).toEqual({ give: TERMS.give, get: TERMS.take });
    const asked = testScene({ view: { active: 1 } });
    expect(toBargain(asked, TERMS)).toEqual({ give: TERMS.take, get: TERMS.give });
    expect(toTerms(asked, toBargain(asked, TERMS))).toEqual(TERMS);
  });
});

describe('the bank', () => {
  const scene = (rates: Cards = [4, 4, 4, 4, 4]) =>
    testScene({ view: { own: OWN, bank: [5, 5, 5, 5, 5] }, choices: { rates } });

  it('trades whole bundles at its rate', () => {
    const draft = { give: [0, 0, 4, 0, 0] as Cards, get: [1, 0, 0, 0, 0] as Cards };
    expect(bankTrades(scene(), draft)).toEqual([
      { type: 'maritime_trade', give: 'wool', take: 'brick' },
    ]);
    expect(bankTrades(scene(), { ...draft, give: [0, 0, 3, 0, 0] })).toEqual([]);
  });

  it('does several trades at once where a harbor makes them cheap', () => {
    const draft = { give: [0, 0, 4, 0, 0] as Cards, get: [1, 1, 0, 0, 0] as Cards };
    expect(bankTrades(scene([4, 4, 2, 4, 4]), draft)).toEqual([
      { type: 'maritime_trade', give: 'wool', take: 'brick' },
      { type: 'maritime_trade', give: 'wool', take: 'lumber' },
    ]);
  });

  it('gives nothing that it has not, and takes nothing that the hand has not', () => {
    const empty = testScene({ view: { own: OWN, bank: [0, 5, 5, 5, 5] } });
    const draft = { give: [0, 0, 4, 0, 0] as Cards, get: [1, 0, 0, 0, 0] as Cards };
    expect(bankTrades(empty, draft)).toEqual([]);
    expect(bankTrades(scene(), { give: [0, 0, 8, 0, 0], get: [1, 1, 0, 0, 0] })).toEqual([]);
  });
});

describe('a draft', () => {
  it('says what keeps it from being sent', () => {
    const scene = testScene({ view: { own: OWN } });
    const problem = (give: Cards, get: Cards) => draftProblem(scene, { give, get });
    const says = (text: RegExp, clause: string) => ({ text: expect.stringMatching(text), clause });
    expect(problem([0, 0, 0, 0, 0], [1, 0, 0, 0, 0])).toEqual(says(/Tap the cards/, 'TRD-02'));
    expect(problem([1, 0, 0, 0, 0], [0, 0, 0, 0, 0])).toEqual(says(/what you get/, 'TRD-02'));
    expect(problem([2, 0, 0, 0, 0], [0, 0, 0, 1, 0])).toEqual(says(/^You lack 1 brick/, 'TRD-05'));
    expect(problem([1, 0, 0, 0, 0], [1, 0, 0, 0, 0])).toEqual(says(/same resource/, 'TRD-12'));
    expect(problem([1, 0, 0, 0, 0], [0, 1, 0, 0, 0])).toBeNull();
  });

  it('goes to those who are chosen, and to somebody', () => {
    const scene = testScene({ view: { own: OWN } });
    const draft = { mode: 'offer' as const, give: TERMS.give, get: [0, 1, 0, 0, 0] as Cards };
    const some = builder(scene, { ...draft, to: [2] });
    expect(some.recipients.map(({ seat, chosen }) => [seat, chosen])).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ]);
    expect(some.canSend).toBe(true);
    expect(builder(scene, { ...draft, to: [] }).canSend).toBe(false);
  });
});

describe('an open offer', () => {
  it('shows its maker what each has answered', () => {
    const counter = { give: [2, 0, 0, 0, 0] as Cards, take: [0, 0, 0, 0, 1] as Cards };
    const given = answers(
      { type: 'not_asked' },
      { type: 'accepted' },
      { type: 'countered', terms: counter },
      { type: 'pending' },
    );
    const scene = testScene({
      phase: { type: 'trade', trade: { terms: TERMS, answers: given } },
      choices: { confirm: [1, 2] },
    });
    const card = offerCard(scene);
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
    const scene = testScene({
      phase: { type: 'trade', trade: { terms: TERMS, answers: answers({ type: 'pending' }) } },
      view: { active: 1, own },
      choices: { answer: true, accept: false },
    });
    expect(offerCard(scene)).toMatchObject({
      bargain: { get: TERMS.give, give: TERMS.take },
      yours: 'pending',
      short: TERMS.take,
      canAnswer: true,
    });
  });
});
