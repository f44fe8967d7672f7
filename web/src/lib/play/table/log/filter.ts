/** Which lines of the log somebody looks for. */

import { lineText, type LogLine, type Told } from '../../game/log-lines';
import type { Color } from '../../../base/protocol';

/** What lines can be about. */
export const TOPICS = ['rolls', 'buildings', 'trades', 'cards', 'table'] as const;
export type Topic = (typeof TOPICS)[number];

/** What is looked for. Null and nothing typed: everything. */
export interface LogFilter {
  readonly topic: Topic | null;
  /** Whose lines. */
  readonly color: Color | null;
  /** Words that a line has. */
  readonly words: string;
}

/** No line is left out. */
export const EVERYTHING: LogFilter = { topic: null, color: null, words: '' };

/** What each kind of line is about; the others are about the table. */
const TOPIC_OF: Partial<Record<Told, Topic>> = {
  first_player_rolled: 'rolls',
  rolled: 'rolls',
  rolled_again: 'rolls',
  built: 'buildings',
  free_roads_forgone: 'buildings',
  special_building_began: 'buildings',
  longest_road: 'buildings',
  traded_with_bank: 'trades',
  offered: 'trades',
  answered: 'trades',
  traded: 'trades',
  withdrawn: 'trades',
  trade_talk: 'trades',
  starting_cards: 'cards',
  bought: 'cards',
  played: 'cards',
  took_plenty: 'cards',
  monopolized: 'cards',
  discarded: 'cards',
  robber_moved: 'cards',
  robber_stayed: 'cards',
  stolen: 'cards',
  nothing_stolen: 'cards',
  largest_army: 'cards',
};

/** The lines that are looked for. Headings of turns show only where nothing is left out. */
export function found(lines: readonly LogLine[], filter: LogFilter): readonly LogLine[] {
  const words = plain(filter.words).split(' ').filter(Boolean);
  const { topic, color } = filter;
  if (topic === null && color === null && !words.length) return lines;
  return lines.filter((line) => {
    if (line.kind === 'turn') return false;
    if (topic !== null && (TOPIC_OF[line.told] ?? 'table') !== topic) return false;
    if (color !== null && line.color !== color) return false;
    const text = words.length ? plain(lineText(line.parts)) : '';
    return words.every((word) => text.includes(word));
  });
}

/** Letters without case and accents: nobody types those to find something. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}
