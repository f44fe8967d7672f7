/** The words of the game that stand alone, in one place: inside a sentence they are part of it. */

import { held } from './cards';
import { camel } from './language/camel';
import { listed } from './language/format';
import { t } from './language/messages';
import type { Cards, Color, DevelopmentCard, HarborKind, Resource, Terrain } from './protocol';

/** A piece that is built. */
export type Piece = 'road' | 'settlement' | 'city';

/** `Knight`. */
export function cardName(card: DevelopmentCard): string {
  return t(`words.${camel(card)}`);
}

/** What a development card does: a sentence. */
export function cardText(card: DevelopmentCard): string {
  return t(`words.${camel(card)}Text`);
}

/** `Coral`. */
export function colorName(color: Color): string {
  return t(`words.${color}`);
}

/** `wool`. */
export function resourceName(resource: Resource): string {
  return t(`words.${resource}`);
}

/** `forest`. */
export function terrainName(terrain: Terrain): string {
  return t(`words.${terrain}`);
}

/** `2 wool and 1 ore`, or `nothing`. */
export function cardsText(cards: Cards): string {
  const items = held(cards).map((heap) => t('words.amount', heap));
  return items.length ? listed(items) : t('words.noCards');
}

/** `2-to-1 ore harbor`, `3-to-1 harbor`. */
export function harborText(kind: HarborKind): string {
  return kind.type === 'special'
    ? t('words.harborOf', { resource: kind.resource })
    : t('words.harbor');
}

/** How many letters the longest word of a name has: where there is little room, the name is written smaller. */
export function longestWord(name: string): number {
  return Math.max(...name.split(/[\s-]/).map((word) => word.length));
}
