import { readFileSync } from 'node:fs';

import {
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  wcagContrast,
  type Filter,
} from 'culori';
import { describe, expect, it } from 'vitest';

import { daylight } from '../../../../../crates/picture/art/palette.json';
import { GOLD, HALO, INK, PAINT, PAPER, SEA, TERRAIN } from './palette';

// Read as text: imported style sheets are empty in unit tests.
const theme = readFileSync(new URL('../../../theme.css', import.meta.url), 'utf8');

const distance = differenceCiede2000();

/** How near the two nearest colors are, to an eye that sees through `filter`. */
function nearest(colors: string[], filter: Filter): number {
  const seen = colors.map(filter);
  return Math.min(...seen.flatMap((a, index) => seen.slice(index + 1).map((b) => distance(a, b))));
}

/** Whose eye, what it sees, and how near terrains and players may come to each other. */
const eyes: [string, Filter, number, number][] = [
  ['normal', (color) => color, 20, 30],
  ['deuteranope', filterDeficiencyDeuter(1), 12, 18],
  ['protanope', filterDeficiencyProt(1), 12, 20],
  ['tritanope', filterDeficiencyTrit(1), 12, 16],
];

describe.each(eyes)('to a %s eye', (_, filter, terrainFloor, playerFloor) => {
  it('terrains and the sea are told apart', () => {
    const grounds = [...Object.values(TERRAIN).map(({ fill }) => fill), SEA.fill];
    expect(nearest(grounds, filter)).toBeGreaterThan(terrainFloor);
  });

  it('players are told apart', () => {
    const paints = Object.values(PAINT).map(({ fill }) => fill);
    expect(nearest(paints, filter)).toBeGreaterThan(playerFloor);
  });
});

it('no two players share an emblem', () => {
  expect(new Set(Object.values(PAINT).map(({ shape }) => shape)).size).toBe(
    Object.keys(PAINT).length,
  );
});

describe('contrast', () => {
  it.each(Object.entries(TERRAIN))('text is readable on %s', (_, { fill, text }) => {
    expect(wcagContrast(fill, text)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(Object.entries(PAINT))('text and emblem are readable on %s', (_, paint) => {
    expect(wcagContrast(paint.fill, paint.text)).toBeGreaterThanOrEqual(4.5);
    expect(wcagContrast(paint.fill, paint.emblem)).toBeGreaterThanOrEqual(3);
  });

  it('tokens are readable, inverted or not', () => {
    expect(wcagContrast(PAPER, INK)).toBeGreaterThanOrEqual(7);
    expect(wcagContrast(INK, GOLD)).toBeGreaterThanOrEqual(7);
  });

  it.each([...Object.values(TERRAIN).map(({ fill }) => fill), SEA.fill])(
    'one of the two outlines of a piece stands out on %s',
    (ground) => {
      expect(Math.max(wcagContrast(ground, INK), wcagContrast(ground, HALO))).toBeGreaterThan(4.5);
    },
  );
});

describe('the style sheet', () => {
  const value = (name: string): string | undefined =>
    new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(theme)?.[1]?.toUpperCase();

  it('has the same terrains', () => {
    for (const [terrain, { fill, text }] of Object.entries(TERRAIN)) {
      expect(value(`terrain-${terrain}`)).toBe(fill);
      expect(value(`on-terrain-${terrain}`)).toBe(text);
    }
  });

  it('has the same players', () => {
    for (const [color, { fill, text }] of Object.entries(PAINT)) {
      expect(value(`player-${color}`)).toBe(fill);
      expect(value(`on-player-${color}`)).toBe(text);
    }
  });

  it('has the same ink, paper, gold and sea', () => {
    const names = ['ink', 'paper', 'gold', 'sea', 'sea-ink', 'shallows'];
    expect(names.map(value)).toEqual([INK, PAPER, GOLD, SEA.fill, SEA.ink, SEA.shallows]);
  });

  it.each(Object.entries(daylight))('has by day the same %s as a picture', (name, color) => {
    expect(theme.toUpperCase()).toContain(`--${name}: light-dark(${color},`.toUpperCase());
  });

  const surfaces = ['bg', 'panel', 'panel-sunk', 'panel-hover'];
  const prints = ['text', 'text-soft', 'link', 'ok', 'bad', 'warn'];
  const fills = ['ok', 'bad', 'warn', 'info', 'card'].map((name) => [`${name}-fill`, `on-${name}`]);

  it.each(['light', 'dark'])('%s is readable', (scheme) => {
    const color = (name: string): string => {
      const pair = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\);`);
      const [, light, dark] = pair.exec(theme) ?? [];
      const found = (scheme === 'dark' ? dark : light) ?? value(name);
      if (!found) throw new Error(`no color ${name}`);
      return found;
    };
    for (const surface of surfaces) {
      for (const print of prints) {
        expect(
          wcagContrast(color(surface), color(print)),
          `${print} on ${surface}`,
        ).toBeGreaterThan(4.5);
      }
    }
    for (const [fill = '', print = ''] of [...fills, ['accent', 'on-accent']]) {
      expect(wcagContrast(color(fill), color(print)), `${print} on ${fill}`).toBeGreaterThan(4.5);
    }
    for (const line of ['control-border', 'outline', 'active-ring', 'focus']) {
      expect(wcagContrast(color('panel'), color(line)), `${line} on panel`).toBeGreaterThan(3);
    }
  });
});
