/** The keys of a table in words, and how others are chosen. */

import {
  isKeyForChoice,
  shortcutOf,
  type ChosenKeys,
  type ShortcutId,
} from '../../play/game/shortcuts';
import { COMMANDS, type Row } from '../../play/intent/commands';
import { t, type MessageId } from '../language/messages';

/** What a command is called. */
export function commandName(id: ShortcutId): string {
  const { label }: Row = COMMANDS[id];
  return t(label ?? (`commands.${id}` as Extract<MessageId, `commands.${string}`>));
}

/** Keys that cannot be changed, by what is written on them, and what they do. */
export interface FixedKey {
  readonly keys: readonly string[];
  readonly text: string;
}

/** The keys that cannot be changed. */
export function fixedKeys(): FixedKey[] {
  return [
    { keys: ['1', '… 5'], text: t('keys.card') },
    { keys: [t('keys.shiftKey', { key: 1 }), '… 5'], text: t('keys.shiftCard') },
    { keys: [t('keys.enterKey')], text: t('keys.enter') },
    { keys: [t('keys.escapeKey')], text: t('keys.escape') },
  ];
}

/** The keys that the board answers to itself while it has the focus. */
export function boardKeys(): FixedKey[] {
  return [
    { keys: [t('keys.arrowKeys')], text: t('keys.arrows') },
    { keys: ['N', 'P'], text: t('keys.nextPlace') },
    { keys: [t('keys.homeKey'), t('keys.endKey')], text: t('keys.firstPlace') },
    { keys: ['V', 'E'], text: t('keys.around') },
    { keys: [t('keys.enterKey')], text: t('keys.pick') },
    { keys: [t('keys.escapeKey')], text: t('keys.leaveBoard') },
  ];
}

/** A key as one reads it. */
export function keyName(key: string): string {
  return key === 'space' ? t('keys.spaceKey') : key.charAt(0).toUpperCase() + key.slice(1);
}

/** The keys with another one for a shortcut; or why it cannot have that. */
export function rebind(
  id: ShortcutId,
  key: string,
  chosen: ChosenKeys,
): { readonly keys: ChosenKeys } | { readonly refused: string } {
  if (!isKeyForChoice(key)) {
    return { refused: t('keys.unusable', { key: keyName(key) }) };
  }
  const taken = shortcutOf(key, chosen);
  if (taken && taken !== id)
    return { refused: t('keys.taken', { key: keyName(key), action: commandName(taken) }) };
  const others = Object.entries(chosen).filter(([other]) => other !== id);
  const own: [string, string][] = COMMANDS[id].key === key ? [] : [[id, key]];
  return { keys: Object.fromEntries([...others, ...own]) };
}
