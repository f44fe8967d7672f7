/** Loads the rules in the language of the page. */

import rules from 'virtual:rules';

import { ENGLISH } from '../../base/language/languages';
import { currentLanguage } from '../../base/language/messages';
import type { Reference } from './reference';

/** The rules in the language of the page; in English where it speaks one that nobody does. */
export async function loadReference(language = currentLanguage()): Promise<Reference> {
  const load = rules[language] ?? rules[ENGLISH.code];
  if (!load) throw new Error('there are no rules');
  return (await load()).default;
}

/** The language to mark a text of the rules with: none where it is the page's own. */
export function foreign({ language }: Reference): string | undefined {
  return language === currentLanguage() ? undefined : language;
}
