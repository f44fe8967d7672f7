/** How fast a replay goes on by itself, in steps a second. */
export const SPEEDS = [1, 2, 4, 8] as const;
export type Speed = (typeof SPEEDS)[number];

/** The speed that comes nearest to what somebody wants. */
export function speedNear(wanted: number): Speed {
  return SPEEDS.reduce((near, each) =>
    Math.abs(each - wanted) < Math.abs(near - wanted) ? each : near,
  );
}
