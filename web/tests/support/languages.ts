import type { Page } from '@playwright/test';

/** Chooses a language as the settings do. */
export async function speak(page: Page, language: string): Promise<void> {
  await page.addInitScript((code) => {
    const KEY = 'brickwood.settings';
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as object;
    localStorage.setItem(KEY, JSON.stringify({ ...kept, language: code }));
  }, language);
}
