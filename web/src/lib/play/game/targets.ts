/** What lights up on the board, and which action a pick there is. */

import type { Pick, TargetSet, Targets } from '../board/targets';
import type { Action, Choices } from '../../base/protocol';
import type { Piece } from '../../base/words';
import { hasOpenOffer, viewerOf, type TableSnapshot } from './snapshot';

/** The piece that the player has taken up; null for none. */
export type Tool = Piece | null;

/** The places that are lit: always of one kind, so that neighbors never compete. */
export function targets(snapshot: TableSnapshot, tool: Tool): Targets {
  const seat = viewerOf(snapshot);
  const { choices } = snapshot;
  if (seat === null) return { kind: 'none' };
  if (choices.robber.length)
    return { kind: 'hex', piece: 'robber', ids: robberTargets(choices), seat };
  if (choices.first_cards.length) {
    return { kind: 'intersection', piece: 'first_cards', ids: choices.first_cards, seat };
  }
  const piece = pieceInHand(snapshot, tool);
  return piece ? targetSet(snapshot, piece, seat) : { kind: 'none' };
}

/**
 * The places that can be built on while nothing is lit: the board shows them only under the pointer,
 * and a pick there is asked about.
 */
export function quietTargets(snapshot: TableSnapshot, tool: Tool): TargetSet[] {
  const seat = viewerOf(snapshot);
  if (seat === null || !isFree(snapshot) || targets(snapshot, tool).kind !== 'none') return [];
  const pieces: readonly Piece[] = ['city', 'settlement', 'road'];
  return pieces
    .map((piece) => targetSet(snapshot, piece, seat))
    .filter(({ ids }) => ids.length > 0);
}

/** The piece that a pick on the board builds: what was taken up, or what the moment asks for. */
export function pieceInHand(snapshot: TableSnapshot, tool: Tool): Piece | null {
  const { cities, settlements, roads } = snapshot.choices;
  const legal = { road: roads, settlement: settlements, city: cities };
  if (isFree(snapshot)) return tool !== null && legal[tool].length ? tool : null;
  if (snapshot.view.phase.type === 'trade') return null;
  if (cities.length) return 'city';
  if (settlements.length) return 'settlement';
  return roads.length ? 'road' : null;
}

/** Whether the player chooses what to build, if anything. */
function isFree(snapshot: TableSnapshot): boolean {
  const { type } = snapshot.view.phase;
  return type === 'turn' || type === 'special_building' || hasOpenOffer(snapshot);
}

function targetSet(snapshot: TableSnapshot, piece: Piece, seat: number): TargetSet {
  const { cities, settlements, roads } = snapshot.choices;
  switch (piece) {
    case 'road':
      return { kind: 'path', piece, ids: roads, seat };
    case 'settlement':
      return { kind: 'intersection', piece, ids: settlements, seat };
    case 'city':
      return { kind: 'intersection', piece, ids: cities, seat };
  }
}

/** Where the robber may be moved. */
export function robberTargets(choices: Choices): number[] {
  return choices.robber.map(({ to }) => to);
}

/** The action that a pick means. */
export function pickAction({ piece, id }: Pick): Action {
  switch (piece) {
    case 'robber':
      return { type: 'move_robber', to: id };
    case 'road':
      return { type: 'build_road', at: id };
    case 'city':
      return { type: 'build_city', at: id };
    case 'settlement':
      return { type: 'build_settlement', at: id };
    case 'first_cards':
      return { type: 'take_first_cards', at: id };
  }
}
