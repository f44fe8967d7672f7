/** A board of 19 hexes for tests, laid out as the server does. */

import type {
  BoardInfo,
  HarborInfo,
  HexInfo,
  IntersectionInfo,
  Terrain,
} from '../../base/protocol';
import { CORNERS, NEIGHBORS } from './lattice';

const ROWS = [3, 4, 5, 4, 3];
const TERRAINS: Terrain[] = [
  ...(['mountains', 'pasture', 'forest', 'fields', 'hills', 'pasture', 'hills'] as const),
  ...(['fields', 'forest', 'desert', 'forest', 'mountains', 'forest', 'mountains'] as const),
  ...(['fields', 'pasture', 'hills', 'fields', 'pasture'] as const),
];
const TOKENS = [10, 2, 9, 12, 6, 4, 10, 9, 11, null, 3, 8, 8, 3, 4, 5, 5, 6, 11];
/** On which of the 30 coastal paths, clockwise, the harbors lie. */
const HARBORS = [0, 3, 6, 10, 13, 16, 20, 23, 26];
const KINDS = [
  'generic',
  'grain',
  'ore',
  'generic',
  'wool',
  'generic',
  'generic',
  'brick',
  'lumber',
];

/** Builds it. */
export function testBoard(): BoardInfo {
  const places = ROWS.flatMap((width, row) =>
    Array.from({ length: width }, (_, column) => ({
      x: 2 * column - (width - 1),
      y: row - 2,
      name: `${'ABCDE'[row]}${column + 1}`,
    })),
  );
  const corner = (at: { x: number; y: number }, index: number): [number, number] => {
    const [dx, dv] = CORNERS[index % 6] ?? [0, 0];
    return [at.x + dx, at.y * 3 + dv];
  };

  const keys = new Map<string, [number, number]>();
  for (const place of places) {
    for (let index = 0; index < 6; index += 1)
      keys.set(corner(place, index).join(), corner(place, index));
  }
  const sorted = [...keys.values()].sort(([ax, av], [bx, bv]) => av - bv || ax - bx);
  const number = new Map(sorted.map((key, id) => [key.join(), id]));
  const at = (place: { x: number; y: number }, index: number): number =>
    number.get(corner(place, index).join()) ?? -1;

  const hexes = places.map((place, id): HexInfo => {
    const token = TOKENS[id] ?? null;
    return {
      ...place,
      terrain: TERRAINS[id] ?? 'desert',
      token,
      pips: token === null ? 0 : 6 - Math.abs(7 - token),
      corners: [at(place, 0), at(place, 1), at(place, 2), at(place, 3), at(place, 4), at(place, 5)],
    };
  });

  const sides = new Map<
    string,
    { ends: [number, number]; seaward: [number, number]; count: number }
  >();
  for (const place of places) {
    for (let index = 0; index < 6; index += 1) {
      const ends: [number, number] = [at(place, index), at(place, index + 1)];
      ends.sort((a, b) => a - b);
      const [dx, dy] = NEIGHBORS[index] ?? [0, 0];
      const side = sides.get(ends.join());
      if (side) side.count += 1;
      else sides.set(ends.join(), { ends, seaward: [place.x + dx, place.y + dy], count: 1 });
    }
  }
  const middle = ([a, b]: [number, number]): [number, number] => {
    const [[ax, av], [bx, bv]] = [sorted[a] ?? [0, 0], sorted[b] ?? [0, 0]];
    return [(ax + bx) / 2, (av + bv) / 2];
  };
  const paths = [...sides.values()]
    .map(({ ends }, index) => ({ ends, name: `path ${index}`, middle: middle(ends) }))
    .sort((a, b) => a.middle[1] - b.middle[1] || a.middle[0] - b.middle[0])
    .map(({ ends, name }) => ({ ends, name }));

  const angle = (ends: [number, number]): number => {
    const [x, v] = middle(ends);
    return Math.atan2(v, x * Math.sqrt(3));
  };
  const coast = [...sides.values()]
    .filter(({ count }) => count === 1)
    .sort((a, b) => angle(a.ends) - angle(b.ends));
  const harbors = HARBORS.flatMap((index, order): HarborInfo[] => {
    const side = coast[index];
    const kind = KINDS[order];
    if (!side || !kind) return [];
    return [
      {
        kind:
          kind === 'generic'
            ? { type: 'generic' }
            : ({ type: 'special', resource: kind } as HarborInfo['kind']),
        ends: side.ends,
        x: side.seaward[0],
        y: side.seaward[1],
      },
    ];
  });

  const intersections = sorted.map(([x, v], id): IntersectionInfo => ({
    x,
    v,
    name: `corner ${id}`,
    hexes: hexes.flatMap((hex, hexId) => (hex.corners.includes(id) ? [hexId] : [])),
    harbor: harbors.find(({ ends }) => ends.includes(id))?.kind ?? null,
  }));
  return { hexes, intersections, paths, harbors };
}
