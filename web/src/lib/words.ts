/** The words of the game, in one place. */

import { held } from './cards';
import type { BotLevel, Cards, Color, DevelopmentCard, HarborKind, Terrain } from './protocol';

/** A piece that is built. */
export type Piece = 'road' | 'settlement' | 'city';

export const CARD_NAME: Readonly<Record<DevelopmentCard, string>> = {
  knight: 'Knight',
  road_building: 'Road building',
  year_of_plenty: 'Year of plenty',
  monopoly: 'Monopoly',
  victory_point: 'Victory point',
};

/** What a development card does. */
export const CARD_TEXT: Readonly<Record<DevelopmentCard, string>> = {
  knight: 'Move the robber, and take a card from somebody there.',
  road_building: 'Place two roads for free.',
  year_of_plenty: 'Take two cards of your choice from the bank.',
  monopoly: 'Name a resource: everybody gives you all of it.',
  victory_point: 'Counts one point, and stays hidden until the end.',
};

export const COLOR_NAME: Readonly<Record<Color, string>> = {
  coral: 'Coral',
  cobalt: 'Cobalt',
  amber: 'Amber',
  chalk: 'Chalk',
  plum: 'Plum',
  teal: 'Teal',
};

const LEVEL_NAME: Readonly<Record<string, string>> = {
  easy: 'Easy',
  medium: 'Medium',
  hard: 'Hard',
};

export const TERRAIN_NAME: Readonly<Record<Terrain, string>> = {
  hills: 'hills',
  forest: 'forest',
  pasture: 'pasture',
  fields: 'fields',
  mountains: 'mountains',
  desert: 'desert',
};

/** How well a bot plays, or the name of the program that it is. */
export function levelName(level: BotLevel): string {
  return LEVEL_NAME[level] ?? level.slice(level.indexOf(':') + 1);
}

/** `a, b and c`. */
export function listed(items: readonly string[], conjunction = 'and'): string {
  const last = items.at(-1);
  if (last === undefined) return '';
  if (items.length === 1) return last;
  return `${items.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}

/** `2 wool and 1 ore`, or `nothing`. */
export function cardsText(cards: Cards): string {
  const items = held(cards).map(({ resource, count }) => `${count} ${resource}`);
  return items.length ? listed(items) : 'nothing';
}

/** `1 card`, `2 cards`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `ore harbor 2 to 1`. */
export function harborText(kind: HarborKind): string {
  return kind.type === 'special' ? `${kind.resource} harbor 2 to 1` : 'harbor 3 to 1';
}

/** The first letter in upper case. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
