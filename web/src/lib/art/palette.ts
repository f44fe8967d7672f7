/**
 * The colors of the board and of the players. `theme.css` repeats them as custom properties for
 * the rest of the page; a test keeps the two alike, and keeps the colors apart.
 */

import type { Color, Resource, Terrain } from '../protocol';

/** Outlines, numerals, everything printed. */
export const INK = '#1B2A33';
/** Coast, seams, number tokens, pennants. */
export const PAPER = '#FBF6E9';
/** The outer of the two outlines of a piece. */
export const HALO = '#FFFFFF';
/** Numerals of 6 and 8, focus, what was rolled. */
export const GOLD = '#FFD34D';

/** How a terrain is printed. */
export interface TerrainInk {
  /** The ground. */
  readonly fill: string;
  /** The pattern. */
  readonly ink: string;
  /** The lighter parts of the pattern. */
  readonly light: string;
  /** Text on the ground. */
  readonly text: string;
}

/** The terrains. */
export const TERRAIN: Readonly<Record<Terrain, TerrainInk>> = {
  hills: { fill: '#B5520A', ink: '#8A3C05', light: '#C96A22', text: '#FFFFFF' },
  forest: { fill: '#255936', ink: '#1B4629', light: '#3C7A4C', text: '#FFFFFF' },
  pasture: { fill: '#96C67C', ink: '#5E9346', light: '#F7F3E4', text: INK },
  fields: { fill: '#FBC219', ink: '#C98C00', light: '#FFDB6B', text: INK },
  mountains: { fill: '#949BA4', ink: '#5C656F', light: '#EEF2F5', text: INK },
  desert: { fill: '#F6E8C9', ink: '#D8BF8C', light: '#FFF6E0', text: INK },
};

/** The water: deep, its waves, and the shallows round the island. */
export const SEA = { fill: '#00699E', ink: '#3C93BE', shallows: '#2E86B3' } as const;

/** The terrain that produces a resource, whose color its cards have. */
export const RESOURCE_TERRAIN: Readonly<Record<Resource, Terrain>> = {
  brick: 'hills',
  lumber: 'forest',
  wool: 'pasture',
  grain: 'fields',
  ore: 'mountains',
};

/** How a player's pieces are painted. */
export interface Paint {
  readonly fill: string;
  /** The emblem on it, so that color never stands alone. */
  readonly emblem: string;
  /** Text on it. */
  readonly text: string;
  /** The emblem's outline, in units from -10 to 10. */
  readonly shape: string;
}

/** The players' colors. */
export const PAINT: Readonly<Record<Color, Paint>> = {
  coral: {
    fill: '#CD4650',
    emblem: '#FFFFFF',
    text: '#FFFFFF',
    shape: 'M-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0Z',
  },
  cobalt: { fill: '#005BAA', emblem: '#FFFFFF', text: '#FFFFFF', shape: 'M-6-6H6V6H-6Z' },
  amber: { fill: '#E3A700', emblem: INK, text: INK, shape: 'M0-7.5 8.5 6.5H-8.5Z' },
  chalk: { fill: '#FAFAFA', emblem: INK, text: INK, shape: 'M0-9 7.5 0 0 9-7.5 0Z' },
  plum: {
    fill: '#510840',
    emblem: '#FFFFFF',
    text: '#FFFFFF',
    shape: 'M-2.6-8H2.6V-2.6H8V2.6H2.6V8H-2.6V2.6H-8V-2.6H-2.6Z',
  },
  teal: {
    fill: '#219C91',
    emblem: '#FFFFFF',
    // The usual ink has 4.4:1 on teal, which is too little for small text.
    text: '#0B161D',
    shape: 'M-7.5-6H7.5V-1.700H-7.5ZM-7.5 1.700H7.5V6H-7.5Z',
  },
};
