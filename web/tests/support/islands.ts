/** The question of an island of the day, answered as a person does. */

import type { Page } from '@playwright/test';

import { expect } from './test';

/** Answers with the first of what can be answered. A place is meant twice: it cannot be taken back. */
export async function answerFirst(page: Page): Promise<void> {
  const first = page.locator('[data-pick], [data-choice]').first();
  await expect(first).toBeVisible();
  const isPlace = (await first.getAttribute('data-pick')) !== null;
  await first.press('Enter');
  if (isPlace) {
    await expect(first).toHaveAttribute('aria-pressed', 'true');
    await first.press('Enter');
  }
  await expect(page.locator('[data-pick]')).toHaveCount(0);
}
