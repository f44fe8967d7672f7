/**
 * What a player wants at a table, and what follows: commands to send, or a question to the player first. Both views of
 * a table end here. Nothing here knows a view or keeps any state.
 */

import { samePlace, type Pick } from '../board/targets';
import { blocksOwn, isFinal, lostAtEnd } from '../game/confirmation';
import type { Ask, Draft } from '../game/draft';
import type { TableSnapshot } from '../game/snapshot';
import { pickAction } from '../game/targets';
import type { Action } from '../../base/protocol';
import type { ConfirmMode } from '../../base/settings.svelte';
import { command, type TableCommand } from './commands';

/** What a player wants. Nothing in it is left to choose. */
export type Intent =
  /** A place on the board. It is `prepared` if the player has already said what is to stand there. */
  | { readonly type: 'place'; readonly pick: Pick; readonly prepared: boolean }
  /** Something that cannot be taken back, so the player is asked first. */
  | { readonly type: 'final'; readonly what: Ask }
  /** Anything else: the player has already seen, or typed, what it does. */
  | { readonly type: 'send'; readonly commands: readonly TableCommand[] };

/** What follows: commands to send, or a change of the draft that asks the player first. */
export type Outcome = { readonly send: readonly TableCommand[] } | { readonly ask: Partial<Draft> };

/** How often the player wants to be asked. */
export interface Caution {
  readonly confirm: ConfirmMode;
  /** Whether every place is confirmed. */
  readonly confirms: boolean;
}

const ACTIONS = {
  development_card: 'buy_development_card',
  knight: 'play_knight',
  road_building: 'play_road_building',
  victory_point: 'play_victory_point',
  end_turn: 'end_turn',
} as const satisfies Record<Ask, Action['type']>;

/** What follows from an intent. If the player is being asked about it already, it is the yes. */
export function resolve(
  snapshot: TableSnapshot,
  intent: Intent,
  draft: Draft,
  caution: Caution,
): Outcome {
  switch (intent.type) {
    case 'place': {
      const { pick, prepared } = intent;
      const asks = !prepared || isAsked(snapshot, pick, caution);
      return asks && !samePlace(draft.selected, pick)
        ? { ask: { selected: pick, asks: null } }
        : { send: [command('act', pickAction(pick))] };
    }
    case 'final': {
      const { what } = intent;
      const asks = what !== 'end_turn' || lostAtEnd(snapshot, draft) !== null;
      return asks && draft.asks !== what
        ? { ask: { asks: what, selected: null, tool: null } }
        : { send: [command('act', { type: ACTIONS[what] })] };
    }
    case 'send':
      return { send: intent.commands };
  }
}

/** Whether the player is asked even about a place that was prepared. */
function isAsked(snapshot: TableSnapshot, pick: Pick, { confirm, confirms }: Caution): boolean {
  const final = isFinal(snapshot, pick) && confirm !== 'never';
  return final || confirms || (pick.piece === 'robber' && blocksOwn(snapshot, pick.id));
}
