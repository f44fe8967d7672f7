import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import axeCore from 'axe-core';

import { LONG } from './long';
import { picture, WANTED } from './pictures';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Marks what is painted as something else is. */
const ALIKE = 'data-painted-alike';

/**
 * Puts everything into its last color and place. Animations are brought to their end rather than
 * waited for: a busy machine may not run them at all.
 */
export function settle(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      const ends = animation.effect?.getComputedTiming().endTime !== Infinity;
      if (ends && animation.playState !== 'finished') animation.finish();
    }
  });
}

/**
 * A bar that sticks to the window covers what can be scrolled into sight. axe would take a control
 * that is half behind it for too small a target.
 */
function stick(page: Page, sticks: boolean): Promise<void> {
  return page.evaluate(
    (position) => {
      for (const bar of document.querySelectorAll<HTMLElement>('[data-sticks]')) {
        bar.style.position = position;
      }
    },
    sticks ? '' : 'static',
  );
}

/**
 * axe, spared most of its work: no page has frames, only what is wrong is of interest, and not its text, and a page
 * that has read the program of axe keeps it. Where much is written, colors take nine tenths of the time: of the cells of
 * a table that are painted alike, the first is looked at.
 */
async function axe(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate(() => 'axe' in window);
  const rules = [{ id: 'color-contrast', selector: `*:not([${ALIKE}])` }];
  const program = `${axeCore.source};axe.configure(${JSON.stringify({ noHtml: true, rules })});`;
  await page.evaluate(markAlike, ALIKE);
  return new AxeBuilder({ page, axeSource: isThere ? ';' : program }).setLegacyMode().options({
    resultTypes: ['violations'],
    rules: { 'label-content-name-mismatch': { enabled: true } },
  });
}

/** Nothing that axe knows keeps anybody from using the page, or what is `within` these parts of it. */
export async function expectAccessible(page: Page, where: string, within?: string): Promise<void> {
  await settle(page);
  const builder = (await axe(page)).withTags(TAGS);
  if (within !== undefined) builder.include(within);
  await stick(page, false);
  const { violations } = await builder.analyze();
  await stick(page, true);
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
  expect(found, where).toEqual([]);
}

/**
 * Marks text that is painted as other text is: with its color and size, on the same backgrounds, and with nothing that
 * lies over or under it. Runs in the page.
 */
function markAlike(mark: string): void {
  /** Answers by element, each of which is worked out once. */
  const once = <T>(work: (element: Element) => T) => {
    const known = new Map<Element, T>();
    return (element: Element): T => {
      if (!known.has(element)) known.set(element, work(element));
      return known.get(element) as T;
    };
  };
  const boxOf = once((element) => element.getBoundingClientRect());
  /** Whether something may lie where other things are. */
  const isLayer = once((element) => {
    const { position, float, transform } = getComputedStyle(element);
    const isInFlow = position === 'static' || position === 'relative';
    return !isInFlow || float !== 'none' || transform !== 'none';
  });
  const layersIn = once((element) => [...element.children].filter(isLayer));
  const paintOf = once((element) => {
    const style = getComputedStyle(element);
    const written = [style.color, style.fontSize, style.fontWeight, style.textDecorationLine];
    const behind = [style.backgroundColor, style.backgroundImage, style.opacity, style.filter];
    return {
      paint: [element.localName, ...written, ...behind].join(),
      isOpaque: /^rgb\(/.test(style.backgroundColor),
      isGrid: style.display.includes('grid'),
    };
  });
  const meet = (element: Element, other: Element) => {
    const [one, two] = [boxOf(element), boxOf(other)];
    const across = Math.min(one.right, two.right) - Math.max(one.left, two.left);
    return across > 1 && Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top) > 1;
  };
  /** How text is painted, down to what hides all behind it; null where that does not say all. */
  const paintDownFrom = (element: Element): string | null => {
    const chain: string[] = [];
    let within = element;
    for (let at: Element | null = element; at; at = at.parentElement) {
      if (at instanceof SVGElement) return null;
      const { paint, isOpaque, isGrid } = paintOf(at);
      const near = isGrid || (at !== element && isLayer(within)) ? [...at.children] : layersIn(at);
      // What is scrolled out of its part of the page meets nothing beside that part.
      const meets = (other: Element) => meet(element, other) && meet(within, other);
      if (near.some((other) => other !== within && meets(other))) return null;
      chain.push(paint);
      if (isOpaque) break;
      within = at;
    }
    return chain.join('|');
  };
  const seen = new Set<string>();
  for (const element of document.body.querySelectorAll('*')) {
    element.removeAttribute(mark);
    const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    if (!texts.some((text) => text.nodeValue?.trim()) || !element.checkVisibility()) continue;
    const paint = paintDownFrom(element);
    if (paint === null) continue;
    if (seen.has(paint)) element.setAttribute(mark, '');
    seen.add(paint);
  }
}

/** No part of the page sticks out sideways. */
export async function expectFits(page: Page, where: string): Promise<void> {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(excess, where).toBeLessThanOrEqual(0);
}

/**
 * The page fits and is accessible: by night on a phone, and by day elsewhere. Night changes nothing but the colors, and the
 * size of the window changes none of them: both on every device are for the long form. Pictures of both may be taken. Where
 * the page was looked at before and one part has changed, only what is `within` that is looked at again.
 */
export async function expectLooksRight(
  page: Page,
  device: string,
  name: string,
  { fullPage = false, within }: { fullPage?: boolean; within?: string } = {},
): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const isChecked = LONG || colorScheme === (device === 'phone' ? 'dark' : 'light');
    if (!isChecked && !WANTED) continue;
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settle(page);
    await picture(page, `${device}-${colorScheme}-${name}`, { fullPage });
    if (isChecked) await expectAccessible(page, `${name}, ${colorScheme}`, within);
  }
  await expectFits(page, name);
}

/** Something has the focus, and not the page as a whole. */
export async function expectFocusKept(page: Page, where: string): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const { activeElement } = document;
      return activeElement !== null && activeElement !== document.body;
    });
  await expect.poll(focused, { message: `the focus ${where}` }).toBe(true);
}
