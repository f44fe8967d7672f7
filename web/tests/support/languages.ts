import type { Page } from '@playwright/test';

import { LANGUAGES } from '../../src/lib/base/language/languages';
import { LONG } from './long';

/** The languages that the page is looked at in: that of the longest words, and in the long form all. */
export const LOOKED_AT = LANGUAGES.map(({ code }) => code).filter((code) => LONG || code === 'de');

/** Chooses a language as the settings do. */
export async function speak(page: Page, language: string): Promise<void> {
  await page.addInitScript((code) => {
    const KEY = 'brickwood.settings';
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as object;
    localStorage.setItem(KEY, JSON.stringify({ ...kept, language: code }));
  }, language);
}
