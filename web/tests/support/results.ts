/** The results of somebody who has played a lot, as a server tells them: nobody has to play it all first. */

import type { Page } from '@playwright/test';

import type {
  Edition,
  GameRating,
  GameResult,
  GamesPage,
  ListedRating,
  MyRating,
  PlayerGroup,
  MyStatistics,
  RatingList,
  ResultPlayer,
  SeatKind,
} from '../../src/lib/base/protocol';

const DAY_MS = 24 * 60 * 60 * 1000;
const LAST_MS = Date.UTC(2026, 10, 20, 19, 30);
const OTHERS = ['Mira', 'Jon', 'Ada', 'Bruno', 'Cleo'];

const human: SeatKind = { type: 'human' };
const bot: SeatKind = { type: 'bot', level: 'hard' };

function player(name: string | null, kind: SeatKind, place: number | null): ResultPlayer {
  const points = place === null ? 4 : 11 - 2 * place;
  return { name, kind, place, points: place === 1 ? 10 : points, left: false, joined: false };
}

/** The game that ended so many days before the last one. */
function game(days: number): GameResult {
  const count = days % 3 === 0 ? 4 : 3;
  const own = days % 7 === 5 ? null : ((days * 5) % count) + 1;
  const places = Array.from({ length: count }, (_, index) => index + 1);
  const others = places.filter((place) => place !== own).slice(0, count - 1);
  const edition: Edition = days % 5 === 4 ? 'siedler' : 'modern';
  return {
    table: `staged-game-${days}`,
    ended_ms: LAST_MS - days * DAY_MS,
    edition,
    goal: 10,
    turns: 52 + ((days * 7) % 30),
    played_ms: 1_900_000 + days * 61_000,
    players: [
      player('Robin', human, own),
      ...others.map((place, index) => {
        const name = index === 0 && days === 2 ? null : (OTHERS[index + (days % 2)] ?? null);
        return player(name, index < 2 ? human : bot, own === null ? null : place);
      }),
    ],
    seat: 0,
    points: { settlements: 3, cities: 4, longest_road: 2, largest_army: 0, victory_points: 1 },
    opening: { pips: [4, 5, 3, 6, 4], harbors: [{ type: 'generic' }] },
    luck: { received: 41, expected: 39_500, deviation: 5_200 },
    dice: {
      rolled: [1, 3, 5, 6, 8, 9, 7, 6, 4, 2, 1],
      expected: [1444, 2889, 4333, 5778, 7222, 8667, 7222, 5778, 4333, 2889, 1444],
    },
    cards: [8, 9, 7, 10, 7],
    trades: { offers: 9, closed: 4, partner: 3, bank: 2 },
    thinking_ms: 610_000,
    quality: days === 0 ? null : 620 + ((days * 137) % 310),
  };
}

const GAMES = Array.from({ length: 31 }, (_, days) => game(days));

function statistics(games: readonly GameResult[]): MyStatistics {
  const own = games.map(({ players, seat }) => players[seat]?.place ?? null);
  const kinds = new Map<string, MyStatistics['kinds'][number]>();
  for (const { edition, players } of GAMES) {
    const key = `${edition} ${players.length}`;
    const games = (kinds.get(key)?.games ?? 0) + 1;
    kinds.set(key, { edition, players: players.length, games });
  }
  const count = games.length;
  const won = own.filter((place) => place === 1).length;
  const times = (value: number) => Math.round(value * count);
  return {
    kinds: [...kinds.values()].sort((one, other) => other.games - one.games),
    games: count,
    won,
    ended: own.filter((place) => place === null).length,
    places: [won, times(0.3), times(0.2), times(0.1), 0, 0],
    turns: times(61),
    played_ms: times(2_600_000),
    thinking_ms: times(610_000),
    points: {
      settlements: times(2.9),
      cities: times(3.6),
      longest_road: times(0.8),
      largest_army: times(0.6),
      victory_points: times(0.5),
    },
    openings: {
      games: count,
      pips: [times(4.1), times(4.7), times(3.6), times(5.4), times(4.2)],
      generic_harbor: times(0.3),
      special_harbor: times(0.2),
      won,
      pips_of_won: Math.round(won * 23.1),
    },
    luck: { received: times(40.2), expected: times(39_800), deviation: times(900) },
    dice: {
      rolled: [61, 96, 150, 207, 246, 322, 251, 199, 148, 117, 48],
      expected: [
        51_250, 102_500, 153_750, 205_000, 256_250, 307_500, 256_250, 205_000, 153_750, 102_500,
        51_250,
      ],
    },
    cards: [times(8), times(9), times(7), times(10), times(7)],
    trades: { offers: times(9.3), closed: times(4.1), partner: times(3), bank: times(2.2) },
    quality: games
      .flatMap(({ ended_ms, quality }) => (quality === null ? [] : [{ ended_ms, quality }]))
      .reverse(),
  };
}

const GROUPS: PlayerGroup[] = [
  {
    others: [
      { name: 'Mira', won: 6 },
      { name: 'Jon', won: 4 },
    ],
    won: 5,
    games: 15,
    last_ms: LAST_MS,
    tables: ['staged-game-0'],
  },
  {
    others: [{ name: 'A very long name indeed', won: 1 }],
    won: 1,
    games: 2,
    last_ms: LAST_MS - 9 * DAY_MS,
    tables: ['staged-game-9'],
  },
];

/** Answers as a server does for somebody who has played all that. */
export async function stageResults(page: Page): Promise<void> {
  const asked = (url: string) => {
    const query = new URL(url).searchParams;
    const games = GAMES.filter(
      ({ edition, players }) =>
        [null, edition].includes(query.get('edition') as Edition | null) &&
        [null, String(players.length)].includes(query.get('players')),
    );
    return { games, before: Number(query.get('before') ?? 0) };
  };
  await page.route('**/api/me/games*', (route) => {
    const { games, before } = asked(route.request().url());
    const end = before + 20;
    const json: GamesPage = {
      games: games.slice(before, end),
      next: games.length > end ? String(end) : null,
    };
    return route.fulfill({ json });
  });
  await page.route('**/api/me/statistics*', (route) =>
    route.fulfill({ json: statistics(asked(route.request().url()).games) }),
  );
  await page.route('**/api/me/groups', (route) => route.fulfill({ json: GROUPS }));
}

/** A rating that has come about in so many games, of which the last one ended on the day of the last result. */
function rating(players: number, count: number): MyRating {
  const games: GameRating[] = [];
  let before = { low: 1190, high: 1810 };
  for (let days = count - 1; days >= 0; days -= 1) {
    const place = ((days * 5) % players) + 1;
    const middle = (before.low + before.high) / 2 + 30 * (players / 2 - place + 0.5);
    const reach = Math.max(110, (before.high - before.low) / 2 - 16);
    const tens = (points: number) => Math.round(points / 10) * 10;
    const after = { low: tens(middle - reach), high: tens(middle + reach) };
    const table = `staged-game-${days}`;
    games.unshift({ table, ended_ms: LAST_MS - days * DAY_MS, place, before, after });
    before = after;
  }
  return { players, now: before, games };
}

/** Answers as a server does that rates games, for somebody with two ratings. */
export async function stageRatings(page: Page): Promise<void> {
  await page.route('**/api/site', async (route) => {
    const answer = await route.fetch();
    const site = (await answer.json()) as { features: object };
    await route.fulfill({ json: { ...site, features: { ...site.features, ratings: true } } });
  });
  await page.route('**/api/me/ratings', (route) =>
    route.fulfill({ json: [rating(2, 1), rating(4, 26)] }),
  );
}

/** Somebody in the list of ratings. */
function listedRating(place: number): ListedRating {
  const low = 1900 - 10 * place;
  return {
    place,
    name: OTHERS[place % 7] ?? `Somebody with a name ${place}`,
    alike: place % 7 < OTHERS.length,
    own: place === 5,
    rating: { low, high: low + 430 },
    games: 15 + place,
  };
}

/** Answers as a server does in whose list of ratings for three and four there are 120 people, and in the others nobody. */
export async function stageRatingList(page: Page): Promise<void> {
  const all = Array.from({ length: 120 }, (_, index) => listedRating(index + 1));
  await page.route('**/api/me/listing', (route) => route.fulfill({ json: { listed: true } }));
  await page.route('**/api/ratings?*', (route) => {
    const query = new URL(route.request().url()).searchParams;
    const after = Number(query.get('after') ?? 0);
    const listed = query.get('players') === '4' ? all : [];
    const ratings = listed.slice(after, after + 100);
    const end = after + ratings.length;
    const json: RatingList = { ratings, next: end < listed.length ? end : null };
    return route.fulfill({ json });
  });
}
