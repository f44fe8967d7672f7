/** Somebody's finished games, as the server tells them. */

import { problemOf, type AnyProblem } from '../../base/problem';
import type { GameResult, MyRating, MyStatistics, PlayerGroup } from '../../base/protocol';
import { askRatings } from '../../people/record/ratings/server';
import { askGames, askGroups, askStatistics, type GamesOfKind } from './server';

/** The games of a kind, of which more can be fetched. */
export class MyGames {
  /** Which games are meant. */
  kind = $state.raw<GamesOfKind>({ edition: null, players: null });
  /** What they add up to; null until that is known. */
  statistics = $state.raw<MyStatistics | null>(null);
  /** The latest first. */
  games = $state.raw<readonly GameResult[]>([]);
  /** What to ask for to get more; null after the last. */
  next = $state.raw<string | null>(null);
  /** The people with whom there are several. */
  groups = $state.raw<readonly PlayerGroup[]>([]);
  /** How strong they are, at tables of each size at which they were rated; null until that is known. */
  ratings = $state.raw<readonly MyRating[] | null>(null);
  problem = $state.raw<AnyProblem | null>(null);

  /** Fetches the games of a kind, in place of those before. */
  async choose(kind: GamesOfKind): Promise<void> {
    this.kind = kind;
    await this.#try(async () => {
      const [statistics, page] = await Promise.all([askStatistics(kind), askGames(kind, null)]);
      // Another kind may have been chosen meanwhile.
      if (this.kind !== kind) return;
      this.statistics = statistics;
      this.games = page.games;
      this.next = page.next;
    });
  }

  /** Fetches more games of this kind. */
  async more(): Promise<void> {
    const { kind, next } = this;
    if (next === null) return;
    await this.#try(async () => {
      const page = await askGames(kind, next);
      if (this.kind !== kind) return;
      this.games = [...this.games, ...page.games];
      this.next = page.next;
    });
  }

  /** Fetches the people with whom there are several games. */
  async meet(): Promise<void> {
    await this.#try(async () => {
      this.groups = await askGroups();
    });
  }

  /** Fetches the ratings. */
  async rate(): Promise<void> {
    await this.#try(async () => {
      this.ratings = await askRatings();
    });
  }

  async #try(what: () => Promise<void>): Promise<void> {
    this.problem = null;
    try {
      await what();
    } catch (error) {
      this.problem = problemOf(error);
    }
  }
}
