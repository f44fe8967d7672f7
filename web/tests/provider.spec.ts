import { expectLooksRight } from './support/checks';
import { openTable, sitDown, stranger } from './support/lobby';
import { CLIENT, Provider } from './support/provider';
import { freePort, Server } from './support/server';
import { expect, SIZES, test } from './support/test';

const NAME = 'Club login';

/** A site with a provider, both on this machine. */
async function siteWithProvider(): Promise<[Server, string, Provider]> {
  const [port, other] = [await freePort(), await freePort()];
  const home = `http://localhost:${port}`;
  const provider = await Provider.start(other, home);
  const named = ['--public-url', home, '--oidc-issuer', provider.issuer];
  const known = ['--oidc-client-id', CLIENT.id, '--oidc-name', NAME];
  const server = await Server.serve(port, [...named, ...known], {
    BRICKWOOD_OIDC_CLIENT_SECRET: CLIENT.secret,
  });
  return [server, home, provider];
}

test('the provider of a site brings somebody back in the middle of a game', async ({
  page: host,
  browser,
}) => {
  const [server, home, provider] = await siteWithProvider();
  await openTable(host, home, { name: 'Robin', seats: ['human'] });
  const link = host.url();
  const lost = await stranger(browser);
  await lost.goto(link);
  await sitDown(lost, 'Ida');
  await expect(lost.getByRole('region', { name: 'Your hand' })).toBeVisible();
  await lost.goto(`${home}/me`);
  await lost.getByRole('button', { name: `Link ${NAME}`, exact: true }).click();
  await provider.comeIn(lost, 'ida');
  await expect(lost.getByText(`${NAME} is linked.`)).toBeVisible();
  await expect(lost).toHaveURL(`${home}/me`);

  const found = await stranger(browser);
  await found.goto(`${home}/take-along`);
  await found.getByRole('button', { name: `Continue with ${NAME}` }).click();
  await provider.comeIn(found, 'ida');
  await expect(found.getByText('Welcome back!')).toBeVisible();
  await found.goto(link);
  await expect(found.getByRole('region', { name: 'Your hand' })).toBeVisible();

  // Somebody whom it knows, and the site does not.
  const new_ = await stranger(browser);
  await new_.goto(`${home}/take-along`);
  await new_.getByRole('button', { name: `Continue with ${NAME}` }).click();
  await provider.comeIn(new_, 'bo');
  await expect(new_.getByText(`Your ${NAME} isn’t linked to anybody here yet.`)).toBeVisible();
  await new_.getByRole('button', { name: `Link ${NAME}`, exact: true }).click();
  await expect(new_.getByText(`${NAME} is linked.`)).toBeVisible();

  // The device that has just come cannot do this, and the old one can.
  await lost.goto(`${home}/me`);
  await lost.getByRole('button', { name: `Unlink ${NAME}` }).click();
  await lost.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(lost.getByRole('button', { name: `Link ${NAME}`, exact: true })).toBeVisible();
  for (const page of [lost, found, new_]) await page.context().close();
  await server.stop();
  await provider.stop();
});

test('the provider looks right', async ({ browser }) => {
  const [server, home, provider] = await siteWithProvider();
  for (const [size, options] of Object.entries(SIZES)) {
    const page = await stranger(browser, options);
    await page.goto(`${home}/me`);
    await expect(page.getByRole('heading', { name: NAME })).toBeVisible();
    await expectLooksRight(page, size, 'me-provider', { fullPage: true });
    await page.goto(`${home}/take-along?provider=unknown`);
    await expect(page.getByText('isn’t linked to anybody here')).toBeVisible();
    await expectLooksRight(page, size, 'take-along-provider');
    await page.context().close();
  }
  await server.stop();
  await provider.stop();
});
