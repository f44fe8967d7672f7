/** Wheel, pinch and drag: they zoom and pan the drawing, and are told apart from taps. */

import type { Box, Point } from './geometry';
import { FIT, pan, reveal, zoomAt, type Viewport } from './viewport';

/** How far, in CSS pixels, a pointer may stray and still have tapped. */
const TAP_SLACK = 8;
const STEP = 1.5;

/** What the gestures act upon. */
export interface Canvas {
  /** The drawing's view box. */
  readonly box: Box;
  /** Where that box lies on the screen, in CSS pixels. */
  readonly rect: DOMRect;
}

interface Pointer extends Point {
  readonly id: number;
}

/** The viewport of one board and the pointers that move it. */
export class Gestures {
  view: Viewport = $state(FIT);

  readonly #canvas: () => Canvas | undefined;
  #pointers: Pointer[] = [];
  #start: Point = { x: 0, y: 0 };
  #moved = false;

  constructor(canvas: () => Canvas | undefined) {
    this.#canvas = canvas;
  }

  /** Where a point of the screen lies in the view box. */
  locate(client: Point): Point | undefined {
    const canvas = this.#canvas();
    if (!canvas || canvas.rect.width === 0) return undefined;
    const { box, rect } = canvas;
    const unit = box.width / rect.width;
    return { x: box.x + (client.x - rect.left) * unit, y: box.y + (client.y - rect.top) * unit };
  }

  /** Whether the pointers that were last down have moved the drawing instead of tapping on it. */
  get moved(): boolean {
    return this.#moved;
  }

  fit(): void {
    this.view = FIT;
  }

  /** Zooms in one step round the middle of the board. */
  zoomIn(): void {
    this.#zoomMiddle(STEP);
  }

  /** Zooms out one step. */
  zoomOut(): void {
    this.#zoomMiddle(1 / STEP);
  }

  /** Brings a point of the drawing into sight, with what lies within `margin` of it. */
  reveal(point: Point, margin: number): void {
    const canvas = this.#canvas();
    if (!canvas || this.view.scale === 1) return;
    const { width, height } = canvas.box;
    const room = Math.min(margin * this.view.scale, width / 3, height / 3);
    this.view = reveal(this.view, canvas.box, point, room);
  }

  readonly wheel = (event: WheelEvent): void => {
    const canvas = this.#canvas();
    const anchor = this.locate({ x: event.clientX, y: event.clientY });
    // Nothing to zoom out of: the wheel belongs to the page.
    if (!canvas || !anchor || (this.view.scale === 1 && event.deltaY > 0)) return;
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY;
    // A trackpad's pinch comes as a wheel with ctrl and small steps.
    const factor = Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.0018));
    this.view = zoomAt(this.view, canvas.box, factor, anchor);
  };

  readonly pointerDown = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    if (this.#pointers.length === 0) {
      this.#start = { x: event.clientX, y: event.clientY };
      this.#moved = false;
    }
    this.#forget(event);
    this.#pointers.push({ id: event.pointerId, x: event.clientX, y: event.clientY });
  };

  readonly pointerMove = (event: PointerEvent): void => {
    const before = this.#pointers.find(({ id }) => id === event.pointerId);
    if (!before) return;
    const now = { id: event.pointerId, x: event.clientX, y: event.clientY };
    if (this.#pointers.length === 1) {
      const strayed = Math.hypot(now.x - this.#start.x, now.y - this.#start.y) > TAP_SLACK;
      if (!this.#moved && !strayed) return;
      this.#take(event);
      this.#drag(before, now);
    } else if (this.#pointers.length === 2) {
      this.#take(event);
      this.#pinch(before, now);
    }
    this.#pointers = this.#pointers.map((pointer) => (pointer === before ? now : pointer));
  };

  readonly pointerUp = (event: PointerEvent): void => {
    this.#forget(event);
  };

  #forget(event: PointerEvent): void {
    this.#pointers = this.#pointers.filter(({ id }) => id !== event.pointerId);
  }

  /** The gesture is no tap any more, and goes on when the pointer leaves the board. */
  #take(event: PointerEvent): void {
    this.#moved = true;
    const target = event.currentTarget;
    if (target instanceof Element) target.setPointerCapture(event.pointerId);
  }

  #drag(before: Point, now: Point): void {
    const canvas = this.#canvas();
    const [from, to] = [this.locate(before), this.locate(now)];
    if (canvas && from && to) {
      this.view = pan(this.view, canvas.box, to.x - from.x, to.y - from.y);
    }
  }

  #pinch(before: Pointer, now: Pointer): void {
    const canvas = this.#canvas();
    const other = this.#pointers.find(({ id }) => id !== now.id);
    if (!canvas || !other) return;
    const length = (point: Point): number => Math.hypot(point.x - other.x, point.y - other.y);
    const middle = (point: Point): Point | undefined =>
      this.locate({ x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 });
    const [from, to] = [middle(before), middle(now)];
    if (!from || !to || length(before) === 0) return;
    const moved = pan(this.view, canvas.box, to.x - from.x, to.y - from.y);
    this.view = zoomAt(moved, canvas.box, length(now) / length(before), to);
  }

  #zoomMiddle(factor: number): void {
    const canvas = this.#canvas();
    if (!canvas) return;
    const { x, y, width, height } = canvas.box;
    this.view = zoomAt(this.view, canvas.box, factor, { x: x + width / 2, y: y + height / 2 });
  }
}
