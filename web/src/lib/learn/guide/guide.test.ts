import { describe, expect, it } from 'vitest';

import editions from '../../../../tests/fixtures/editions.json';
import { cornerAt, pathAt, type At } from '../../play/board/island';
import type { BoardInfo, Rules } from '../../base/protocol';
import { PLAYERS } from '../../base/protocol/limits';
import { loadReference } from '../rules/load';
import { queryOf } from '../rules/own-rules';
import { WORDED } from '../../make/setup/differences';
import { OPTIONS } from '../../make/setup/options';
import { gameOf, playersOf } from './game';
import { rulesIn } from './own-rules';
import { pictureOf, PICTURES, type Picture, type PictureId } from './pictures';
import { SECTIONS } from './sections';

const reference = await loadReference();
const NAMED: [string, Picture][] = Object.entries(PICTURES);

/** What a section says of an edition, for so many. */
function told(id: PictureId, edition: string, players = 4): string {
  const game = gameOf(edition, players);
  const section = SECTIONS.find((each) => each.id === id);
  return [...(section?.paragraphs(game) ?? []), section?.shown(game)].join(' ');
}

describe('the guide', () => {
  it('names only clauses that the rules have', () => {
    const known = new Set(reference.chapters.flatMap(({ clauses }) => clauses.map(({ id }) => id)));
    const named = SECTIONS.flatMap(({ clauses }) => clauses);
    expect(named.filter((id) => !known.has(id))).toEqual([]);
  });

  it('has a section for each picture', () => {
    expect(SECTIONS.map(({ id }) => id)).toEqual(Object.keys(PICTURES));
  });
});

describe('the rules of a table', () => {
  const usual = gameOf('modern', 4).rules;
  const own: Rules = {
    ...usual,
    points_to_win: 8,
    time_limit: 90,
    friendly_robber: true,
    no_domestic_trade: true,
    city_cost: 'two_ore_three_grain',
    dice: 'deck',
    first_player: { type: 'named', seat: 2 },
    set_up: { type: 'beginners', left_out: null },
    variants: { ...usual.variants, open_hands: true, played_victory_points: true },
  };
  const read = (query: string) => rulesIn(new URLSearchParams(query), usual);

  it('come and go by an address', () => {
    expect(read(queryOf(own))).toEqual(own);
    expect(read(queryOf(own, usual))).toEqual(own);
    expect(queryOf(usual, usual)).toBe('');
    expect(queryOf({ ...usual, points_to_win: 8 }, usual)).toBe('points_to_win=8');
    expect(queryOf(own, usual)).not.toContain('hand_limit');
  });

  it('are those of the edition where an address says nothing that can be chosen', () => {
    const wrong =
      'points_to_win=many&dice=coins&friendly_robber=2&variants=x&set_up=type:roll&first_player=type:named,seat:6&players=9';
    expect(read(wrong)).toEqual(usual);
  });

  it('are told each in one section', () => {
    const told = SECTIONS.flatMap(({ rules }) => rules);
    const all = [...OPTIONS, ...WORDED].map(({ id }) => id);
    expect([...told].sort()).toEqual([...all].sort());
  });

  it('change what the guide tells, and nothing there speaks against them', () => {
    const game = gameOf('modern', 4, () => own);
    const told = (id: PictureId) =>
      SECTIONS.find((each) => each.id === id)
        ?.paragraphs(game)
        .join(' ');
    expect(told('goal')).toContain('8 points');
    expect(game.costs.city).toEqual([0, 0, 0, 3, 2]);
    expect(told('gain')).not.toContain('hidden from the others');
    expect(told('trade')).not.toContain('offer cards to the others');
    expect(told('cards')).not.toContain('not played');
    expect(told('setUp')).not.toContain('each player places two settlements');
    const building = (special_building_phase: boolean) =>
      gameOf('modern', 6, (rules) => ({ ...rules, special_building_phase })).special_building;
    expect([building(true), building(false)]).toEqual([true, false]);
  });
});

describe('the game that the guide tells', () => {
  it('has the rules with which the server sets up a table', () => {
    expect(editions).toHaveLength(5);
    for (const { edition, rules } of editions) {
      for (const players of PLAYERS) {
        expect(gameOf(edition, players).rules).toEqual({ ...rules, players });
      }
    }
  });

  it('is the usual one where an address names none', () => {
    expect(playersOf(null)).toBe(4);
    expect(playersOf('7')).toBe(4);
    expect(playersOf('6')).toBe(6);
    expect(gameOf('unheard-of', 3)).toEqual(gameOf('modern', 3));
  });

  it('has more cards, a larger island and more building for five and six', () => {
    for (const players of [5, 6]) {
      expect(told('gain', 'modern', players)).toContain('24 cards of each resource');
      expect(told('cards', 'modern', players)).toContain('34 cards');
      expect(told('board', 'modern', players)).toContain('11 harbors');
      expect(told('turn', 'modern', players)).toContain('each of the others');
    }
    for (const players of [2, 3, 4]) {
      expect(told('gain', 'modern', players)).toContain('19 cards of each resource');
      expect(told('cards', 'modern', players)).toContain('25 cards');
      expect(told('board', 'modern', players)).toContain('9 harbors');
      expect(told('turn', 'modern', players)).not.toContain('each of the others');
    }
  });

  it.each<[PictureId, string, string, string]>([
    ['turn', 'siedler', 'First trade, then build', 'in any order'],
    ['gain', 'siedler', 'not even a player', 'takes what is left'],
    ['trade', 'siedler', 'may be on both', 'never the same resource'],
    ['robber', 'almanac-1999', 'not to a desert', 'The same player takes'],
    ['robber', 'mayfair-1996', 'The same player may take', 'not to a desert'],
    ['cards', 'siedler', 'at any moment', 'laid at once'],
    ['cards', 'siedler', 'go under the deck', 'laid at once'],
    ['awards', 'five-six', 'nobody has the award', 'keeps the award'],
    ['win', 'siedler', 'even on somebody else’s turn', 'have to wait'],
    ['editions', 'five-six', 'In this edition it may not', 'In this edition it may,'],
  ])('tells in “%s” what %s has of its own', (id, edition, own, not) => {
    expect(told(id, edition)).toContain(own);
    expect(told(id, edition)).not.toContain(not);
    expect(told(id, 'modern')).not.toContain(own);
  });

  it('has what a city costs there', () => {
    expect(gameOf('modern', 4).costs.city).toEqual([0, 0, 0, 2, 3]);
    expect(gameOf('mayfair-1996', 4).costs.city).toEqual([0, 0, 0, 3, 2]);
  });

  it('shows the robber only where it may go', () => {
    const desert = PICTURES.editions.board.hexes.findIndex(({ terrain }) => terrain === 'desert');
    const robbed = (edition: string) => pictureOf('editions', gameOf(edition, 4)).robbed;
    expect(robbed('modern')).toContain(desert);
    expect(robbed('five-six')).not.toContain(desert);
    expect(robbed('modern')).toHaveLength(4);
    expect(robbed('five-six')).toHaveLength(3);
    expect(robbed('modern')).not.toContain(PICTURES.editions.robber);
  });
});

describe.each(NAMED)('the picture of %s', (_, picture) => {
  const { board } = picture;
  const pieces = picture.pieces ?? [];
  const corners = (places: readonly At[] = []) => places.map((at) => cornerAt(board, at));
  const paths = (places: readonly At[] = []) => places.map((at) => pathAt(board, at));
  const buildings = pieces.flatMap((each) => [
    ...corners(each.settlements),
    ...corners(each.cities),
  ]);

  it('lays every piece on a place of its own', () => {
    const roads = pieces.flatMap((each) => paths(each.roads));
    expect(new Set(roads).size).toBe(roads.length);
    expect(roads).not.toContain(-1);
    expect(new Set(buildings).size).toBe(buildings.length);
  });

  it('keeps the distance rule, and crosses just what breaks it', () => {
    const near = new Set(buildings.flatMap((at) => beside(board, at)));
    expect(buildings.filter((at) => near.has(at))).toEqual([]);
    expect(corners(picture.crossed).filter((at) => !near.has(at))).toEqual([]);
    if (picture.free) expect(new Set(corners(picture.crossed))).toEqual(near);
  });

  it('marks just the paths on which the first player may build', () => {
    if (!picture.roads && !picture.laid) return;
    const laid = paths(picture.laid);
    const own = [...paths(pieces[0]?.roads), ...laid];
    const taken = new Set([...pieces.flatMap((each) => paths(each.roads)), ...laid]);
    const ours = new Set([...corners(pieces[0]?.settlements), ...corners(pieces[0]?.cities)]);
    const theirs = new Set(buildings.filter((at) => !ours.has(at)));
    const reached = new Set(own.flatMap((path) => board.paths[path]?.ends ?? []));
    const open = board.paths.flatMap(({ ends }, path) =>
      !taken.has(path) &&
      ends.some((end) => ours.has(end) || (reached.has(end) && !theirs.has(end)))
        ? [path]
        : [],
    );
    if (picture.roads) expect(paths(picture.roads).sort(ascending)).toEqual(open);
    for (const path of own) {
      const ends = board.paths[path]?.ends ?? [];
      const others = own.filter((other) => other !== path);
      const joined = others.flatMap((other) => board.paths[other]?.ends ?? []);
      expect(ends.some((end) => ours.has(end) || joined.includes(end))).toBe(true);
    }
  });

  it('draws a line whose roads follow each other, of the first player', () => {
    const line = paths(picture.line);
    const own = new Set(paths(pieces[0]?.roads));
    expect(line.filter((path) => !own.has(path))).toEqual([]);
    for (const [index, path] of line.entries()) {
      const before: readonly number[] = board.paths[line[index - 1] ?? path]?.ends ?? [];
      expect(board.paths[path]?.ends.some((end) => before.includes(end))).toBe(true);
    }
  });
});

describe('what the pictures are said to show', () => {
  it('counts the cards of a roll as the rules do', () => {
    const picture: Picture = PICTURES.gain;
    const settled = (at: number, kind: 'settlements' | 'cities') =>
      picture.pieces?.some((each) =>
        each[kind]?.some((place) => cornerAt(picture.board, place) === at),
      );
    for (const [place, count] of picture.counts ?? []) {
      const at = cornerAt(picture.board, place);
      const giving = picture.board.hexes.filter(
        ({ token, corners }, hex) => token === 8 && hex !== picture.robber && corners.includes(at),
      ).length;
      const each = settled(at, 'cities') ? 2 : settled(at, 'settlements') ? 1 : NaN;
      expect(count).toBe(giving * each);
    }
  });

  it('shines where the number rolled lies, and not at the robber', () => {
    for (const picture of [PICTURES.turn, PICTURES.gain] as Picture[]) {
      const eights = picture.board.hexes.flatMap(({ token }, hex) =>
        token === 8 && hex !== picture.robber ? [hex] : [],
      );
      expect(picture.shining).toEqual(eights);
    }
  });

  it('wins with ten points, the goal of all editions: four settlements, two cities and a line of five roads', () => {
    const { counts, line, pieces } = PICTURES.win;
    expect(pieces[0].settlements).toHaveLength(4);
    expect(pieces[0].cities).toHaveLength(2);
    expect(line).toHaveLength(5);
    expect(counts.reduce((sum, [, count]) => sum + count, 2)).toBe(10);
    for (const { edition } of editions) {
      expect(gameOf(edition, 4).rules.points_to_win).toBe(10);
    }
  });
});

/** The neighbors of an intersection. */
function beside(board: BoardInfo, at: number): number[] {
  return board.paths.flatMap(({ ends: [from, to] }) =>
    from === at ? [to] : to === at ? [from] : [],
  );
}

function ascending(a: number, b: number): number {
  return a - b;
}
