/** Chooses the language of the page, and says so to the browser and its readers. */

import { direction, known, preferred } from './languages';
import { setLanguage } from './messages';

/**
 * Chooses what the address asks for (`?language=de`), else what the visitor has chosen before, else
 * what the browser prefers.
 */
export function startLanguage(chosen: string): void {
  const asked = new URLSearchParams(location.search).get('language');
  const code = known(asked) ?? known(chosen) ?? preferred(navigator.languages);
  setLanguage(code);
  document.documentElement.lang = code;
  document.documentElement.dir = direction(code);
}
