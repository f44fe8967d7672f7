/** What lights up on the board, and which action a pick there is. */

import type { Targets } from '../board/targets';
import type { Action } from '../protocol';
import type { Piece } from '../words';
import { hasOpenOffer, viewerOf, type Scene } from './scene';

/** The piece that the player has taken up; `none` lights nothing, null leaves it to the page. */
export type Tool = Piece | 'none' | null;

/** The places that can be picked now: always of one kind, so that neighbors never compete. */
export function targets(scene: Scene, tool: Tool): Targets {
  const seat = viewerOf(scene);
  const { choices, view } = scene;
  if (seat === null) return { kind: 'none' };
  if (choices.robber.length) return { kind: 'hex', ids: choices.robber, seat };
  if (choices.first_cards.length) {
    return { kind: 'intersection', piece: 'first cards', ids: choices.first_cards, seat };
  }
  if (view.phase.type === 'trade' && (tool === null || !hasOpenOffer(scene))) {
    return { kind: 'none' };
  }
  switch (pieceInHand(scene, tool)) {
    case 'road':
      return { kind: 'path', piece: 'road', ids: choices.roads, seat };
    case 'settlement':
      return { kind: 'intersection', piece: 'settlement', ids: choices.settlements, seat };
    case 'city':
      return { kind: 'intersection', piece: 'city', ids: choices.cities, seat };
    case null:
      return { kind: 'none' };
  }
}

/** The piece that a pick on the board would build. Without a choice, the most valuable one. */
export function pieceInHand(scene: Scene, tool: Tool): Piece | null {
  const { cities, settlements, roads } = scene.choices;
  const legal = { road: roads, settlement: settlements, city: cities };
  const { type } = scene.view.phase;
  if (tool === 'none' && (type === 'turn' || type === 'special_building')) return null;
  if (tool !== null && tool !== 'none' && legal[tool].length) return tool;
  if (cities.length) return 'city';
  if (settlements.length) return 'settlement';
  return roads.length ? 'road' : null;
}

/** The action that picking a target means. */
export function pickAction(targets: Targets, id: number): Action | null {
  switch (targets.kind) {
    case 'hex':
      return { type: 'move_robber', to: id };
    case 'path':
      return { type: 'build_road', at: id };
    case 'intersection':
      switch (targets.piece) {
        case 'city':
          return { type: 'build_city', at: id };
        case 'settlement':
          return { type: 'build_settlement', at: id };
        case 'first cards':
          return { type: 'take_first_cards', at: id };
      }
      break;
    case 'none':
      return null;
  }
  return null;
}
