/** What is the same in both views of a table, wherever it stands there. */

import type { Locator, Page } from '@playwright/test';

/** The places that can be picked. */
export function places(page: Page): Locator {
  return page.locator('main [data-pick]');
}

/** What has happened. */
export function logOf(page: Page): Locator {
  return page.locator('[role=log][aria-label=Log], [data-region=log]');
}

/** Why something was not done. */
export function refusal(page: Page): Locator {
  return page.locator('main [role=alert], .column .problem').last();
}
