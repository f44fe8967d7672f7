/** The editions by their names alone, which every page may need. */

import { t } from '../../base/language/messages';

/** In the order of `docs/rules/editions.json`; the sentences are for the page of the set-up. */
export const PRESETS = [
  { id: 'modern', name: 'editions.modern', sentence: 'kinds.modernSentence' },
  { id: 'mayfair-1996', name: 'editions.mayfair1996', sentence: 'kinds.mayfair1996Sentence' },
  { id: 'almanac-1999', name: 'editions.almanac1999', sentence: 'kinds.almanac1999Sentence' },
  { id: 'five-six', name: 'editions.fiveSix', sentence: 'kinds.fiveSixSentence' },
  { id: 'siedler', name: 'editions.siedler', sentence: 'kinds.siedlerSentence' },
] as const;

/** The name of an edition. */
export function presetName(id: string): string {
  const found = PRESETS.find((preset) => preset.id === id);
  return found ? t(found.name) : id;
}
