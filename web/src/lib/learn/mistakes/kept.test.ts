import { beforeEach, describe, expect, it } from 'vitest';

import { stubStorage } from '../../base/local/test-storage';
import { keepPlayed, readPlayed } from './kept';

describe('how the last games were played', () => {
  let stored: Map<string, string>;
  beforeEach(() => {
    stored = stubStorage();
  });

  it('is kept for ten games, the oldest first', () => {
    for (let game = 1; game <= 12; game += 1) keepPlayed({ game: `g${game}`, quality: game });
    expect(readPlayed().map(({ quality }) => quality)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  it('counts a game once, where it was, and as it was judged last', () => {
    keepPlayed({ game: 'a', quality: 50 });
    keepPlayed({ game: 'b', quality: 60 });
    expect(keepPlayed({ game: 'a', quality: 55 })).toEqual([
      { game: 'a', quality: 55 },
      { game: 'b', quality: 60 },
    ]);
  });

  it('begins anew where something else is stored', () => {
    for (const spoilt of ['{', '{}', '[1, {"game": 2}]']) {
      stored.set('brickwood.played', spoilt);
      expect(readPlayed()).toEqual([]);
    }
  });
});
