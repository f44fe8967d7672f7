/** Steps between places, in the small integers of the protocol. */

/** From the middle of a hex to its corners, as in `IntersectionInfo` and clockwise from the north. */
export const CORNERS = [
  [0, -2],
  [1, -1],
  [1, 1],
  [0, 2],
  [-1, 1],
  [-1, -1],
] as const;

/** From a hex to its neighbors, as in `HexInfo` and clockwise from the north-east. */
export const NEIGHBORS = [
  [1, -1],
  [2, 0],
  [1, 1],
  [-1, 1],
  [-2, 0],
  [-1, -1],
] as const;
