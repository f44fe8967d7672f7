import type { Locator, Page } from '@playwright/test';

import { expectAccessible, expectFits, expectLooksRight } from './support/checks';
import { expectLaws, REACHABLE, WITHIN_WINDOW } from './support/laws';
import { LONG } from './support/long';
import { picture } from './support/pictures';
import { expect, MOTION, SIZES, test } from './support/test';
import { Typist } from './support/typist';

/** A scene: its question, what is chosen best, and what comes of it; another choice, and what comes of that. */
interface Told {
  readonly asks: RegExp;
  readonly best: string | RegExp;
  /** What the best choice is in words. */
  readonly read: string;
  readonly told: RegExp;
  readonly other?: readonly [choice: string | RegExp, told: RegExp];
}

const SCENES: readonly Told[] = [
  {
    asks: /the corner with the most dots under its numbers: its pips/,
    best: /^B4 south: 10 pasture, 3 pips; 9 fields, 4 pips; 6 mountains, 5 pips$/,
    read: '10 pasture, 3 pips; 9 fields',
    told: /3 \+ 4 \+ 5 pips: a card every third roll/,
    other: [/^D3 north/, /2 \+ 4 \+ 2 pips: a card every fourth or fifth roll.*gold corner has 12/],
  },
  {
    asks: /the most new resources/,
    best: /^E1 north/,
    read: '3 forest, 2 pips; 8 hills',
    told: /New for you: brick and lumber/,
    other: [/^B2 south/, /11 pips, but nothing new.*brings brick and lumber/],
  },
  {
    asks: /the road that leads to the most pips/,
    best: /^D1 east: towards 11 mountains/,
    read: 'towards 11 mountains',
    told: /leads to a corner with 10 pips/,
    other: [/^D1 south-east/, /leads to a harbor and 5 pips.*10 pips/],
  },
  { asks: /Roll the dice/, best: 'Roll', read: 'Roll', told: /8! You get 1 brick/ },
  {
    asks: /four cards build a settlement/,
    best: /^D1 north/,
    read: '11 mountains',
    told: /3 points!/,
    other: [/^B4 north-east/, /A harbor.*10 pips/],
  },
  {
    asks: /Swap four ore/,
    best: '4 ore for 1 lumber',
    read: '4 ore for 1 lumber',
    told: /It stands: 4 points/,
    other: ['4 ore for 1 brick', /no lumber/],
  },
  {
    asks: /Bruno wants lumber/,
    best: '1 lumber for 1 brick',
    read: '1 lumber for 1 brick',
    told: /Bruno accepts/,
    other: ['1 wool for 1 brick', /Bruno declines: he has wool himself/],
  },
  {
    asks: /A 7!.*where the robber hurts a rival most/,
    best: /^A3: 8 hills, 5 pips; Bruno$/,
    read: '8 hills, 5 pips; Bruno',
    told: /Bruno loses 5 pips, and you take a card/,
    other: [/^C5/, /You block yourself/],
  },
  {
    asks: /buy a surprise/,
    best: 'Buy a card',
    read: 'Buy a card',
    told: /You drew: Road building/,
  },
  {
    asks: /A city brings double/,
    best: /^B4 south/,
    read: '10 pasture, 3 pips; 9 fields',
    told: /A city: 5 points/,
    other: [/^B4 north-east/, /gold corner has 12/],
  },
  {
    asks: /four in a row.*the fifth/,
    best: /^D1 south-west/,
    read: 'D1 south-west',
    told: /The longest road! 7 points/,
    other: [/^C5 east/, /still four in a row.*two points.*largest army/],
  },
];

/** What is asked, or what came of the choice. */
const heading = (page: Page) => page.locator('[data-heading]');
const words = (page: Page) =>
  page.getByRole('region', { name: new RegExp(`^Scene \\d+ of ${SCENES.length}`) });
const choice = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
/** Everything that can be chosen. */
const choices = (page: Page) => page.locator('[data-pick], [data-choice]');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Goes on: some scenes end the learner's turn. */
const onward = (page: Page) => page.getByRole('button', { name: /^(Next|End turn)$/ });

/** The middle of what can be chosen, in the window. */
async function middle(target: Locator): Promise<{ x: number; y: number }> {
  const circle = target.locator('.hit');
  const box = await ((await circle.count()) ? circle : target).boundingBox();
  if (!box) throw new Error('it cannot be seen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

for (const [size, device] of Object.entries(SIZES)) {
  test.describe(size, () => {
    test.use(device);

    test('a newcomer plays all scenes and begins a game in which the coach points', async ({
      page,
      home,
    }) => {
      await page.goto(home);
      await page.getByRole('link', { name: 'Learn in five minutes' }).click();
      for (const [index, { asks, best, told, other }] of SCENES.entries()) {
        const number = index + 1;
        await expect(heading(page)).toHaveText(asks);
        await expectFits(page, `scene ${number}`);
        // Each is looked at once: what axe finds of the one size holds for the other.
        if (LONG || size === 'phone') await expectAccessible(page, `scene ${number} on ${size}`);
        await picture(page, `learn-${number}-${size}`);
        const press = async (name: string | RegExp) => {
          const { x, y } = await middle(choice(page, name));
          await (size === 'phone' ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
        };
        if (other) {
          const [name, comes] = other;
          await press(name);
          await expect(words(page)).toContainText(comes);
          await picture(page, `learn-${number}-${size}-other`);
          await button(page, 'Try again').click();
          await expect(heading(page)).toHaveText(asks);
        }
        await press(best);
        await expect(heading(page)).toHaveText(told);
        await expect(button(page, 'Try again')).toBeHidden();
        if (LONG || size === 'desktop') {
          await expectAccessible(page, `scene ${number} answered on ${size}`);
        }
        await picture(page, `learn-${number}-${size}-told`);
        await onward(page).click();
      }
      await expect(heading(page)).toHaveText('You know the game');
      // Nothing falls where nothing may move.
      await expect(page.locator('.paper')).toHaveCount(0);
      await expect(page.getByRole('link', { name: /^Scene \d+, .*, done$/ })).toHaveCount(11);
      await expectLooksRight(page, size, 'learn-end');
      await button(page, 'Play').click();
      await expect(page.locator('.pill')).toBeVisible();
      const coach = button(page, 'Coach');
      await expect(coach).toHaveAttribute('aria-expanded', 'true');
      await coach.click();
      await page.reload();
      // Nobody is a newcomer any more who has tables.
      await page.goto(home);
      await expect(page.getByRole('link', { name: 'Learn in five minutes' })).not.toHaveClass(
        /button/,
      );
    });
  });
}

test('on the smallest phone every choice can be hit, and is no nearer than 24 pixels to the next', async ({
  page,
  home,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  for (const [index, { best, told }] of SCENES.entries()) {
    const number = index + 1;
    await page.goto(`${home}/learn/${number}`);
    await expect(heading(page)).toBeVisible();
    const middles = [];
    for (const target of await choices(page).all()) middles.push(await middle(target));
    for (const [at, one] of middles.entries()) {
      for (const two of middles.slice(at + 1)) {
        const apart = Math.hypot(one.x - two.x, one.y - two.y);
        expect(apart, `scene ${number}`).toBeGreaterThanOrEqual(24);
      }
      const hit = await page.evaluate(({ x, y }) => {
        const found = document.elementFromPoint(x, y);
        return found?.closest('.board, [data-choice]') !== null;
      }, one);
      expect(hit, `scene ${number}, choice ${at}`).toBe(true);
    }
    await expectLaws(page, `scene ${number}`, WITHIN_WINDOW, REACHABLE);
    await picture(page, `learn-${number}-small`);
    const { x, y } = await middle(choice(page, best));
    await page.mouse.click(x, y);
    await expect(heading(page)).toHaveText(told);
    await expect(onward(page)).toBeInViewport({ ratio: 1 });
    await picture(page, `learn-${number}-small-told`);
  }
});

test('by keyboard alone all scenes are played', async ({ page, home }) => {
  const typist = new Typist(page);
  await page.goto(`${home}/learn`);
  await expect(heading(page)).toBeVisible();
  // The board is the first stop behind the link to the other view.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await typist.focused()).toMatch(/^(A2 north|B4 south|D3 north)/);
  for (const { best, told } of SCENES) {
    const wanted = choice(page, best);
    const reached = () => wanted.evaluate((element) => element === document.activeElement);
    // Arrows go among the choices of the board; other choices are buttons.
    for (let presses = 0; presses < 9 && !(await reached()); presses += 1) {
      await page.keyboard.press(
        (await choices(page).first().getAttribute('data-pick')) ? 'n' : 'Tab',
      );
    }
    await expect(wanted).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(heading(page)).toHaveText(told);
    await expect(heading(page)).toBeFocused();
    await page.keyboard.press('Tab');
    expect(await typist.focused()).toMatch(/^(Next|End turn)$/);
    await page.keyboard.press('Enter');
    await expect(heading(page)).not.toHaveText(told);
  }
  await expect(heading(page)).toHaveText('You know the game');
});

test('whoever leaves goes on at the same scene, and any scene can be gone to', async ({
  page,
  home,
}) => {
  await page.goto(`${home}/learn`);
  await choice(page, /^B4 south/).press('Enter');
  await onward(page).click();
  await expect(page).toHaveURL(`${home}/learn/2`);
  await page.getByRole('link', { name: 'Leave the lessons' }).click();
  await expect(page).toHaveURL(`${home}/`);
  await page.goto(`${home}/learn`);
  await expect(words(page)).toHaveAccessibleName('Scene 2 of 11');
  await page.getByRole('link', { name: 'Scene 8, the robber' }).click();
  await expect(heading(page)).toHaveText(/^A 7!/);
  await expect(page.getByRole('link', { name: 'Scene 1, the corner, done' })).toBeVisible();
  await page.goBack();
  await expect(heading(page)).toHaveText(/new resources/);
});

test('whoever just wants to play does so from any scene', async ({ page, home }) => {
  await page.goto(`${home}/learn/5`);
  await button(page, 'Just play').click();
  await expect(page.locator('.pill')).toBeVisible();
  await expect(page.getByText('Easy').first()).toBeVisible();
  await expect(button(page, 'Coach')).toHaveAttribute('aria-expanded', 'true');
});

test.describe('in the text view', () => {
  test.use({ view: 'text' });

  test('all scenes are read and chosen by number', async ({ page, home }) => {
    await page.goto(`${home}/learn`);
    for (const [index, { asks, read, told }] of SCENES.entries()) {
      await expect(heading(page)).toHaveText(new RegExp(`^Scene ${index + 1} of 11`));
      await expect(heading(page)).toHaveText(asks);
      if (index === 0) {
        await expect(page.locator('main > ol > li').first()).toContainText(
          '10 pasture, 3 pips; 2-to-1 ore harbor',
        );
        await expectLooksRight(page, 'text', 'learn');
      }
      await page.locator('main > ol button').filter({ hasText: read }).click();
      await expect(heading(page)).toHaveText(told);
      await expect(heading(page)).toBeFocused();
      await onward(page).click();
    }
    await expect(heading(page)).toHaveText('You know the game');
    await button(page, 'Play').click();
    await expect(page.locator('main h1, main h2').first()).toBeVisible();
  });

  test('what was chosen stays, and where the game goes on without it that is said', async ({
    page,
    home,
  }) => {
    const main = page.getByRole('main');
    const choose = async (read: string) => {
      await page.locator('main > ol button').filter({ hasText: read }).click();
      await onward(page).click();
    };
    await page.goto(`${home}/learn`);
    await choose('11 pasture, 2 pips; 9 fields, 4 pips; 3 pasture, 2 pips');
    await expect(main).toContainText('You get: wool 2 pips, grain 4 pips, wool 2 pips');
    await choose('5 fields, 4 pips; 6 mountains, 5 pips; 11 pasture');
    // Its own roads lead on from there.
    await choose('towards 9 forest');
    await expect(main).toContainText('From here you play from the gold corners and road.');
    await expect(main).toContainText('Your settlements: B4 south, E1 north.');
    await choose('Roll');
    await expect(main).not.toContainText('From here you play');
    await choose('10 pasture, 3 pips; 3-to-1 harbor');
    // A harbor makes the bank cheaper, and the settlement that it lacked a card for stands a turn later.
    await expect(heading(page)).toHaveText(/Swap three ore at your harbor/);
    await choose('3 ore for 1 brick');
    await choose('1 lumber for 2 brick');
    await choose('6 mountains, 5 pips; you');
    await choose('Buy a card');
    await choose('11 mountains, 2 pips; 6 mountains, 5 pips; 4 fields, 3 pips');
    await expect(main).toContainText('C5 north-east');
    await choose('D1 south-west');
    await expect(heading(page)).toHaveText('You know the game');
    // Whoever comes back finds it as it was chosen.
    await page.goto(`${home}/learn/6`);
    await expect(heading(page)).toHaveText(/Swap three ore at your harbor/);
  });
});

test.describe('where things move', () => {
  test.use({ ...MOTION, ...SIZES.desktop });

  test('cards fly to the hand, and paper falls in the end', async ({ page, home }) => {
    await page.goto(`${home}/learn/4`);
    await choice(page, 'Roll').click();
    await expect(page.locator('[data-flight=brick]').first()).toBeAttached();
    await expect(page.locator('[data-heap=brick]')).toContainText('2');
    await page.goto(`${home}/learn/${SCENES.length}`);
    await choice(page, /^D1 south-west/).press('Enter');
    await onward(page).click();
    await expect(page.locator('.paper')).toBeAttached();
  });
});
