import { describe, expect, it } from 'vitest';

import type { PlayoutFact, PlayoutReason } from '../../base/protocol';
import { reasonsText } from './reasons';

const reason = (fact: PlayoutFact, best: number, other: number): PlayoutReason => ({
  ...{ fact, best, other },
});

describe('what speaks against an answer', () => {
  it('counts over two rounds, or over three in the set-up', () => {
    const told = [reason('cards', 69, 52)];
    expect(reasonsText(told, 'own', false)).toBe(
      'With your answer, over the next two rounds: 5.2 cards from rolls instead of 6.9.',
    );
    expect(reasonsText(told, 'own', true)).toContain(', over the next three rounds: ');
  });

  it('is a win of this turn alone, or of this turn and what comes after it', () => {
    const win = reason('win', 35, 0);
    expect(reasonsText([win], 'this', false)).toBe(
      'With this answer: a win this turn in 0 of 100 games instead of 35.',
    );
    expect(reasonsText([win, reason('lost', 8, 23)], 'this', false)).toBe(
      'With this answer, over the next two rounds: a win this turn in 0 of 100 games instead of 35; ' +
        '2.3 cards lost to sevens and thefts instead of 0.8.',
    );
  });

  it('has no cards of a resource where none come', () => {
    const place = { name: 'E1', isPlace: true };
    expect(reasonsText([reason('wool', 14, 0), reason('rivals', 185, 202)], place, false)).toBe(
      'With E1, over the next two rounds: no wool instead of 1.4; ' +
        'the other players get 20.2 cards in all instead of 18.5.',
    );
  });
});
