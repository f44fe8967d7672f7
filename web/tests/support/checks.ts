import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

import { picture } from './pictures';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules that depend on how the page is painted. */
const OF_COLOR = ['color-contrast', 'link-in-text-block'];

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
 * axe, spared most of its work: no page has frames, only what is wrong is of interest, and a page that has read the
 * program of axe keeps it.
 */
async function axe(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate(() => 'axe' in window);
  const program = isThere ? { axeSource: ';' } : {};
  return new AxeBuilder({ page, ...program }).setLegacyMode().options({
    resultTypes: ['violations'],
    rules: { 'label-content-name-mismatch': { enabled: true } },
  });
}

/** Nothing that axe knows keeps anybody from using the page. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await expectNothing(page, (await axe(page)).withTags(TAGS), where);
}

async function expectNothing(page: Page, builder: AxeBuilder, where: string): Promise<void> {
  await settle(page);
  await stick(page, false);
  const { violations } = await builder.analyze();
  await stick(page, true);
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
  expect(found, where).toEqual([]);
}

/** No part of the page sticks out sideways. */
export async function expectFits(page: Page, where: string): Promise<void> {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(excess, where).toBeLessThanOrEqual(0);
}

/** The page fits and is accessible, by day and by night. Pictures of both may be taken. */
export async function expectLooksRight(
  page: Page,
  device: string,
  name: string,
  { fullPage = false } = {},
): Promise<void> {
  const shownBy = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settle(page);
    await picture(page, `${device}-${colorScheme}-${name}`, { fullPage });
  };
  await shownBy('light');
  await expectFits(page, name);
  await expectAccessible(page, `${name}, by day`);
  // Night changes nothing but the colors.
  await shownBy('dark');
  await expectNothing(page, (await axe(page)).withRules(OF_COLOR), `${name}, by night`);
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
