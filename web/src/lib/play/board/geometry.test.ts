import { describe, expect, it } from 'vitest';

import {
  SIDE,
  endPoints,
  harborPlace,
  besideHex,
  hexCenter,
  hexOutline,
  intersectionPoint,
  pathPlace,
  robberPlace,
  viewBox,
} from './geometry';
import { testBoard } from './test-board';

const board = testBoard();

describe('places', () => {
  it('puts every corner of a hex one edge from its middle, clockwise from the top', () => {
    for (const hex of board.hexes) {
      const center = hexCenter(hex);
      hex.corners.forEach((id, index) => {
        const corner = board.intersections[id];
        if (!corner) throw new Error('no such corner');
        const { x, y } = intersectionPoint(corner);
        const angle = (Math.PI / 3) * index;
        expect(x - center.x).toBeCloseTo(SIDE * Math.sin(angle));
        expect(y - center.y).toBeCloseTo(-SIDE * Math.cos(angle));
      });
    }
  });

  it('makes every path one edge long', () => {
    for (const path of board.paths) {
      const [a, b] = endPoints(board, path.ends);
      expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeCloseTo(SIDE);
    }
  });

  it('turns roads by 30, -30 or 90 degrees, so that emblems never stand on their head', () => {
    const angles = new Set(board.paths.map((path) => Math.round(pathPlace(board, path).angle)));
    expect([...angles].map(Math.abs).sort()).toEqual([30, 30, 90]);
  });

  it('refuses places that the board does not have', () => {
    expect(() => endPoints(board, [0, 999])).toThrow(RangeError);
    expect(() => besideHex(board, 19)).toThrow(RangeError);
  });

  it('draws a hex with its six corners', () => {
    expect(hexOutline({ x: 10, y: 20 }, 10)).toBe(
      'M10 10L18.66 15L18.66 25L10 30L1.34 25L1.34 15Z',
    );
  });

  it('lets the robber stand beside a token, and in the middle where there is none', () => {
    expect(robberPlace({ x: 0, y: 0, token: 8 }).x).toBeLessThan(0);
    expect(robberPlace({ x: 0, y: 0, token: null }).x).toBe(0);
  });
});

describe('harbors', () => {
  it('lie off the coast, as far from one end as from the other', () => {
    for (const harbor of board.harbors) {
      const { pennant, jetties } = harborPlace(board, harbor);
      const [near, far] = jetties.map(([end]) => Math.hypot(end.x - pennant.x, end.y - pennant.y));
      expect(near).toBeCloseTo(far ?? 0);
      for (const hex of board.hexes) {
        const { x, y } = hexCenter(hex);
        expect(Math.hypot(x - pennant.x, y - pennant.y)).toBeGreaterThan(SIDE * 1.3);
      }
    }
  });
});

describe('the view box', () => {
  it('shows every intersection and pennant', () => {
    const { x, y, width, height } = viewBox(board);
    const points = [
      ...board.intersections.map(intersectionPoint),
      ...board.harbors.map((harbor) => harborPlace(board, harbor).pennant),
    ];
    for (const point of points) {
      expect(point.x).toBeGreaterThan(x);
      expect(point.x).toBeLessThan(x + width);
      expect(point.y).toBeGreaterThan(y);
      expect(point.y).toBeLessThan(y + height);
    }
  });

  it('leaves a phone of 390 pixels an edge of 36 pixels, and targets of 24', () => {
    const { width, height } = viewBox(board);
    const unit = 390 / Math.max(width, height);
    expect(SIDE * unit).toBeGreaterThan(36);
    const middles = board.paths.map((path) => pathPlace(board, path));
    const gaps = middles.flatMap((a, index) =>
      middles.slice(index + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y)),
    );
    expect(Math.min(...gaps) * unit).toBeGreaterThan(24);
  });

  it('lays what is about a hex above or below its token and the robber, and inside the board', () => {
    const box = viewBox(board);
    for (const [hex, info] of board.hexes.entries()) {
      const { left, top, above } = besideHex(board, hex);
      const center = hexCenter(info);
      const y = (top / 100) * box.height + box.y;
      expect((left / 100) * box.width + box.x).toBeCloseTo(center.x);
      expect(Math.abs(y - center.y)).toBeGreaterThan(29);
      expect(above).toBe(y < center.y);
      // There is room for a line of buttons on that side.
      expect(above ? top : 100 - top).toBeGreaterThan(20);
    }
  });
});
