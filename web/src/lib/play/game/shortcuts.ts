/** The keys of a table: what they are called in the help, and what a press of one means. */

import { RESOURCES } from '../../base/cards';
import type { Resource } from '../../base/protocol';
import type { ButtonId } from './actions';
import type { Panel } from './view-model';

/** What a key asks for. */
export type Command =
  | { readonly type: 'primary' }
  | { readonly type: 'roll' }
  | { readonly type: 'end_turn' }
  | { readonly type: 'press'; readonly button: ButtonId }
  | { readonly type: 'board' }
  | { readonly type: 'undo' }
  | { readonly type: 'cancel' }
  | { readonly type: 'answer'; readonly answer: 'accept' | 'counter' | 'decline' }
  | { readonly type: 'card'; readonly resource: Resource; readonly back: boolean }
  | { readonly type: 'yes' }
  | { readonly type: 'pass' }
  | { readonly type: 'knight' }
  | { readonly type: 'more_time' }
  | { readonly type: 'hint' }
  | { readonly type: 'help' };

/** Something that a key can be chosen for. */
interface Shortcut {
  /** The usual key, as {@link keyOf} names it. */
  readonly key: string;
  readonly command: Command;
  /** What else it means while an offer waits for an answer. */
  readonly asked?: Command;
  /** Whether it means something only then. */
  readonly onlyAsked?: boolean;
}

const press = (button: ButtonId): Command => ({ type: 'press', button });
const answer = (given: 'accept' | 'counter' | 'decline'): Command => ({
  type: 'answer',
  answer: given,
});

/** Everything that a key can be chosen for, in the order of the help. */
export const SHORTCUTS = {
  primary: { key: 'space', command: { type: 'primary' } },
  roll: { key: 'r', command: { type: 'roll' } },
  end_turn: { key: 'e', command: { type: 'end_turn' } },
  board: { key: 'b', command: { type: 'board' } },
  settlement: { key: 's', command: press('settlement') },
  city: { key: 'c', command: press('city'), asked: answer('counter') },
  road: { key: 'w', command: press('road') },
  development_card: { key: 'v', command: press('development_card') },
  trade: { key: 't', command: press('trade') },
  accept: { key: 'a', command: answer('accept'), onlyAsked: true },
  decline: { key: 'd', command: answer('decline'), onlyAsked: true },
  pass: { key: 'x', command: { type: 'pass' } },
  knight: { key: 'k', command: { type: 'knight' } },
  undo: { key: 'u', command: { type: 'undo' } },
  more_time: { key: 'm', command: { type: 'more_time' } },
  hint: { key: 'h', command: { type: 'hint' } },
  help: { key: '?', command: { type: 'help' } },
} as const satisfies Readonly<Record<string, Shortcut>>;

/** Names something that a key can be chosen for. */
export type ShortcutId = keyof typeof SHORTCUTS;

/** All of them, in the order of the help. */
export const SHORTCUT_IDS = Object.keys(SHORTCUTS) as ShortcutId[];

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
  return chosen[id] ?? SHORTCUTS[id].key;
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
export function commandOf(event: KeyPress, panel: Panel, chosen: ChosenKeys = {}): Command | null {
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
  const shortcut: Shortcut = SHORTCUTS[id];
  const isAsked = panel.kind === 'offer' && panel.offer.canAnswer;
  if (isAsked) return shortcut.asked ?? shortcut.command;
  return shortcut.onlyAsked ? null : shortcut.command;
}
