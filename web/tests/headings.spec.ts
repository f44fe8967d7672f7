import { resize } from './support/laws';
import { expect, test } from './support/test';

test('the heading of every page keeps a distance from the bar above it', async ({ page, home }) => {
  const paths = ['', 'new', 'me', 'games', 'rules', 'settings', 'days', 'day', 'editor', 'host'];
  for (const path of [...paths, 'replay', 'verify', 'take-along', 'nowhere']) {
    await page.goto(`${home}/${path}`);
    const heading = page.locator('h1').first();
    await expect(heading).toBeVisible();
    for (const [width, height] of [
      [1366, 768],
      [390, 844],
    ] as const) {
      await resize(page, width, height);
      // The header of a panel is no bar.
      const bar = page.getByRole('banner').first();
      if (!(await bar.isVisible())) continue;
      // A page may draw its heading again when what it shows is there.
      await expect(async () => {
        const [above, below] = [await bar.boundingBox(), await heading.boundingBox()];
        // One that fills the screen takes the bar away.
        if (!above) return;
        const gap = (below?.y ?? NaN) - above.y - above.height;
        expect(gap, `/${path}, ${width} by ${height}`).toBeGreaterThanOrEqual(12);
      }).toPass({ timeout: 10_000 });
    }
  }
});
