import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

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

/** axe, spared most of its work: no page has frames, and only what is wrong is of interest. */
function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
}

/** Nothing that axe knows keeps anybody from using the page. */
export function expectAccessible(page: Page, where: string): Promise<void> {
  return expectNothing(page, axe(page).withTags(TAGS), where);
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

/** The page fits and is accessible, by day and by night. Leaves a picture of both. */
export async function expectLooksRight(
  page: Page,
  device: string,
  name: string,
  { fullPage = false } = {},
): Promise<void> {
  const picture = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settle(page);
    await page.screenshot({ path: `screenshots/${device}-${colorScheme}-${name}.png`, fullPage });
  };
  await picture('light');
  await expectFits(page, name);
  await expectAccessible(page, `${name}, by day`);
  // Night changes nothing but the colors.
  await picture('dark');
  await expectNothing(page, axe(page).withRules(OF_COLOR), `${name}, by night`);
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
