/** What a host has changed about a table, in words. */

import type { TableSnapshot } from '../game/snapshot';
import type { LogEntry } from '../protocol';
import { WORDED } from '../setup/differences';
import { presetName } from '../setup/editions';
import { labelOf, OPTIONS, valueOf } from '../setup/options';
import {
  BOT_PACES,
  clockWords,
  duration,
  labelIn,
  STARTS,
  CHATS,
  ABSENCES,
} from '../setup/table-options';
import { islandWords } from './setup-of';

/** The names of what was changed since the viewer said that they are ready, oldest first. */
export function changedSinceReady(log: readonly LogEntry[], yours: readonly number[]): string[] {
  const changed = new Set<string>();
  for (const { at_table } of log) {
    if (at_table?.type === 'ready' && yours.includes(at_table.seat)) changed.clear();
    if (at_table?.type === 'changed') at_table.what.forEach((name) => changed.add(name));
  }
  return [...changed];
}

/** Each change in words, with what it is now: `Points to win: 12`. */
export function changeWords(what: readonly string[], snapshot: TableSnapshot): string[] {
  return what.flatMap((name) => {
    // Another deal says more than that the choice of the board has changed.
    if (name === 'board' && what.includes('deal')) return [];
    return [wordsOf(name, snapshot)];
  });
}

function wordsOf(name: string, snapshot: TableSnapshot): string {
  const { table, options, seats } = snapshot;
  const { rules } = table;
  const option = OPTIONS.find(({ id }) => id === name || id === `variants.${name}`);
  if (option) return `${option.title}: ${labelOf(option, valueOf(rules, option.id))}`;
  const worded = WORDED.find(({ id }) => id === name);
  if (worded) return `${worded.title}: ${worded.words(rules)}`;
  switch (name) {
    case 'edition':
      return `Edition: ${presetName(table.edition)}`;
    case 'board':
    case 'deal':
      return islandWords(snapshot);
    case 'seats':
      return `Seats: ${seats.length}`;
    case 'colors':
      return 'Seat colors';
    case 'public':
      return options.public
        ? 'The home page lists the table'
        : 'The home page does not list the table';
    case 'start':
      return `The game begins: ${labelIn(STARTS, options.start)}`;
    case 'clock':
      return `Time to think: ${clockWords(options.clock)}`;
    case 'extensions':
      return `Extra minutes on request: ${options.extensions}`;
    case 'spectators': {
      const { spectators } = options;
      if (spectators.type === 'allowed') return 'Spectators: welcome';
      return spectators.type === 'forbidden'
        ? 'Spectators: nobody'
        : `Spectators: ${duration(spectators.seconds)} behind`;
    }
    case 'chat':
      return `Chat: ${labelIn(CHATS, options.chat)}`;
    case 'absence':
      return `When somebody is away: ${labelIn(ABSENCES, options.absence)}`;
    case 'grace_s':
      return `Players count as away after ${duration(options.grace_s)}`;
    case 'bot_pace':
      return `Pace of the bots: ${labelIn(BOT_PACES, options.bot_pace)}`;
    default:
      return name;
  }
}
