import { Person } from './support/person';
import { expect, MOTION, test } from './support/test';

test.use(MOTION);

test('a person plays a whole game from the home page to the end, and a rematch', async ({
  page,
  home,
}) => {
  test.setTimeout(420_000);
  const foreign: string[] = [];
  const errors: string[] = [];
  page.on('request', (request) => {
    const { origin } = new URL(request.url());
    if (origin !== home && !request.url().startsWith('data:')) foreign.push(request.url());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });

  await page.goto(home);
  await page.getByLabel('Your name').fill('Robin');
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(page).toHaveURL(/\/t\/.+/);
  const first = page.url();

  const person = new Person(page);
  await person.playToTheEnd();

  const sheet = page.getByRole('region', { name: /win/ });
  await expect(sheet).toBeVisible();
  // Two points can come at once.
  await expect(sheet.getByRole('listitem').first()).toContainText(/1[01]\s*points/);
  await expect(page.locator('.board svg').first()).toBeVisible();
  for (const thing of ['settlement', 'road', 'roll', 'end_turn']) {
    expect(person.done.get(thing) ?? 0, thing).toBeGreaterThan(0);
  }

  await page.getByRole('button', { name: 'Rematch' }).click();
  await expect(page).not.toHaveURL(first);
  await expect(page).toHaveURL(/\/t\/.+/);
  await expect(page.getByRole('region', { name: 'Your hand' })).toBeVisible();
  await expect(page.locator('.pill')).toContainText(/settlement|road|Rolling/);

  expect(foreign, 'requests to others').toEqual([]);
  expect(errors, 'errors of the page').toEqual([]);
});
