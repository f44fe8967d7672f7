import type { Locator, Page } from '@playwright/test';

import type { ClientMessage } from '../src/lib/base/protocol';
import { expectAccessible } from './support/checks';
import { speak } from './support/languages';
import { StagedTable } from './support/staged';
import { expect, inEitherView, test } from './support/test';
import { places } from './support/views';

/** What leads from a refusal to its rule: in words it has the number, which can be typed. */
function refused(page: Page): Locator {
  const link = page.getByRole('link', { name: 'Read the rule' });
  return link.or(page.getByRole('button', { name: /^Rule [A-Z]{3}-\d\d$/ }));
}

inEitherView('board', () => {
  test('a button that cannot be used names the rule, which is read at the table', async ({
    page,
    home,
  }) => {
    await page.goto(home);
    await page.getByRole('button', { name: 'Play now' }).click();
    await expect(page.locator('.pill')).toHaveText('Place your first settlement');
    const table = page.url();
    await page.locator('[data-action=city]').press('Enter');
    await refused(page).press('Enter');

    const dialog = page.getByRole('dialog', { name: 'The rule' });
    await expect(dialog).toContainText('Clockwise from the first player');
    await expectAccessible(page, 'a rule at the table');
    const rules = dialog.getByRole('link', { name: 'All the rules' });
    const [opened] = await Promise.all([page.waitForEvent('popup'), rules.click()]);
    await expect(opened.locator('[id="SET-02"]')).toBeInViewport();
    await opened.close();

    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(refused(page)).toBeFocused();
    expect(page.url()).toBe(table);
  });

  test('the rule is read in the language of the page', async ({ page, home, view }) => {
    await speak(page, 'de');
    await new StagedTable().open(page, home, {});
    await page.locator('[data-action=city]').press('Enter');
    await page.getByText(view === 'text' ? /^Regel BLD-\d\d$/ : 'Regel lesen').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Die Regel' });
    await expect(dialog).toContainText('Kostet 3 Erz und 2 Getreide');
    await expect(dialog.locator('[lang]')).toHaveCount(0);
    const rules = dialog.getByRole('link', { name: 'Alle Regeln' });
    const [opened] = await Promise.all([page.waitForEvent('popup'), rules.click()]);
    await expect(opened.locator('[id="BLD-03"]')).toBeInViewport();
    await expect(opened.locator('[id="BLD-03"]')).toContainText('Kostet 3 Erz und 2 Getreide');
    await opened.close();
    await page.keyboard.press('Escape');
    if (view === 'text') {
      await page.locator('input[role=combobox]').fill('regel bld-09');
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('heading', { name: 'Abstandsregel' })).toBeVisible();
    }
  });

  test('what the server refuses names the rule, and one rule leads to another', async ({
    page,
    home,
  }) => {
    await page.routeWebSocket(/\/socket$/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((text) => {
        const message = JSON.parse(String(text)) as ClientMessage;
        const acts = message.type === 'command' && message.command.type === 'act';
        if (!acts) server.send(text);
        else {
          const problem = { code: 'no_city_left', clause: 'BLD-12', message: 'All are built.' };
          socket.send(JSON.stringify({ type: 'refused', key: message.key, problem }));
        }
      });
    });
    await page.goto(home);
    await page.getByRole('button', { name: 'Play now' }).click();
    await expect(page.locator('.pill')).toHaveText('Place your first settlement');
    await places(page).first().click();
    await refused(page).click();
    await page.getByRole('dialog').getByRole('link', { name: 'BRD-12' }).click();
    const dialog = page.getByRole('dialog', { name: 'The rule' });
    await expect(dialog.getByRole('heading', { name: 'Pieces' })).toBeFocused();
    await expect(dialog).toContainText('5 settlements, 4 cities and 15 roads');
  });
});

inEitherView('text', () => {
  test('the menu of a table leads to the rules in a window of their own', async ({
    page,
    home,
    view,
  }) => {
    await page.goto(home);
    await page.getByRole('button', { name: 'Play now' }).click();
    for (const [button, dialog] of [
      ['Menu', 'Menu'],
      [view === 'text' ? 'All costs' : 'Costs and rules', 'Costs and rules'],
    ] as const) {
      await page.getByRole('button', { name: button, exact: true }).click();
      const rules = page
        .getByRole('dialog', { name: dialog })
        .getByRole('link', { name: 'All the rules' });
      const [opened] = await Promise.all([page.waitForEvent('popup'), rules.click()]);
      await expect(opened.getByRole('heading', { name: 'The rules' })).toBeVisible();
      await opened.close();
      await page.keyboard.press('Escape');
    }
    await expect(page).toHaveURL(/\/t\//);
  });

  test('a table says when its rules cannot be loaded', async ({ page, home }) => {
    await new StagedTable().open(page, home, { rules: { points_to_win: 12 } });
    await page.route(/RulesDialog/, (route) => route.abort());
    await page.getByRole('button', { name: /^House rules/ }).click();
    await expect(page.getByText('Not loaded: reload the page.')).toBeVisible();
  });
});
