import { expectAccessible, expectFits } from './support/checks';
import { LOOKED_AT, speak } from './support/languages';
import {
  drawn,
  expectLaws,
  LEGIBLE,
  REACHABLE,
  resize,
  WHOLE,
  WITHIN_WINDOW,
  withoutPaint,
} from './support/laws';
import { LONG } from './support/long';
import { states } from './support/moments';
import { picture } from './support/pictures';
import { StagedTable } from './support/staged';
import { expect, SIZES, test } from './support/test';

import type { Page } from '@playwright/test';

/** A word of the home page in some languages. */
const WORDS = { de: 'Jetzt spielen', fr: 'Jouer', pl: 'Graj teraz' } as const;
/** Longer than English, and from right to left. */
const PSEUDO = ['en-XA', 'ar-XB'] as const;

const WINDOWS = { desktop: [1366, 768], phone: [390, 844] } as const;

/** The pages without a table, by their addresses. */
const PAGES = {
  home: '/',
  'set-up': '/new',
  rules: '/rules',
  replay: '/replay',
  verify: '/verify',
};

for (const language of [...LOOKED_AT, ...PSEUDO]) {
  test(`in ${language} nothing is cut on any page, at the size of a desktop and of a phone`, async ({
    page,
    home,
  }) => {
    test.setTimeout(120_000);
    await speak(page, language);
    for (const [device, [width, height]] of Object.entries(WINDOWS)) {
      await page.setViewportSize({ width, height });
      for (const [name, address] of Object.entries(PAGES)) {
        await page.goto(home + address);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        await expect(page.locator('h1')).toBeVisible();
        await drawn(page);
        const where = `${name}, ${language}, ${device}`;
        await picture(page, `${language}-${device}-${name}`);
        await expectFits(page, where);
        await expectLaws(page, where, WHOLE);
        if (language === 'en-XA') expect.soft(await plainEnglish(page), where).toEqual([]);
        // What is said aloud does not depend on the window.
        if (language === 'ar-XB' && (LONG || device === 'phone'))
          await expectAccessible(page, where);
      }
    }
  });

  test(`in ${language} nothing is cut and every button can be pressed in every phase of a game`, async ({
    page,
    home,
  }) => {
    test.setTimeout(120_000);
    await speak(page, language);
    const table = new StagedTable();
    const all = states(4);
    await table.open(page, home, all[0]?.moment ?? {});
    await withoutPaint(page);
    for (const [device, [width, height]] of Object.entries(WINDOWS)) {
      await resize(page, width, height);
      for (const { name, moment } of all) {
        table.show(moment);
        // Which sentence comes is up to the language.
        await drawn(page);
        await drawn(page);
        if (name === 'builder') await page.locator('[data-action=trade]').click();
        const where = `${name}, ${language}, ${device}`;
        await picture(page, `${language}-${device}-table-${name}`);
        await expectLaws(page, where, WITHIN_WINDOW, WHOLE, LEGIBLE, REACHABLE);
        if (language === 'en-XA') expect.soft(await plainEnglish(page), where).toEqual([]);
        if (name === 'builder') await page.keyboard.press('Escape');
      }
    }
  });
}

/** The command line in another language, by what it says there. */
const TYPED = {
  de: { help: 'hilfe', begin: 'ang', set: 'punkte 12' },
  'en-XA': { help: 'help', begin: null, set: 'points 12' },
} as const;

test.describe('on a phone', () => {
  test.use({ ...SIZES.phone, view: 'text' });

  for (const [language, { help, begin, set }] of Object.entries(TYPED)) {
    test(`in ${language} the command line, what it completes and its help are whole and speak that language`, async ({
      page,
      home,
    }) => {
      await page.addInitScript((code) => {
        const kept = { view: 'text', language: code };
        localStorage.setItem('brickwood.settings', JSON.stringify(kept));
      }, language);
      const line = page.locator('input[role=combobox]');
      const type = async (words: string) => {
        await line.fill(words);
        await line.press('Enter');
      };
      const look = async (what: string) => {
        await drawn(page);
        const where = `${what}, ${language}`;
        await picture(page, `${language}-phone-typed-${what}`);
        await expectFits(page, where);
        await expectLaws(page, where, WHOLE);
        if (language === 'en-XA') expect.soft(await plainEnglish(page), where).toEqual([]);
      };
      const table = new StagedTable();
      const turn = states(4).find(({ name }) => name === 'main');
      await table.open(page, home, turn?.moment ?? {});
      await type(help);
      await type(`${help} ${help}`);
      if (begin) {
        await line.fill(begin);
        const ways = page.getByRole('listbox').getByRole('option');
        await expect(ways).toHaveText([
          'angebote',
          'angebot',
          'angebot annehmen',
          'angebot ablehnen',
          'angebot zurückziehen',
          'angebote wieder zeigen',
        ]);
        await expect(ways.last()).toBeInViewport({ ratio: 1 });
        await look('completing');
        await ways.nth(1).tap();
        await expect(line).toHaveValue('angebot ');
      }
      await line.fill('');
      await page.locator('summary').first().tap();
      await look('help');

      await page.goto(`${home}/new`);
      await expect(line).toBeVisible();
      await type(set);
      await expect(page.locator('.column .answer').last()).toContainText('12');
      await page.locator('summary').first().tap();
      await look('set-up');
    });
  }
});

/**
 * What is written or spoken on the page in English, although it is in a catalog, where it would have
 * accents. Names, codes and places are nobody's language.
 */
function plainEnglish(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const NAMED =
      '[lang=en], option[lang], [translate=no], code, kbd, samp, time, .name, .typed, script, style, title';
    const NO_WORD =
      /^(and|or|Brickwood|staged|Bartholomew|Featherstone|Bruno|Wilhelmina|Brackwater|Jo|MIT|Apache|English|amber|otter)$/;
    // Codes such as BLD-09 are written in capitals.
    const isEnglish = (text: string) =>
      (text.match(/\p{L}{3,}(?![\p{L}~])/gu) ?? []).some(
        (word) => /^[A-Za-z]*[a-z]$/.test(word) && !NO_WORD.test(word),
      );
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, nodeValue } = walker.currentNode;
      if (nodeValue && !parentElement?.closest(NAMED) && isEnglish(nodeValue))
        found.add(nodeValue.trim());
    }
    for (const attribute of ['aria-label', 'title', 'placeholder', 'aria-description', 'alt']) {
      for (const element of document.querySelectorAll(`[${attribute}]`)) {
        const text = element.getAttribute(attribute) ?? '';
        if (!element.closest('[lang=en], [translate=no]') && isEnglish(text))
          found.add(`${attribute}: ${text}`);
      }
    }
    return [...found];
  });
}

test("the browser's preference chooses the language, the settings another, and a link a third", async ({
  browser,
  home,
}) => {
  const context = await browser.newContext({ locale: 'pl-PL' });
  const page = await context.newPage();
  await page.goto(home);
  await expect(page.locator('html')).toHaveAttribute('lang', 'pl');
  await expect(page.getByText(WORDS.pl).first()).toBeVisible();
  await page.getByRole('combobox', { name: /język/i }).selectOption('de');
  await expect(page.getByText(WORDS.de).first()).toBeVisible();
  await page.goto(`${home}/?language=fr`);
  await expect(page.getByText(WORDS.fr).first()).toBeVisible();
  await page.goto(home);
  await expect(page.getByText(WORDS.de).first()).toBeVisible();
  await context.close();
});
