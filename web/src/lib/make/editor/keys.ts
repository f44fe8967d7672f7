/** What a key draws at the place that has the focus. */

import type { Resource, Terrain } from '../../base/protocol';
import { TERRAIN_LETTERS, TERRAINS, TOKENS, type Spot, type Tool } from './draft';

/** What a key means: a tool to draw with, or a number of two digits that has begun. */
export type Stroke = { readonly tool: Tool } | { readonly begun: string } | null;

const GIVES: Readonly<Partial<Record<Terrain, Resource>>> = {
  hills: 'brick',
  forest: 'lumber',
  pasture: 'wool',
  fields: 'grain',
  mountains: 'ore',
};

/**
 * The keys are those of the notation of boards: a letter for terrain or a special harbor, the number of a
 * token, 3 for the usual harbor, R for the robber. `begun` is the digit of a number that has begun.
 */
export function strokeOf(key: string, { kind }: Pick<Spot, 'kind'>, begun: string): Stroke {
  if (key === 'Delete' || key === 'Backspace') return { tool: { type: 'eraser' } };
  const letter = key.toUpperCase();
  const terrain = TERRAINS.find((each) => TERRAIN_LETTERS[each] === letter);
  if (kind === 'coast') {
    if (key === '3') return { tool: { type: 'harbor', kind: { type: 'generic' } } };
    const resource = terrain && GIVES[terrain];
    return resource ? { tool: { type: 'harbor', kind: { type: 'special', resource } } } : null;
  }
  if (terrain) return { tool: { type: 'terrain', terrain } };
  if (letter === 'R') return { tool: { type: 'robber' } };
  if (!/^\d$/.test(key)) return null;
  const number = Number(begun + key);
  const token = TOKENS.find((each) => each === number);
  if (token !== undefined) return { tool: { type: 'token', token } };
  return key === '1' ? { begun: '1' } : null;
}
