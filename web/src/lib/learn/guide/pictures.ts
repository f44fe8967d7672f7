/** What the pictures of the guide show. */

import type { BoardInfo, Color, Terrain } from '../../base/protocol';
import type { Game } from './game';
import { island, type At, type Dock, type Land } from '../../play/board/island';

/** The pieces of one player in a picture. */
export interface Pieces {
  readonly color: Color;
  readonly roads?: readonly At[];
  readonly settlements?: readonly At[];
  readonly cities?: readonly At[];
}

/** A small board with what is marked on it. */
export interface Picture {
  readonly board: BoardInfo;
  readonly pieces?: readonly Pieces[];
  /** The hex of the robber. */
  readonly robber?: number;
  /** The hexes that shine. */
  readonly shining?: readonly number[];
  /** Paths on which the first player may build. */
  readonly roads?: readonly At[];
  /** Whether the corners are marked that are neither crossed nor built on. */
  readonly free?: boolean;
  /** Corners that are too near to a building. */
  readonly crossed?: readonly At[];
  /** Where the robber may go. */
  readonly robbed?: readonly number[];
  /** Roads that the first player is laying. */
  readonly laid?: readonly At[];
  /** Roads that count as one line. */
  readonly line?: readonly At[];
  /** Numbers at corners. */
  readonly counts?: readonly (readonly [at: At, count: number])[];
}

type Ground = readonly [terrain: Terrain, token?: number];

/** Rows of two, three and two hexes. */
function seven(land: readonly Ground[], docks: readonly Dock[] = []): BoardInfo {
  return island(placed([-1, -1, 1, -1, -2, 0, 0, 0, 2, 0, -1, 1, 1, 1], land), docks);
}

/** Rows of three and two hexes. */
function five(land: readonly Ground[], docks: readonly Dock[] = []): BoardInfo {
  return island(placed([-2, 0, 0, 0, 2, 0, -1, 1, 1, 1], land), docks);
}

function placed(places: readonly number[], land: readonly Ground[]): Land[] {
  return land.map(([terrain, token], hex): Land => {
    const [x = 0, y = 0] = places.slice(2 * hex, 2 * hex + 2);
    return token === undefined ? [x, y, terrain] : [x, y, terrain, token];
  });
}

const ISLAND: readonly Ground[] = [
  ['hills', 6],
  ['forest', 9],
  ['fields', 4],
  ['desert'],
  ['pasture', 10],
  ['mountains', 8],
  ['forest', 3],
];

const LINE: readonly At[] = [
  [0, 0],
  [1, 5],
  [1, 0],
  [1, 1],
  [4, 0],
];

/** By the section that they belong to. */
export const PICTURES = {
  board: {
    board: seven(ISLAND, [
      [0, 5, { type: 'generic' }],
      [4, 1, { type: 'special', resource: 'wool' }],
    ]),
    robber: 3,
  },
  goal: {
    board: five([
      ['fields', 8],
      ['hills', 5],
      ['mountains', 10],
      ['forest', 4],
      ['pasture', 9],
    ]),
    pieces: [
      {
        color: 'coral',
        settlements: [[0, 3]],
        cities: [[1, 2]],
        roads: [
          [3, 0],
          [4, 5],
        ],
      },
    ],
    counts: [
      [[0, 3], 1],
      [[1, 2], 2],
    ],
  },
  setUp: {
    board: seven(ISLAND),
    pieces: [{ color: 'cobalt' }, { color: 'coral', settlements: [[3, 0]], roads: [[3, 0]] }],
    free: true,
    crossed: [
      [3, 1],
      [3, 5],
      [0, 1],
    ],
  },
  turn: {
    board: five([
      ['forest', 8],
      ['hills', 5],
      ['fields', 8],
      ['pasture', 4],
      ['mountains', 10],
    ]),
    pieces: [{ color: 'coral', settlements: [[0, 2]], roads: [[1, 3]] }],
    shining: [0, 2],
    roads: [
      [0, 1],
      [0, 2],
      [1, 2],
      [4, 4],
    ],
  },
  gain: {
    board: seven([
      ['forest', 8],
      ['hills', 5],
      ['fields', 3],
      ['mountains', 10],
      ['pasture', 8],
      ['forest', 8],
      ['hills', 9],
    ]),
    pieces: [
      {
        color: 'coral',
        settlements: [[0, 5]],
        cities: [[4, 0]],
        roads: [
          [0, 5],
          [4, 5],
        ],
      },
      {
        color: 'cobalt',
        settlements: [
          [0, 2],
          [5, 4],
        ],
        roads: [
          [0, 2],
          [5, 4],
        ],
      },
    ],
    robber: 5,
    shining: [0, 4],
    counts: [
      [[0, 5], 1],
      [[4, 0], 2],
      [[0, 2], 1],
      [[5, 4], 0],
    ],
  },
  build: {
    board: five([
      ['hills', 6],
      ['forest', 9],
      ['pasture', 10],
      ['fields', 4],
      ['mountains', 5],
    ]),
    pieces: [
      {
        color: 'coral',
        settlements: [[0, 5]],
        roads: [
          [0, 5],
          [0, 0],
          [0, 1],
        ],
      },
      { color: 'cobalt', settlements: [[1, 2]], roads: [[1, 1]] },
    ],
    roads: [
      [0, 4],
      [1, 5],
      [0, 2],
      [1, 3],
    ],
    crossed: [[1, 3]],
  },
  trade: {
    board: five(
      [
        ['fields', 6],
        ['hills', 9],
        ['pasture', 10],
        ['forest', 4],
        ['mountains', 5],
      ],
      [
        [2, 1, { type: 'special', resource: 'wool' }],
        [0, 4, { type: 'generic' }],
      ],
    ),
    pieces: [
      { color: 'coral', settlements: [[2, 1]], roads: [[2, 0]] },
      { color: 'cobalt', settlements: [[0, 5]], roads: [[0, 5]] },
    ],
  },
  robber: {
    board: five([
      ['fields', 4],
      ['mountains', 6],
      ['pasture', 10],
      ['forest', 9],
      ['hills', 5],
    ]),
    pieces: [
      { color: 'coral', settlements: [[0, 5]], roads: [[0, 5]] },
      { color: 'cobalt', cities: [[1, 0]], roads: [[1, 0]] },
    ],
    robber: 1,
  },
  cards: {
    board: five([
      ['hills', 6],
      ['forest', 9],
      ['pasture', 10],
      ['fields', 4],
      ['mountains', 5],
    ]),
    pieces: [{ color: 'coral', settlements: [[0, 5]], roads: [[0, 5]] }],
    laid: [
      [0, 0],
      [1, 5],
    ],
  },
  awards: {
    board: seven(ISLAND),
    pieces: [
      {
        color: 'coral',
        settlements: [
          [0, 0],
          [4, 1],
        ],
        roads: [...LINE, [0, 1]],
      },
      {
        color: 'cobalt',
        settlements: [[5, 4]],
        roads: [
          [5, 3],
          [5, 4],
          [5, 2],
        ],
      },
    ],
    line: LINE,
  },
  win: {
    board: seven(ISLAND),
    pieces: [
      {
        color: 'coral',
        settlements: [
          [0, 0],
          [4, 1],
          [5, 3],
          [6, 3],
        ],
        cities: [
          [1, 0],
          [2, 5],
        ],
        roads: [...LINE, [6, 3], [5, 2], [2, 5]],
      },
    ],
    line: LINE,
    counts: [
      [[0, 0], 1],
      [[4, 1], 1],
      [[5, 3], 1],
      [[6, 3], 1],
      [[1, 0], 2],
      [[2, 5], 2],
    ],
  },
  editions: {
    board: five([['fields', 4], ['desert'], ['pasture', 10], ['forest', 9], ['hills', 5]]),
    pieces: [{ color: 'coral' }],
    robber: 3,
  },
} as const satisfies Readonly<Record<string, Picture>>;

/** One of them. */
export type PictureId = keyof typeof PICTURES;

/** A picture, as the rules of a game have it. */
export function pictureOf(id: PictureId, { rules }: Game): Picture {
  const picture: Picture = PICTURES[id];
  if (id !== 'editions') return picture;
  // Where the robber may go from the last of them.
  const robbed = picture.board.hexes.flatMap(({ terrain }, hex) =>
    hex !== picture.robber && (rules.robber_on_desert || terrain !== 'desert') ? [hex] : [],
  );
  return { ...picture, robbed };
}
