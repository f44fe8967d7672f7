/** The keys of a table in words, and how others are chosen. */

import {
  isKeyForChoice,
  shortcutOf,
  SHORTCUTS,
  type ChosenKeys,
  type ShortcutId,
} from '../game/shortcuts';

/** What each shortcut does. */
export const TEXTS: Readonly<Record<ShortcutId, string>> = {
  primary: 'Roll, or end the turn',
  roll: 'Roll the dice',
  end_turn: 'End your turn, or your special building',
  board: 'Go to the board',
  settlement: 'Build a settlement',
  city: 'Build a city (or counter an offer)',
  road: 'Build a road',
  development_card: 'Buy a development card',
  trade: 'Trade',
  accept: 'Accept an offer',
  decline: 'Decline an offer',
  pass: 'Pass: steal nothing, leave the robber, or stop building',
  knight: 'Play a knight',
  undo: 'Undo',
  more_time: 'Take another minute to think, if there is a clock',
  help: 'Show this list',
};

/** The keys that cannot be changed. */
export const FIXED: readonly { keys: readonly string[]; text: string }[] = [
  { keys: ['1', '… 5'], text: 'Give, discard or take a card: brick, lumber, wool, grain, ore' },
  { keys: ['Shift 1', '… 5'], text: 'Trading: ask for a card. Discarding: take one back' },
  { keys: ['Enter'], text: 'Send the trade, discard, or say yes' },
  { keys: ['Escape'], text: 'Cancel what you have started' },
];

/** The keys that the board answers to itself while it has the focus. */
export const BOARD_KEYS: readonly { keys: readonly string[]; text: string }[] = [
  { keys: ['Arrows'], text: 'Go to the next place that way' },
  { keys: ['N', 'P'], text: 'Go to the next or previous place' },
  { keys: ['Home', 'End'], text: 'Go to the first or last place' },
  { keys: ['V', 'E'], text: 'Go from a hex to its corners or its edges' },
  { keys: ['Enter'], text: 'Pick the place, or show what a hex brings' },
  { keys: ['Escape'], text: 'Go one step back: to the hex, then off the board' },
];

/** A key as one reads it. */
export function keyName(key: string): string {
  return key.charAt(0).toUpperCase() + key.slice(1);
}

/** The keys with another one for a shortcut; or why it cannot have that. */
export function rebind(
  id: ShortcutId,
  key: string,
  chosen: ChosenKeys,
): { readonly keys: ChosenKeys } | { readonly refused: string } {
  if (!isKeyForChoice(key)) {
    return { refused: `${keyName(key)} cannot be used. Choose a letter or a symbol.` };
  }
  const taken = shortcutOf(key, chosen);
  if (taken && taken !== id)
    return { refused: `${keyName(key)} is already used for “${TEXTS[taken]}”.` };
  const others = Object.entries(chosen).filter(([other]) => other !== id);
  const own: [string, string][] = SHORTCUTS[id].key === key ? [] : [[id, key]];
  return { keys: Object.fromEntries([...others, ...own]) };
}
