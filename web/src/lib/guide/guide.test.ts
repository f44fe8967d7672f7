import { describe, expect, it } from 'vitest';

import reference from 'virtual:rules';

import type { BoardInfo } from '../protocol';
import { cornerAt, pathAt, type At } from './island';
import { PICTURES, type Picture } from './pictures';
import { SECTIONS } from './sections';

const NAMED: [string, Picture][] = Object.entries(PICTURES);

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

  it('wins with ten points: four settlements, two cities and a line of five roads', () => {
    const { counts, line, pieces } = PICTURES.win;
    expect(pieces[0].settlements).toHaveLength(4);
    expect(pieces[0].cities).toHaveLength(2);
    expect(line).toHaveLength(5);
    expect(counts.reduce((sum, [, count]) => sum + count, 2)).toBe(10);
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
