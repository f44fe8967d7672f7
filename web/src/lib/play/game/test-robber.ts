/** Places for the robber, for tests. */

import type { RobberMove, Seat } from '../../base/protocol';

/** The robber may be moved to these hexes, where it would rob nobody. */
export function robberMoves(...hexes: number[]): RobberMove[] {
  return hexes.map((to) => robberMove(to, []));
}

/** The robber may be moved to a hex, where it could rob these. */
export function robberMove(to: number, victims: Seat[]): RobberMove {
  return { to, victims };
}
