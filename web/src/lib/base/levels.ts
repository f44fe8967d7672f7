/** The levels of the bots, and their words. */

import { capitalized } from './language/format';
import { t } from './language/messages';
import type { BotLevel, Level } from './protocol';

/** The levels of the bots that are always there, the weakest first. */
export const LEVELS = Object.keys({
  easy: 0,
  medium: 1,
  hard: 2,
  expert: 3,
} satisfies Readonly<Record<Level, number>>) as readonly Level[];

/** How well a bot plays, or the name of the program that it is, inside a sentence: `hard`, `deep-sheep`. */
export function levelWord(level: BotLevel): string {
  return t('words.level', levelOf(level));
}

/** The same standing alone: `Hard`, `deep-sheep`. */
export function levelName(level: BotLevel): string {
  return level.includes(':') ? levelWord(level) : capitalized(levelWord(level));
}

/** `hard bot`, `deep-sheep bot`. */
export function botWords(level: BotLevel): string {
  return t('words.bot', levelOf(level));
}

/** As one chooses it for a seat: `Bot: hard`. */
export function botChoice(level: BotLevel): string {
  return t('words.botChoice', { level: levelWord(level) });
}

function levelOf(level: BotLevel) {
  const [own = level, name = ''] = level.split(':');
  return { level: own, name };
}
