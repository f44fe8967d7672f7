/** The keys of a table: what they are called in the help, and what a press of one means. */

import { RESOURCES } from '../../base/cards';
import type { Resource } from '../../base/protocol';
import { COMMANDS, type KeyedId, type Row, type RowId } from '../intent/commands';
import type { Panel } from './view-model';

/** What a key press asks for: a command, a card, the cards or the answer that was chosen, or to put it away. */
export type Press =
  | { readonly type: 'command'; readonly id: ShortcutId | 'counter' }
  | { readonly type: 'card'; readonly resource: Resource; readonly back: boolean }
  | { readonly type: 'yes' }
  | { readonly type: 'cancel' };

/** Names something that a key can be chosen for. */
export type ShortcutId = KeyedId;

/** Everything that a key can be chosen for. */
export const SHORTCUT_IDS = (Object.keys(COMMANDS) as RowId[]).filter(
  (id): id is ShortcutId => 'key' in COMMANDS[id],
);

/** The keys that a player has chosen instead of the usual ones. */
export type ChosenKeys = Readonly<Partial<Record<ShortcutId, string>>>;

/** The part of a key press that matters. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly shiftKey: boolean;
}

/** A key by one name, however it is pressed: `r`, `space`, `?`. */
export function keyOf({ key }: Pick<KeyPress, 'key'>): string {
  return key === ' ' ? 'space' : key.toLowerCase();
}

/** The key that a shortcut has. */
export function keyFor(id: ShortcutId, chosen: ChosenKeys): string {
  return chosen[id] ?? COMMANDS[id].key;
}

/** The shortcut that has a key; null where it is free. */
export function shortcutOf(key: string, chosen: ChosenKeys): ShortcutId | null {
  return SHORTCUT_IDS.find((id) => keyFor(id, chosen) === key) ?? null;
}

/** Whether a key can be chosen: what moves the focus and what names cards stays what it is. */
export function isKeyForChoice(key: string): boolean {
  return key === 'space' || (key.length === 1 && !/[0-9\s]/.test(key));
}

/** The keys of a player from what was kept: where two are alike or one makes no sense, the usual ones. */
export function readKeys(kept: Readonly<Record<string, unknown>>): ChosenKeys {
  const keys: ChosenKeys = Object.fromEntries(
    SHORTCUT_IDS.flatMap((id) => {
      const key = kept[id];
      return typeof key === 'string' && isKeyForChoice(key) ? [[id, key]] : [];
    }),
  );
  const all = SHORTCUT_IDS.map((id) => keyFor(id, keys));
  return new Set(all).size === all.length ? keys : {};
}

/** What a key press means while this panel is open; null where it means nothing. */
export function pressed(event: KeyPress, panel: Panel, chosen: ChosenKeys = {}): Press | null {
  const digit = /^(?:Digit|Numpad)([1-5])$/.exec(event.code)?.[1];
  if (digit) {
    const resource = RESOURCES[Number(digit) - 1];
    return resource ? { type: 'card', resource, back: event.shiftKey } : null;
  }
  const key = keyOf(event);
  if (key === 'enter') return { type: 'yes' };
  if (key === 'escape') return { type: 'cancel' };
  const id = shortcutOf(key, chosen);
  if (!id) return null;
  const { asked }: Row = COMMANDS[id];
  const isAsked = panel.kind === 'offer' && panel.offer.canAnswer;
  if (isAsked) return { type: 'command', id: asked ?? id };
  return asked === id ? null : { type: 'command', id };
}
