import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { recorded } from '../src/lib/play/game/test-recording';
import type { ServerMessage } from '../src/lib/base/protocol';
import { Person } from './support/person';
import { expect, test } from './support/test';

const FIXTURE = fileURLToPath(new URL('fixtures/game.json', import.meta.url));

test('writes a whole game down for the tests of what is spoken', async ({ page, home }) => {
  test.skip(!process.env.RECORD_GAME, 'only where somebody asks for another recording');
  test.setTimeout(420_000);
  const heard: ServerMessage[] = [];
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      heard.push(JSON.parse(String(payload)) as ServerMessage);
    });
  });
  await page.goto(`${home}/new`);
  await page.getByRole('radio', { name: 'Large board' }).check();
  await page.getByRole('radio', { name: '5', exact: true }).check();
  await page.getByLabel('Points to win').fill('6');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page.locator('.pill')).toBeVisible();

  const person = new Person(page);
  let undone = false;
  person.onLook = async (seen) => {
    const undo = seen.buttons.find(({ name }) => name === 'Undo');
    if (undone || !undo || !seen.status.includes('build or end')) return;
    undone = true;
    await page.getByRole('button', { name: 'Undo' }).click();
  };
  await person.playToTheEnd();
  const { welcome, changes } = recorded(heard);
  const lines = changes.map((change) => JSON.stringify(change));
  writeFileSync(
    FIXTURE,
    `{"welcome":${JSON.stringify(welcome)},\n"changes":[\n${lines.join(',\n')}\n]}\n`,
  );
});
