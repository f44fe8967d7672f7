/** The outlines of pieces, in the units of the board, round the place that they stand on. */

import { SIDE } from './geometry';

const ROAD = SIDE * 0.6;

/** The outlines; a settlement and a city stand on the place that they occupy. */
export const OUTLINE = {
  road: `M${-ROAD / 2 + 5}-5.5H${ROAD / 2 - 5}a5.5 5.5 0 0 1 0 11H${-ROAD / 2 + 5}a5.5 5.5 0 0 1 0-11Z`,
  settlement: 'M0-17 13.5-5V12.5H-13.5V-5Z',
  city: 'M-19-17h4.200v3.400h3.600V-17h4.400v3.400h3.600V-17H1V-6.5L10-14.5 20-5.5V12.5H-19Z',
} as const;

/** Where on a piece its emblem lies, and how large it is. */
export const EMBLEM = {
  road: { x: 0, y: 0, scale: 0.42 },
  settlement: { x: 0, y: 3, scale: 0.68 },
  city: { x: -9, y: 1.5, scale: 0.62 },
} as const;

/** The gate of a city. */
export const GATE = 'M7 12.5V4.5a3.5 3.5 0 0 1 7 0v8';
