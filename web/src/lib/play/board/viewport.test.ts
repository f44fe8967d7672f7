import { describe, expect, it } from 'vitest';

import { FIT, MAX_SCALE, pan, reveal, toDrawing, zoomAt } from './viewport';

const box = { x: -100, y: -50, width: 200, height: 100 };

describe('zooming', () => {
  it('keeps what lies under the pointer where it is', () => {
    const anchor = { x: 40, y: -10 };
    const view = zoomAt(FIT, box, 2, anchor);
    expect(view.scale).toBe(2);
    expect(toDrawing(view, anchor)).toEqual(anchor);
  });

  it('stops at the whole board and at four times its size', () => {
    expect(zoomAt(FIT, box, 0.1, { x: 0, y: 0 }).scale).toBe(1);
    expect(zoomAt(FIT, box, 100, { x: 0, y: 0 }).scale).toBe(MAX_SCALE);
  });

  it('comes back to the whole board from wherever one has gone', () => {
    const away = pan(zoomAt(FIT, box, 4, { x: 90, y: 40 }), box, -30, 12);
    const back = zoomAt(away, box, 0.25, { x: -90, y: 10 });
    expect(back.scale).toBe(1);
    expect(back.x).toBeCloseTo(0);
    expect(back.y).toBeCloseTo(0);
  });
});

describe('panning', () => {
  it('does nothing while the whole board is in sight', () => {
    const view = pan(FIT, box, 30, 30);
    expect(view.x).toBeCloseTo(0);
    expect(view.y).toBeCloseTo(0);
  });

  it('ends at the edge of the board', () => {
    const view = pan(zoomAt(FIT, box, 2, { x: 0, y: 0 }), box, 1e6, 1e6);
    expect(toDrawing(view, { x: box.x, y: box.y })).toEqual({ x: box.x, y: box.y });
  });
});

describe('revealing a place', () => {
  it('brings it into sight with room around it', () => {
    const view = zoomAt(FIT, box, 4, { x: 0, y: 0 });
    const moved = reveal(view, box, { x: 80, y: -30 }, 10);
    expect(80 * moved.scale + moved.x).toBeCloseTo(90);
    expect(-30 * moved.scale + moved.y).toBeCloseTo(-40);
  });

  it('leaves the drawing alone when it is in sight', () => {
    const view = zoomAt(FIT, box, 2, { x: 0, y: 0 });
    expect(reveal(view, box, { x: 5, y: 5 }, 10)).toEqual(view);
  });
});
