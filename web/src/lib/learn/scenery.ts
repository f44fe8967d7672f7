/** What of the island is shown at a scene: the hexes that shine, and what is drawn over them. */

import { hexCenter, intersectionPoint, midpoint, SIDE, type Point } from '../board/geometry';
import { hexesAt, spotAt } from '../board/spots';
import type { BoardInfo } from '../protocol';
import type { Piece } from '../words';
import { sideText } from './answers';
import { aimOf, hexesOf, placeOf, wantedOf } from './places';
import { LEARNER, type Choice } from './scenes';
import type { Stage } from './stage.svelte';

/** A word at a place that was not chosen. */
export interface Label extends Point {
  readonly id: string;
  readonly text: string;
  /** Whether nothing is better. */
  readonly gold: boolean;
}

/** A piece that is not there yet. */
export interface Ghost extends Point {
  readonly piece: Piece;
  readonly angle: number;
}

/** An arrow that carries a card from its hex. */
export interface Arrow {
  readonly path: string;
  readonly head: Point & { readonly angle: number };
}

/** The hexes that shine. */
export function litHexes(stage: Stage): readonly number[] {
  const { scene, chosen, board, table } = stage;
  const of = (choices: readonly Choice[]) => [
    ...new Set(choices.flatMap((choice) => hexesOf(board, scene, choice))),
  ];
  if (scene.id === 'roll') {
    const [first, second] = table.view.dice ?? [0, 0];
    const own = table.view.seats[LEARNER]?.settlements ?? [];
    const around = [...new Set(own.flatMap((at) => board.intersections[at]?.hexes ?? []))];
    if (!chosen) return around;
    return [...board.hexes.keys()].filter((hex) => board.hexes[hex]?.token === first + second);
  }
  const wanted = wantedOf(board, scene);
  if (wanted) return hexesAt(board, wanted.place);
  return of(chosen ? [chosen] : scene.choices);
}

/** The piece that is to come: what the learner saves for, and what a road leads to. */
export function ghostOf(stage: Stage): Ghost | null {
  const { scene, chosen, board } = stage;
  const wanted = wantedOf(board, scene);
  if (wanted && chosen !== scene.best) {
    const at = spotAt(board, wanted.place);
    return at && { piece: wanted.piece, x: at.x, y: at.y, angle: at.angle ?? 0 };
  }
  const aim = chosen && aimOf(board, chosen);
  if (aim === null) return null;
  return { piece: 'settlement', angle: 0, ...cornerPoint(board, aim) };
}

/** What stands at the places that were not chosen. */
export function labelsOf(stage: Stage): readonly Label[] {
  const { scene, chosen, board } = stage;
  if (!chosen) return [];
  return scene.choices.flatMap((choice) => {
    const place = placeOf(board, scene, choice);
    if (!place || choice === chosen) return [];
    const aim = aimOf(board, choice);
    const at = aim === null ? spotAt(board, place) : cornerPoint(board, aim);
    if (!at) return [];
    const text = sideText(stage, choice);
    // The number of a hex stays in sight.
    const y = place.kind === 'hex' ? at.y + SIDE * 0.62 : at.y;
    return [{ id: choice.id, x: at.x, y, text, gold: choice === scene.best }];
  });
}

/** How cards come from the hexes to the corner that was chosen. */
export function arrowsOf(stage: Stage): readonly Arrow[] {
  const { scene, chosen, board } = stage;
  const place = chosen && placeOf(board, scene, chosen);
  if (place?.kind !== 'intersection') return [];
  const corner = cornerPoint(board, place.id);
  return hexesAt(board, place)
    .flatMap((id) => board.hexes[id] ?? [])
    .filter(({ token }) => token !== null)
    .map((hex) => arrow(hexCenter(hex), corner));
}

/** How far from the middle of the token an arrow begins, and how far from the corner it ends. */
const FROM = 28;
const TO = 30;
/** How far to the side of the straight way it begins and ends, in radians, and how far it swings out. */
const BEGINS = 1.5;
const ENDS = 1.1;
const SWING = 11;
const HEAD = 15;

/** An arrow that swirls from beside a token into a corner. */
function arrow(hex: Point, corner: Point): Arrow {
  const towards = Math.atan2(corner.y - hex.y, corner.x - hex.x);
  const from = polar(hex, towards + BEGINS, FROM);
  const to = polar(corner, towards + Math.PI - ENDS, TO);
  const middle = midpoint(from, to);
  const bend = polar(middle, towards + Math.PI / 2, SWING);
  const angle = Math.atan2(to.y - bend.y, to.x - bend.x);
  const end = polar(to, angle + Math.PI, HEAD * 0.6);
  const point = ({ x, y }: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  return {
    path: `M${point(from)}Q${point(bend)} ${point(end)}`,
    head: { ...to, angle: (angle * 180) / Math.PI },
  };
}

function polar({ x, y }: Point, angle: number, distance: number): Point {
  return { x: x + distance * Math.cos(angle), y: y + distance * Math.sin(angle) };
}

function cornerPoint(board: BoardInfo, id: number): Point {
  const at = board.intersections[id];
  return at ? intersectionPoint(at) : { x: 0, y: 0 };
}
