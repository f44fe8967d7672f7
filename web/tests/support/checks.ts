import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Nothing that axe knows keeps anybody from using the page. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  // No page has frames, and only what is wrong is of interest: both save axe most of its time.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(RULES)
    .analyze();
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
  const schemes = ['light', 'dark'] as const;
  const turnTo = async (colorScheme: (typeof schemes)[number]) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Even without motion, colors take a moment to change.
    await page.evaluate(async () => {
      const changes = document.getAnimations().filter((each) => each instanceof CSSTransition);
      await Promise.allSettled(changes.map((change) => change.finished));
    });
  };
  // First the pictures: a moment of a game may be short.
  for (const scheme of schemes) {
    await turnTo(scheme);
    await page.screenshot({ path: `screenshots/${device}-${scheme}-${name}.png`, fullPage });
  }
  await expectFits(page, name);
  for (const scheme of schemes) {
    await turnTo(scheme);
    await expectAccessible(page, `${name}, ${scheme}`);
  }
}
