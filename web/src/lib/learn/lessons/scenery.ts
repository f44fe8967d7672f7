/** What of the island is shown at a scene: the hexes that shine, and what is drawn over them. */

import {
  hexCenter,
  intersectionPoint,
  midpoint,
  SIDE,
  type Point,
} from '../../play/board/geometry';
import { hexesAt, spotAt } from '../../play/board/spots';
import type { Place } from '../../play/board/targets';
import type { BoardInfo, SeatView } from '../../base/protocol';
import type { Piece } from '../../base/words';
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
  const meant = of(chosen ? [chosen] : scene.choices);
  // What one has is what the question is about.
  const own = table.view.seats[LEARNER];
  if (scene.id === 'second' && !chosen) return [...new Set([...meant, ...hexesOfOwn(board, own)])];
  if (scene.id === 'award') {
    const roads = (own?.roads ?? []).flatMap((id) => hexesAt(board, { kind: 'path', id }));
    return [...new Set([...meant, ...roads])];
  }
  return meant;
}

function hexesOfOwn(board: BoardInfo, own: SeatView | undefined): number[] {
  return (own?.settlements ?? []).flatMap((id) => hexesAt(board, { kind: 'intersection', id }));
}

/**
 * The pieces that are not there: what the learner saves for, what a road leads to or could lead to, and what was chosen
 * where the game goes on with the best.
 */
export function ghostsOf(stage: Stage): readonly Ghost[] {
  const { scene, chosen, board } = stage;
  const ghost = (piece: Piece, place: Place): Ghost[] => {
    const at = spotAt(board, place);
    return at ? [{ piece, x: at.x, y: at.y, angle: at.angle ?? 0 }] : [];
  };
  const wanted = wantedOf(board, scene);
  const saved = wanted && chosen !== scene.best ? ghost(wanted.piece, wanted.place) : [];
  const aims = (chosen ? [chosen] : scene.choices).flatMap((choice) => {
    const id = aimOf(board, choice);
    return id === null ? [] : ghost('settlement', { kind: 'intersection', id });
  });
  const left = scene.left.flatMap((each) => {
    const place = placeOf(board, each, each.choice);
    return place ? ghost(each.id === 'road' ? 'road' : 'settlement', place) : [];
  });
  return [...saved, ...aims, ...left];
}

/** The corners at which nobody may settle, since they lie next to what the learner has. */
export function closedOf({ scene, chosen, board, table }: Stage): readonly Point[] {
  if (scene.id !== 'second' || chosen) return [];
  const own = table.view.seats[LEARNER]?.settlements ?? [];
  return board.paths
    .filter(({ ends }) => ends.some((end) => own.includes(end)))
    .flatMap(({ ends }) => ends.filter((end) => !own.includes(end)))
    .map((end) => cornerPoint(board, end));
}

/** What stands at the places that were not chosen, where there is something to say of them. */
export function labelsOf(stage: Stage): readonly Label[] {
  const { scene, chosen, board } = stage;
  if (!chosen) return [];
  return scene.choices.flatMap((choice) => {
    const place = placeOf(board, scene, choice);
    const text = sideText(stage, choice);
    if (!place || !text || choice === chosen) return [];
    const aim = aimOf(board, choice);
    const at = aim === null ? spotAt(board, place) : cornerPoint(board, aim);
    if (!at) return [];
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
