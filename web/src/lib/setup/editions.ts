/** The editions by their names alone, which every page may need. */

/** An edition, and what is special about it. */
export interface Preset {
  readonly id: string;
  readonly name: string;
  readonly sentence: string;
}

/** In the order of `docs/rules/editions.json`. */
export const PRESETS: readonly Preset[] = [
  {
    id: 'modern',
    name: 'Today',
    sentence: 'Today’s rules: trade and build in any order; whoever moves the robber must steal.',
  },
  {
    id: 'mayfair-1996',
    name: 'Classic 1996',
    sentence: 'Cities cost 2 ore and 3 grain, and nobody has to steal.',
  },
  {
    id: 'almanac-1999',
    name: 'Almanac 1999',
    sentence: 'Trade first, then build; the robber may not return to the desert.',
  },
  {
    id: 'five-six',
    name: 'Large board',
    sentence:
      'For the large board: the robber may not return to a desert, and a resource may be traded for itself.',
  },
  {
    id: 'siedler',
    name: 'German classic',
    sentence:
      'The German rules: trade, then build; you can win at any time; played cards go under the deck.',
  },
];

/** The name of an edition. */
export function presetName(id: string): string {
  return PRESETS.find((preset) => preset.id === id)?.name ?? id;
}
