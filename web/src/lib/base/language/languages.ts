/** The languages of the page, and which one a visitor reads. */

/** A language that one can choose. */
export interface Language {
  /** Its code, as in BCP 47. */
  readonly code: string;
  /** What it calls itself. */
  readonly name: string;
}

export const ENGLISH: Language = { code: 'en', name: 'English' };

/** The languages that one can choose, in the order in which they are offered. */
export const LANGUAGES: readonly Language[] = [
  ENGLISH,
  { code: 'de', name: 'Deutsch' },
  { code: 'es', name: 'Español' },
  { code: 'fr', name: 'Français' },
  { code: 'pl', name: 'Polski' },
];

/** Languages that nobody speaks, for tests: longer than English, and from right to left. */
const PSEUDO = ['en-XA', 'ar-XB'];
const FROM_THE_RIGHT = /^(ar|fa|he|ur)\b/;

/** A code of a language that the page has; null for all else. */
export function known(code: string | null): string | null {
  const found = [...LANGUAGES.map((language) => language.code), ...PSEUDO];
  return code !== null && found.includes(code) ? code : null;
}

/** The first of the languages that a visitor prefers which the page has, or English. */
export function preferred(wanted: readonly string[]): string {
  const found = wanted.map((code) => known(code.split('-')[0] ?? null)).find((code) => code);
  return found ?? ENGLISH.code;
}

/** Which way a language is written. */
export function direction(code: string): 'ltr' | 'rtl' {
  return FROM_THE_RIGHT.test(code) ? 'rtl' : 'ltr';
}
