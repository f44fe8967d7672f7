/** What holds of every page of the table, and of a dialog on it, on every window and in every phase. */

import { expect, type CDPSession, type Page } from '@playwright/test';

import { WANTED } from './pictures';

/** Gives the window this size, and waits until the page is drawn for it. Takes the browser a while. */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.waitForFunction(([w, h]) => innerWidth === w && innerHeight === h, [
    width,
    height,
  ] as const);
  await drawn(page);
}

/** Waits until the page is drawn with what has just changed, such as what media queries say. */
export function drawn(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
  });
}

/**
 * Spares the browser the painting, which takes a fifth of the time where only the processor draws. What is where, and
 * what a pointer meets, stays as it is. Where pictures are wanted, it is painted all the same.
 */
export async function withoutPaint(page: Page): Promise<void> {
  if (WANTED) return;
  await page.evaluate(() => {
    document.documentElement.style.opacity = '0';
  });
}

/**
 * A law: it runs in the page and names what breaks it. It can use nothing of this file, because its text is what the
 * page gets.
 */
export type Law = () => string[];

/** What lies on top: a dialog, or else the page. All laws are about that. In the page, it is `root`. */
declare const root: Element;

/** Checks laws, all with one call: in a test of many moments, it is calls to the page that take the time. */
export async function expectLaws(page: Page, where: string, ...laws: Law[]): Promise<void> {
  const broken = await page.evaluate<string[]>(`(() => {
    const root = document.querySelector('dialog[open]') ?? document.querySelector('main');
    return root ? [${laws.join(', ')}].flatMap((law) => law()) : ['there is no page'];
  })()`);
  expect.soft(broken, where).toEqual([]);
}

/** No more of the page than its window: a table does not scroll away. */
export const WITHIN_WINDOW: Law = () => {
  const { scrollWidth, clientWidth, scrollHeight } = document.documentElement;
  const [across, down] = [scrollWidth - clientWidth, scrollHeight - innerHeight];
  return across > 0 || down > 0 ? [`the page sticks out by ${across}, ${down}`] : [];
};

/**
 * The whole island is in sight, and nothing lies on it: each place that can be chosen, each number and each harbor is
 * what a pointer there meets.
 */
export const ISLAND_WHOLE: Law = () => {
  const island = root.querySelector('.board svg[role=group]');
  const board = island?.closest('[data-region=board]');
  if (!island || !board) return [];
  const wrong: string[] = [];
  const [inner, outer] = [island.getBoundingClientRect(), board.getBoundingClientRect()];
  const cut = Math.max(
    Math.max(outer.left, 0) - inner.left,
    Math.max(outer.top, 0) - inner.top,
    inner.right - Math.min(outer.right, innerWidth),
    inner.bottom - Math.min(outer.bottom, innerHeight),
  );
  if (cut > 1) wrong.push(`the island is cut by ${cut.toFixed(0)}`);
  for (const thing of island.querySelectorAll('[data-pick], text')) {
    const { left, top, width, height } = thing.getBoundingClientRect();
    const met = document.elementFromPoint(left + width / 2, top + height / 2);
    // Whom to rob may lie over a harbor, of which nothing is asked then.
    const isOver = met?.closest('.overlay') && !thing.textContent.includes(':');
    if (met && board.contains(met) && !isOver) continue;
    const name = thing.getAttribute('aria-label') ?? `the number ${thing.textContent}`;
    wrong.push(
      `${name} is covered by ${met?.className.toString() || met?.textContent.trim().slice(0, 40)}`,
    );
  }
  return wrong;
};

/** Whoever plays sees all kinds of cards in their hand, or in the panel that has its place. */
export const HAND_IN_SIGHT: Law = () => {
  const bar = root.querySelector('.bar-area');
  if (!bar) return [];
  const place = bar.checkVisibility() ? bar : root.querySelector('.context form');
  const heaps = [...(place?.querySelectorAll('[data-heap], [aria-label^="Give "]') ?? [])];
  // The cards beside them may have been scrolled to.
  bar.querySelector('.held')?.scrollTo(0, 0);
  if (heaps.length < 5) return ['there is no hand'];
  return heaps.flatMap((heap) => {
    const { left, top, width, height } = heap.getBoundingClientRect();
    const met = document.elementFromPoint(left + width / 2, top + height / 2);
    return heap.contains(met) ? [] : [`${heap.getAttribute('aria-label')} is out of sight`];
  });
};

/** No part of the window is left empty, be it between the parts of a table or in one of them. */
export const NO_GAPS: Law = () => {
  const MOST = 64;
  const EMPTY =
    'html, body, main, .table, .context, .asked, .bar-area, .log, .status, .bank, .players';
  const gaps: string[] = [];
  let from = 0;
  for (let y = 2; y < innerHeight; y += 4) {
    let isEmpty = true;
    for (let x = innerWidth / 40; isEmpty && x < innerWidth; x += innerWidth / 20) {
      isEmpty = document.elementFromPoint(x, y)?.matches(EMPTY) ?? true;
    }
    if (!isEmpty) from = y;
    else if (y - from > MOST) {
      gaps.push(`nothing stands from ${from} to ${y}`);
      from = y;
    }
  }
  return gaps;
};

/** A page that is drawn quickly, whatever it loads: five and six players have a larger island. */
export const FEW_ELEMENTS: Law = () => {
  const elements = document.body.querySelectorAll('*').length;
  const most = document.querySelectorAll('.seat').length > 4 ? 1675 : 1425;
  return elements > most ? [`there are ${elements} elements`] : [];
};

/** Whatever can be pressed is what a pointer at its middle meets. */
export const REACHABLE: Law = () => {
  const name = (element: Element | null) =>
    element?.getAttribute('aria-label') ??
    (element?.textContent.trim().slice(0, 40) || element?.className.toString());
  const meets = (button: Element) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2);
  };
  const isMeant = (button: Element, met: Element | null) =>
    button.contains(met) || (met?.closest('label')?.contains(button) ?? false);
  const wrong: string[] = [];
  const all = root.querySelectorAll<HTMLElement>('button, a, select, input');
  for (const button of all) {
    if (!button.checkVisibility({ visibilityProperty: true })) continue;
    let met = meets(button);
    if (!isMeant(button, met)) {
      // It may only have to be scrolled to.
      button.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      met = meets(button);
    }
    if (!isMeant(button, met)) wrong.push(`${name(button)} is covered by ${name(met)}`);
  }
  return wrong;
};

/** What was pressed last, and where each button was when it was pressed. */
interface Presses {
  /** What was meant, in the order of the presses. */
  meant: Element[];
  /** What they met. */
  met: (EventTarget | null)[];
  readonly places: WeakMap<Element, string>;
}

declare global {
  interface Window {
    presses?: Presses;
  }
}

/** The mouse of each page. */
const mice = new WeakMap<Page, Promise<CDPSession>>();

/**
 * A real pointer presses whatever can be pressed and is in sight. What a press would have done is left undone. A button
 * that was pressed before in the same place is not pressed again: `REACHABLE` tells whether it is covered now.
 */
export async function expectPressed(page: Page, where: string): Promise<void> {
  const mouse = mice.get(page) ?? page.context().newCDPSession(page);
  mice.set(page, mouse);
  let missed: string[] = [];
  // What is still on its way when it is first pressed is pressed again.
  for (let times = 0; times < 2; times++) {
    missed = await pressAll(page, await mouse);
    if (!missed.length) break;
  }
  expect.soft(missed, `${where}: pressed in vain`).toEqual([]);
}

/** Presses all buttons, and names those that a press did not meet. */
async function pressAll(page: Page, mouse: CDPSession): Promise<string[]> {
  const points = await page.evaluate(() => {
    const presses = (window.presses ??= begin());
    presses.meant = [];
    presses.met = [];
    const root = document.querySelector('dialog[open]') ?? document.querySelector('main');
    const all = root?.querySelectorAll(':is(button, a, select, input):not(:disabled)') ?? [];
    return [...all].flatMap((button) => {
      if (!button.checkVisibility({ visibilityProperty: true })) return [];
      const { left, top, width, height } = button.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const place = `${x}, ${y} in ${innerWidth} by ${innerHeight}`;
      if (presses.places.get(button) === place) return [];
      const met = document.elementFromPoint(x, y);
      // The rest has to be scrolled to.
      if (!button.contains(met) && !met?.closest('label')?.contains(button)) return [];
      presses.places.set(button, place);
      presses.meant.push(button);
      return [{ x, y }];
    });

    function begin(): Presses {
      const presses: Presses = { meant: [], met: [], places: new WeakMap() };
      for (const kind of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) {
        const leaveUndone = (event: Event) => {
          if (!presses.meant.length) return;
          if (kind === 'pointerdown') presses.met.push(event.target);
          event.stopImmediatePropagation();
          event.preventDefault();
        };
        addEventListener(kind, leaveUndone, true);
      }
      return presses;
    }
  });
  const send = (type: 'mousePressed' | 'mouseReleased' | 'mouseMoved', x: number, y: number) =>
    mouse.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
  await Promise.all(
    points.flatMap(({ x, y }) => [send('mousePressed', x, y), send('mouseReleased', x, y)]),
  );
  await send('mouseMoved', 0, 0);
  return page.evaluate(() => {
    const { meant, met, places } = window.presses ?? { meant: [], met: [], places: new Map() };
    const missed = meant.filter((button, number) => {
      const at = met[number];
      return !(
        at instanceof Element &&
        (button.contains(at) || at.closest('label')?.contains(button))
      );
    });
    if (window.presses) window.presses.meant = [];
    return missed.map((button) => {
      places.delete(button);
      return button.getAttribute('aria-label') ?? button.textContent.trim();
    });
  });
}

/** Nothing that is written or drawn is cut: no name, no card, no number. */
export const WHOLE: Law = () => {
  const wrong: string[] = [];
  const known = new Map<Element, { scrolls: boolean; clips: boolean }>();
  const overflowOf = (element: Element) => {
    const found = known.get(element);
    if (found) return found;
    const { overflowX, overflowY } = getComputedStyle(element);
    const scrolls = /auto|scroll/.test(overflowX + overflowY);
    const overflow = { scrolls, clips: overflowX !== 'visible' };
    known.set(element, overflow);
    return overflow;
  };
  /** What a thing has to stay inside of. */
  const HOLDER = 'button, a.button, li.panel, .stack, .chip, .pill, .name, .context, .lines';
  const check = (thing: Element, box: DOMRect, what: string) => {
    for (let at: Element | null = thing; at && at !== root; at = at.parentElement) {
      // What scrolls can be brought into sight.
      const { scrolls, clips } = overflowOf(at);
      if (scrolls) return;
      if (!clips && !at.matches(HOLDER)) continue;
      const outer = at.getBoundingClientRect();
      const over = Math.max(outer.left - box.left, box.right - outer.right);
      if (over > 1.5) {
        wrong.push(
          `${what} sticks out of ${at.className.toString().split(' ')[0]} by ${over.toFixed(1)}`,
        );
        return;
      }
    }
  };
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const parent = text.parentElement;
    if (!parent || !text.nodeValue?.trim() || parent.closest('.frame, option')) continue;
    if (parent.closest('.visually-hidden, [class*=badge], .new, .change, .mark, .unread, .left'))
      continue;
    if (!parent.checkVisibility({ visibilityProperty: true })) continue;
    if (getComputedStyle(parent).clipPath !== 'none') continue;
    range.selectNodeContents(text);
    for (const box of range.getClientRects())
      check(parent, box, `“${text.nodeValue.trim().slice(0, 30)}”`);
  }
  for (const glyph of root.querySelectorAll('svg')) {
    if (glyph.closest('.frame') || !glyph.checkVisibility()) continue;
    const holder = glyph.parentElement;
    if (holder) check(holder, glyph.getBoundingClientRect(), `a picture in ${holder.className}`);
  }
  return [...new Set(wrong)];
};

/** No word is broken where a line ends, and nothing that is written on a button or a player's card lies over something else there. */
export const LEGIBLE: Law = () => {
  const found: string[] = [];
  const lines = (text: Node, start: number, end: number) => {
    const range = document.createRange();
    range.setStart(text, start);
    range.setEnd(text, end);
    return [...range.getClientRects()].filter(({ width }) => width > 0);
  };
  const onCards = new Map<Element, { text: string; box: DOMRect }[]>();
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const parent = text.parentElement;
    const written = text.nodeValue ?? '';
    if (!parent || !written.trim() || parent.closest('.frame, option, .visually-hidden')) continue;
    if (!parent.checkVisibility({ visibilityProperty: true })) continue;
    if (getComputedStyle(parent).clipPath !== 'none') continue;
    const boxes = lines(text, 0, written.length);
    const card = parent.closest('button, .seat');
    if (card) {
      const others = onCards.get(card) ?? [];
      for (const box of boxes) {
        const over = others.find((other) => {
          const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
          const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
          return across > 1 && down > Math.min(box.height, other.box.height) / 3;
        });
        if (over) found.push(`“${written.trim()}” lies over “${over.text}”`);
      }
      onCards.set(card, [...others, ...boxes.map((box) => ({ text: written.trim(), box }))]);
    }
    // A code is no word.
    if (boxes.length < 2 || parent.closest('code')) continue;
    for (const word of written.matchAll(/[^\s-]+/g)) {
      const parts = lines(text, word.index, word.index + word[0].length);
      const [first] = parts;
      if (first && parts.some(({ top }) => top > first.top + first.height / 2)) {
        found.push(`“${word[0]}” is broken`);
      }
    }
  }
  return [...new Set(found)];
};
