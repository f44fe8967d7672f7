import type { Remedy, SeatInfo } from '../src/lib/base/protocol';
import { StagedTable, type Moment } from './support/staged';
import { expect, test, inEitherView } from './support/test';

/** A turn of Cleo's, who is here and has done nothing for so long, with what can be done about it. */
function waits(waited_ms: number, ...open: Remedy[]): Moment {
  const here: Partial<SeatInfo> = { present: true, waited_ms };
  const remedies = open.map((remedy) => ({ seat: 2, remedy, in_ms: 0 }));
  return {
    ...{ seats: [{}, {}, here], view: { active: 2 }, choices: { to_act: false } },
    seating: { remedies },
  };
}

inEitherView('board', () => {
  test('one who does not act is reminded, and after a minute hurried, skipped or replaced', async ({
    page,
    home,
  }) => {
    const table = new StagedTable();
    await table.open(page, home, waits(5_000));
    const panel = page.getByRole('region', { name: 'Everybody is waiting for Cleo' });
    await expect(page.locator('.pill')).toContainText('Cleo');
    await expect(panel).toBeHidden();
    table.show(waits(30_000, 'remind'));
    await expect(panel).toContainText(/Everybody is waiting for Cleo: 0:3\d/);
    await expect(panel.getByRole('button')).toHaveText(['Remind']);
    await panel.getByRole('button', { name: 'Remind' }).click();
    table.show(waits(90_000, 'remind', 'clock', 'skip', 'replace'));
    await expect(panel.getByRole('button')).toHaveText([
      'Remind',
      'Give a minute',
      'Skip the turn',
      'Let a bot play',
    ]);
    await panel.getByRole('button', { name: 'Give a minute' }).click();
    await panel.getByRole('button', { name: 'Skip the turn' }).press('Enter');
    await panel.getByRole('button', { name: 'Let a bot play' }).click();
    await expect
      .poll(() => table.remedies)
      .toEqual(['remind', 'clock', 'skip', 'replace'].map((remedy) => ({ seat: 2, remedy })));
    // Once a clock runs, there is no other to give.
    table.show(waits(90_000, 'remind', 'skip', 'replace'));
    await expect(panel.getByRole('button')).toHaveText([
      'Remind',
      'Skip the turn',
      'Let a bot play',
    ]);
  });
});

inEitherView('text', () => {
  test('the time of a player runs down evenly into the last seconds, whatever is done meanwhile', async ({
    page,
    home,
  }) => {
    const table = new StagedTable();
    const ends = Date.now() + 23_000;
    const now = (): Moment => ({
      seats: [{}, {}, { present: true, left_ms: ends - Date.now(), running: true }],
      view: { active: 2 },
    });
    await table.open(page, home, now());
    const clock = page.getByRole('region', { name: 'Players' }).locator('.clock').first();
    await expect(clock).toBeVisible();
    const shown = clock.evaluate(async (element) => {
      const seconds: number[] = [];
      const begun = performance.now();
      while (performance.now() - begun < 5000) {
        const [, minutes, rest] = /(\d+):(\d\d)/.exec(element.textContent) ?? [];
        seconds.push(Number(minutes) * 60 + Number(rest));
        await new Promise(requestAnimationFrame);
      }
      return seconds;
    });
    // Others do something, and all are told again what is left.
    for (let times = 0; times < 4; times++) {
      await page.waitForTimeout(1100);
      table.show(now());
    }
    const seconds = await shown;
    const left = (ends - Date.now()) / 1000;
    expect(seconds).toEqual([...seconds].sort((a, b) => b - a));
    expect(new Set(seconds).size).toBeGreaterThanOrEqual(5);
    expect(Math.min(...seconds)).toBeLessThan(20);
    expect(Math.abs((seconds.at(-1) ?? NaN) - left)).toBeLessThan(1.5);
    await expect(clock).toContainText('!');
  });

  test('more time is taken by button, and beside the board by the key M', async ({
    page,
    home,
    view,
  }) => {
    const table = new StagedTable();
    const late = (left_ms: number): Moment => ({
      seats: [{ left_ms, running: true, extensions: 3 }],
      choices: { to_act: true, end_turn: true },
    });
    await table.open(page, home, late(60_000));
    const more = page.getByRole('button', { name: '+1 min' });
    const pill = page.locator('.pill');
    await expect(pill).toBeVisible();
    await expect(more).toBeHidden();
    await expect(pill).not.toContainText(/\d:\d\d/);
    table.show(late(15_000));
    // It is told behind what is awaited.
    await expect(pill).toContainText(/trade, build or end.*0:1\d/s);
    await more.click();
    await expect.poll(() => table.asked).toEqual(['more_time']);
    if (view === 'text') return;
    await page.locator('.pill').focus();
    await page.keyboard.press('m');
    await expect.poll(() => table.asked).toEqual(['more_time', 'more_time']);
  });

  test('whoever is replaced by a bot while being here can play on', async ({ page, home }) => {
    const table = new StagedTable();
    await table.open(page, home, { seats: [{ replaced: true }] });
    await page.getByRole('button', { name: 'Play on' }).click();
    await expect.poll(() => table.asked).toEqual(['return']);
  });

  test('free roads can be forgone, both or the one that is left', async ({ page, home }) => {
    const table = new StagedTable();
    const left = (free_roads: number): Moment => ({
      view: { phase: { type: 'free_roads' }, active: 0, dice: [3, 4], free_roads },
      choices: { to_act: true, roads: [3, 9, 12], pass: true },
    });
    await table.open(page, home, left(2));
    await page.getByRole('button', { name: 'Skip both roads' }).click();
    await expect.poll(() => table.acted).toEqual([{ type: 'pass' }]);
    table.show(left(1));
    await page.getByRole('button', { name: 'Skip this road' }).press('Enter');
    await expect.poll(() => table.acted).toEqual([{ type: 'pass' }, { type: 'pass' }]);
  });
});
