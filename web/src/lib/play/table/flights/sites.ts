/** Where on the screen things lie that can move. */

import type { Seat } from '../../../base/protocol';
import type { Moved, Site } from './flights';

/** A point in the window, in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where something lies or will lie; null where the page does not show it. */
export function pointOf(site: Site, moved: Moved, you: Seat | null): Point | null {
  const found = selectors(site, moved, you)
    .map((selector) => document.querySelector(selector)?.getBoundingClientRect())
    .find((box) => box && box.width > 0 && box.height > 0);
  return found ? { x: found.left + found.width / 2, y: found.top + found.height / 2 } : null;
}

/** The best place first. Some have no room on a phone. */
function selectors(site: Site, moved: Moved, you: Seat | null): string[] {
  switch (site.at) {
    case 'hex':
      return [`[data-region=board] [data-kind=hex][data-spot="${site.hex}"]`];
    case 'seat': {
      const panel = `[data-seat="${site.seat}"]`;
      return site.seat === you ? [`[data-heap=${moved}]`, panel] : [panel];
    }
    case 'bank':
      return [`[data-stack=${moved}]`, '[data-action=trade]', '[data-region=board]'];
    case 'middle':
      return ['[data-region=board]'];
  }
}
