import { expectAccessible, expectFits } from './support/checks';
import { Person } from './support/person';
import type { Seen } from './support/seen';
import { expect, SIZES, test } from './support/test';

/** Moments of a game worth a look, by how they are known. */
const MOMENTS: Readonly<Record<string, (seen: Seen) => boolean>> = {
  placing: (seen) => seen.status.startsWith('Place your first'),
  turn: (seen) => seen.status.startsWith('Your turn: roll'),
  builder: (seen) => seen.panel === 'Trade',
  offer: (seen) => seen.panel === 'Your offer',
  asked: (seen) => seen.panel?.endsWith('offers a trade') ?? false,
  discard: (seen) => seen.panel?.startsWith('Discard') ?? false,
  robber: (seen) => seen.status.startsWith('Move the robber'),
  end: (seen) => seen.over,
};
/**
 * What has to be looked at. Dice decide what a game shows: with three cards safe from a 7 nearly all
 * show it, and what one lacked a rematch has.
 */
const CERTAIN = ['placing', 'turn', 'offer', 'discard', 'end'];

// Each test plays a game of its own.
test.describe.configure({ mode: 'parallel' });

for (const [size, device] of Object.entries(SIZES)) {
  test.describe(size, () => {
    test.use(device);

    for (const light of ['light', 'dark'] as const) {
      test(`every page looks right and is accessible: ${light}`, async ({ page, home }) => {
        test.setTimeout(600_000);
        await page.emulateMedia({ colorScheme: light, reducedMotion: 'reduce' });
        const look = async (name: string) => {
          await page.screenshot({ path: `screenshots/${size}-${light}-${name}.png` });
          await expectFits(page, name);
          await expectAccessible(page, name);
        };

        await page.goto(home);
        await expect(page.getByRole('button', { name: 'Play now' })).toBeVisible();
        await look('home');
        await page.getByRole('link', { name: 'Set up a game' }).click();
        await page.getByLabel('Points to win').fill('6');
        await page.getByLabel('Cards safe from a 7').fill('3');
        await look('set-up');
        await page.getByRole('button', { name: 'Start the game' }).click();

        const seenMoments = new Set<string>();
        const person = new Person(page);
        person.onLook = async (seen) => {
          for (const [name, isIt] of Object.entries(MOMENTS)) {
            if (seenMoments.has(name) || !isIt(seen)) continue;
            seenMoments.add(name);
            await look(name);
          }
        };
        await person.playToTheEnd();

        await page.getByText('Points as a table').click();
        await look('end-table');
        await page.getByRole('button', { name: 'Menu' }).click();
        await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
        await look('menu');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Costs and rules' }).click();
        await expect(page.getByRole('dialog', { name: 'Costs and rules' })).toBeVisible();
        await look('costs');
        await page.keyboard.press('Escape');

        const missing = () => CERTAIN.filter((name) => !seenMoments.has(name));
        for (let again = 0; again < 2 && missing().length > 0; again++) {
          const before = page.url();
          await page.getByRole('button', { name: 'Rematch' }).click();
          await expect(page).not.toHaveURL(before);
          await expect(page.getByRole('region', { name: /win/ })).toBeHidden();
          await person.playUntil((seen) => seen.over || missing().length === 0);
        }
        expect(missing()).toEqual([]);
      });
    }
  });
}
