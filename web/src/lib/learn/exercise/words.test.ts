import { describe, expect, it } from 'vitest';

import type { Action } from '../../base/protocol';
import { testSnapshot } from '../../play/game/test-snapshot';
import type { Answer, PosedQuestion } from './posed.svelte';
import { answerText, planText, rankText } from './words';

const snapshot = testSnapshot();
const road = (at: number): Action => ({ type: 'build_road', at });
const bank = (take: 'grain' | 'ore'): Action => ({ type: 'maritime_trade', give: 'wool', take });
const settlement: Action = { type: 'build_settlement', at: 7 };
const buy: Action = { type: 'buy_development_card' };

/** What does this, with such a rest of the turn. */
const answer = (actions: Action[], rest: Action[] = []) => ({ actions, rest }) as unknown as Answer;

describe('the plan of a turn', () => {
  it('names its roads, trades and buildings, whatever their order, and where they are', () => {
    const plan = answer([road(3)], [bank('grain'), road(4), bank('ore'), settlement]);
    expect(planText(snapshot, plan)).toMatch(
      /^2 roads \(\S+ \S+ and \S+ \S+\), 1 grain and 1 ore from the bank and a settlement \(\S+ \S+\), all in this turn\.$/,
    );
  });

  it('is nothing where one action is all there is', () => {
    expect(planText(snapshot, answer([road(3)]))).toBe('');
  });

  it('goes on with a card that is bought last', () => {
    expect(planText(snapshot, answer([bank('grain')], [buy]))).toBe(
      '1 grain from the bank and a development card, all in this turn. Then go on with what the card is.',
    );
  });

  it('names the cards that it plays', () => {
    const plenty: Action = { type: 'play_year_of_plenty', cards: [0, 0, 0, 0, 2] };
    expect(planText(snapshot, answer([plenty], [settlement]))).toMatch(
      /^Year of plenty \(2 ore\) and a settlement \(/,
    );
  });
});

describe('an answer', () => {
  it('says that it goes on with a card that it buys last, and nothing of one that something follows', () => {
    expect(answerText(snapshot, answer([bank('ore'), buy]))).toBe(
      'Wool for ore at the bank, buy a development card and go on with what it is',
    );
    expect(answerText(snapshot, answer([buy, road(3)]))).not.toMatch(/go on/);
  });

  it('tells its actions in the order in which they are done, and equal ones once where nothing comes between', () => {
    const told = (actions: Action[]) => answerText(snapshot, answer(actions));
    expect(told([bank('ore'), bank('ore'), road(3)])).toMatch(
      /^Wool for ore at the bank \(2\u00a0×\) and road on /,
    );
    expect(told([bank('ore'), road(3), bank('ore')])).toMatch(
      /^Wool for ore at the bank, road on [^,]+ and wool for ore at the bank$/,
    );
  });
});

describe('the last of the answers', () => {
  const rankOf = (action: Action) => {
    const chosen = { action, verdict: 'worse', cost: 12 };
    return rankText({ answers: [{}, {}, chosen], chosen } as unknown as PosedQuestion);
  };

  it('is a trap, unless it does nothing', () => {
    expect(rankOf(buy)).toBe('A trap! It costs 12 points');
    expect(rankOf({ type: 'end_turn' })).toBe('It costs 12 points');
  });
});
