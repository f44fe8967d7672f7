/** Zooming and panning: the transform of the drawing inside its view box. */

import type { Box, Point } from './geometry';

/** A point `p` of the drawing appears at `p * scale + (x, y)`. */
export interface Viewport {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** The whole board. */
export const FIT: Viewport = { x: 0, y: 0, scale: 1 };

export const MAX_SCALE = 4;

/** Zooms by a factor; what lies under `anchor` (in view box units) stays there. */
export function zoomAt(view: Viewport, box: Box, factor: number, anchor: Point): Viewport {
  const scale = Math.min(MAX_SCALE, Math.max(1, view.scale * factor));
  const ratio = scale / view.scale;
  return clamp(
    {
      x: anchor.x - (anchor.x - view.x) * ratio,
      y: anchor.y - (anchor.y - view.y) * ratio,
      scale,
    },
    box,
  );
}

/** Moves the drawing. */
export function pan(view: Viewport, box: Box, dx: number, dy: number): Viewport {
  return clamp({ ...view, x: view.x + dx, y: view.y + dy }, box);
}

/** Moves the drawing as little as needed to bring a point of it into sight. */
export function reveal(view: Viewport, box: Box, point: Point, margin: number): Viewport {
  const shift = (at: number, low: number, length: number): number =>
    at < low + margin ? low + margin - at : Math.min(0, low + length - margin - at);
  const x = point.x * view.scale + view.x;
  const y = point.y * view.scale + view.y;
  return pan(view, box, shift(x, box.x, box.width), shift(y, box.y, box.height));
}

/** The point of the drawing that appears at a point of the view box. */
export function toDrawing(view: Viewport, point: Point): Point {
  return { x: (point.x - view.x) / view.scale, y: (point.y - view.y) / view.scale };
}

/** Keeps the view box covered by the drawing. */
function clamp(view: Viewport, box: Box): Viewport {
  const room = 1 - view.scale;
  const between = (value: number, low: number, high: number): number =>
    Math.min(high, Math.max(low, value));
  return {
    x: between(view.x, (box.x + box.width) * room, box.x * room),
    y: between(view.y, (box.y + box.height) * room, box.y * room),
    scale: view.scale,
  };
}
