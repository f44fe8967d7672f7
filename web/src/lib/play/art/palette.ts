/**
 * The colors of the board and of the players. They lie with the pictures that the program draws of
 * the same board. `theme.css` repeats them as custom properties for the rest of the page; a test
 * keeps the two alike, and keeps the colors apart.
 */

import * as palette from '../../../../../crates/picture/art/palette.json';
import type { Color, Resource, Terrain } from '../../base/protocol';

/** Outlines, numerals, everything printed. */
export const INK = palette.ink;
/** Coast, seams, number tokens, pennants. */
export const PAPER = palette.paper;
/** The outer of the two outlines of a piece. */
export const HALO = palette.halo;
/** Numerals of 6 and 8, focus, what was rolled. */
export const GOLD = palette.gold;
/** The jetties of harbors. */
export const PLANK = palette.plank;

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
export const TERRAIN: Readonly<Record<Terrain, TerrainInk>> = palette.terrain;

/** The water: deep, its waves, and the shallows round the island. */
export const SEA = palette.sea;

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
  /** Text on it: on teal, the usual ink has a contrast of 4.4 only, too little for small text. */
  readonly text: string;
  /** The emblem's outline, in units from -10 to 10. */
  readonly shape: string;
}

/** The players' colors. */
export const PAINT: Readonly<Record<Color, Paint>> = palette.players;
