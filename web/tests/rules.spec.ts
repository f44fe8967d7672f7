import type { Page } from '@playwright/test';

import { expectAccessible, expectFits, expectLooksRight } from './support/checks';
import { LOOKED_AT, speak } from './support/languages';
import { expect, inEitherView, SIZES, test } from './support/test';
import { Typist } from './support/typist';

function searchField(page: Page) {
  return page.getByLabel('Search the rules');
}

function editionField(page: Page) {
  return page.getByLabel('Edition', { exact: true });
}

function clause(page: Page, id: string) {
  return page.locator(`[id="${id}"]`);
}

for (const [size, device] of Object.entries(SIZES)) {
  test.describe(size, () => {
    test.use(device);

    test('the rules are searched, and read for an edition', async ({ page, home }) => {
      const look = (name: string) => expectLooksRight(page, size, `rules-${name}`);

      await page.goto(home);
      await page.getByRole('link', { name: 'Rules', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'The rules' })).toBeVisible();
      await expectFits(page, 'all the rules');

      await searchField(page).fill('distance');
      await expect(page.getByText(/^\d+ clauses found$/)).toBeVisible();
      const found = page.getByRole('list', { name: 'What was found' });
      await expect(found.getByRole('listitem').first()).toContainText('BLD-09');
      await look('search');
      await page.getByRole('link', { name: /^BLD-09/ }).click();
      await expect(clause(page, 'BLD-09')).toBeInViewport();
      await expect(clause(page, 'BLD-09')).toContainText('Distance rule');
      await expect(page).toHaveURL(/#BLD-09$/);

      const marks = page.getByText('In German classic', { exact: true });
      await expect(marks).toHaveCount(0);
      await editionField(page).selectOption('German classic');
      await expect(clause(page, 'BRD-10')).toContainText('any coastal hex');
      await expect(clause(page, 'BRD-10')).toContainText('Modern: a corner of the land');
      await expect(clause(page, 'BLD-09')).not.toContainText('In German classic');
      await clause(page, 'BRD-10').scrollIntoViewIfNeeded();
      await look('edition');

      await page.getByLabel('Only these clauses').check();
      await expect(clause(page, 'BLD-09')).toHaveCount(0);
      await expect(page.getByText(`in ${await marks.count()} clauses`)).toBeVisible();
      await expectFits(page, 'only some clauses');

      await page.reload();
      await expect(editionField(page)).toHaveValue('siedler');
      await expect(clause(page, 'BLD-09')).toBeInViewport();
    });

    test('the contents lead to a chapter, and to the editions compared', async ({ page, home }) => {
      await page.goto(`${home}/rules`);
      await expect(page.getByRole('heading', { name: 'The rules' })).toBeVisible();
      const contents = page.getByRole('navigation', { name: 'Contents' });
      const goTo = async (chapter: string) => {
        const fold = page.getByRole('button', { name: 'Contents' });
        if (await fold.isVisible()) await fold.click();
        await contents.getByRole('link', { name: chapter }).click();
        await expect(page.getByRole('heading', { name: chapter, level: 2 })).toBeInViewport();
      };
      await goTo('The longest road');
      await goTo('All editions compared');
      await page.goBack();
      await expect(
        page.getByRole('heading', { name: 'The longest road', level: 2 }),
      ).toBeInViewport();
    });
  });
}

for (const [size, device] of Object.entries(SIZES)) {
  test.describe(`the guide, ${size}`, () => {
    test.use(device);

    test('it is told in pictures that are described, and leads to the clauses', async ({
      page,
      home,
    }) => {
      await page.goto(`${home}/rules#guide-gain`);
      await expect(
        page.getByRole('heading', { name: 'What a roll gives', exact: true }),
      ).toBeInViewport();
      await expect(page.getByRole('img', { name: /^After an 8: the settlements/ })).toBeVisible();
      await expectFits(page, 'the guide');
      await expectLooksRight(page, size, 'rules-guide');

      await page.getByRole('link', { name: 'PRO-02' }).first().click();
      await expect(clause(page, 'PRO-02')).toBeInViewport();
      await expect(clause(page, 'PRO-02')).toBeFocused();

      // What is read for one edition only is not the guide.
      await editionField(page).selectOption('German classic');
      await page.getByLabel('Only these clauses').check();
      await expect(
        page.getByRole('heading', { name: 'What a roll gives', exact: true }),
      ).toHaveCount(0);
    });
  });
}

test('the guide tells the edition and the number of players that are chosen', async ({
  page,
  home,
}) => {
  const section = (name: string) => page.locator(`#guide-${name}`);
  const players = page.getByLabel('Players', { exact: true });
  const city = page.locator('#guide-build').getByRole('row', { name: /^City/ });
  await page.goto(`${home}/rules#guide-build`);
  await expect(players).toHaveValue('4');
  await expect(city).toContainText('2 grain and 3 ore');
  await expect(section('gain')).toContainText('19 cards of each resource');
  await expect(section('turn')).not.toContainText('After your turn');

  await players.selectOption('6');
  await expect(page).toHaveURL(`${home}/rules?players=6#guide-build`);
  await editionField(page).selectOption('Classic 1996');
  await expect(page).toHaveURL(`${home}/rules?edition=mayfair-1996&players=6#guide-build`);
  await expect(page.locator('#guide')).toContainText('“Classic 1996” for 6 players');
  await expect(city).toContainText('3 grain and 2 ore');
  await expect(section('gain')).toContainText('24 cards of each resource');
  await expect(section('board')).toContainText('30 hexes');
  await expect(section('turn')).toContainText('After your turn each of the others');

  await page.reload();
  await expect(players).toHaveValue('6');
  await expect(city).toContainText('3 grain and 2 ore');
  await expectFits(page, 'the guide for six');
});

inEitherView('text', () => {
  test('a table leads to the guide for its own edition, players and rules', async ({
    page,
    home,
  }) => {
    await page.goto(`${home}/new`);
    await page.getByRole('radio', { name: '6', exact: true }).check();
    await page.locator('summary', { hasText: 'House rules' }).click();
    await page.getByRole('checkbox', { name: 'A friendly robber' }).check();
    await page.getByRole('button', { name: 'Start the game' }).click();
    await page.getByRole('button', { name: 'Costs' }).first().click();
    const rules = await page
      .getByRole('link', { name: /^All the rules/ })
      .first()
      .getAttribute('href');
    await page.goto(`${home}${rules}`);
    // What is as in the edition does not stay in the address.
    await expect(page).toHaveURL(`${home}/rules?players=6&friendly_robber=true`);
    await expect(page.locator('#guide')).toContainText('a friendly robber');
    await expect(page.locator('#guide-robber')).toContainText(/fewer than three points/);
    await expectAccessible(page, 'the guide of a table');

    // Another edition is that of no table.
    await page.getByLabel('Edition', { exact: true }).selectOption('siedler');
    await expect(page.locator('#guide')).not.toContainText('a friendly robber');
    await expect(page).toHaveURL(`${home}/rules?edition=siedler&players=6`);
  });
});

test('the rules are found and read by keyboard alone', async ({ page, home }) => {
  const typist = new Typist(page);
  await page.goto(home);
  await typist.tabTo('Rules');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'The rules' })).toBeVisible();

  await page.keyboard.press('/');
  await expect(searchField(page)).toBeFocused();
  await page.keyboard.type('distance');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => typist.focused()).toMatch(/^BLD-09/);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => typist.focused()).toMatch(/^SET-02/);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(searchField(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(clause(page, 'BLD-09')).toBeFocused();
  await expect(clause(page, 'BLD-09')).toBeInViewport();

  await page.keyboard.press('/');
  await page.keyboard.type('zeppelin');
  await expect(page.getByRole('status').filter({ hasText: 'Nothing found' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(searchField(page)).toHaveValue('');
  await typist.tabTo('Edition');
  await page.keyboard.type('Alm');
  await expect(clause(page, 'TRN-03')).toContainText('In Almanac 1999');
});

test('in German the rules are searched, linked and read for an edition', async ({ page, home }) => {
  await speak(page, 'de');
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto(`${home}/rules#BLD-09`);
  await expect(clause(page, 'BLD-09')).toBeInViewport();
  await expect(clause(page, 'BLD-09').getByRole('heading')).toContainText('Abstandsregel');
  expect(loaded.filter((url) => /\/rules-[a-z]+-[^/]*\.js$/.test(url))).toEqual([
    expect.stringContaining('/rules-de-'),
  ]);

  const search = page.getByLabel('Regeln durchsuchen');
  const found = page.getByRole('list', { name: 'Was gefunden wurde' });
  for (const typed of ['räuber', 'Raeuber', 'RAUBER']) {
    await search.fill(typed);
    await expect(found.getByRole('link', { name: /^ROB-03/ })).toContainText('Der Räuber');
  }
  await search.fill('zeppelin');
  await expect(page.getByText('Keine Regel spricht von „zeppelin“.')).toBeVisible();
  await search.fill('bld9');
  await search.press('Enter');
  await expect(clause(page, 'BLD-09')).toBeFocused();

  await page.getByLabel('Ausgabe', { exact: true }).selectOption('Deutscher Klassiker');
  await expect(page.getByText('Eine Nacherzählung der deutschen Regeln')).toBeVisible();
  await expect(clause(page, 'BRD-10')).toContainText('ein beliebiges Küstenfeld');
  await expect(clause(page, 'BRD-10')).toContainText('Modern: eine Ecke des Landes');
  await clause(page, 'BRD-10').getByRole('link', { name: 'RUL-19' }).click();
  await expect(clause(page, 'RUL-19')).toBeInViewport();
});

for (const language of LOOKED_AT.filter((code) => code !== 'en')) {
  test(`in ${language} no English is left among the rules`, async ({ page, home }) => {
    await speak(page, language);
    await page.goto(`${home}/rules?edition=siedler`);
    await expect(clause(page, 'RUL-25')).toBeVisible();
    await expect(page.locator('main [lang]')).toHaveCount(0);
    expect(await english(page)).toEqual([]);
  });
}

/** Texts with words that every English text has, and no other language of the page. */
function english(page: Page): Promise<string[]> {
  return page.locator('main').evaluate((main) => {
    const ENGLISH = /\b(?:the|and|with|which|of|is|player|players|card|cards|your)\b/i;
    const found: string[] = [];
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, nodeValue } = walker.currentNode;
      if (nodeValue && !parentElement?.closest('code') && ENGLISH.test(nodeValue))
        found.push(nodeValue.trim());
    }
    return found;
  });
}

test('an address leads to its clause, for its edition', async ({ page, home }) => {
  await page.goto(`${home}/rules/rob-04?edition=five-six`);
  await expect(clause(page, 'ROB-04')).toBeFocused();
  await expect(clause(page, 'ROB-04')).toBeInViewport();
  await expect(clause(page, 'ROB-04')).toContainText('In Large board');
  await expect(page).toHaveURL(`${home}/rules?edition=five-six#ROB-04`);
});

test('the page can be printed: the text alone, and all of it', async ({ page, home }) => {
  await page.goto(`${home}/rules`);
  await expect(page.getByRole('heading', { name: 'The rules' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(searchField(page)).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Contents' })).toBeHidden();
  await expect(page.getByText('Edition: Modern')).toBeVisible();
  await expect(clause(page, 'BLD-09')).toBeVisible();
  await expect(page.getByRole('img', { name: /^After an 8: the settlements/ })).toBeVisible();
});

test('nothing sticks out on the narrowest phones', async ({ page, home }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const address of ['/', '/rules?edition=siedler']) {
    await page.goto(home + address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectFits(page, address);
  }
});
