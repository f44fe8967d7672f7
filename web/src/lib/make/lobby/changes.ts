/** What a host has changed about a table, in words. */

import type { TableSnapshot } from '../../play/game/snapshot';
import { t } from '../../base/language/messages';
import type { BotsAfter, LogEntry, SpectatorRule } from '../../base/protocol';
import { ruleWords, WORDED } from '../setup/differences';
import { presetName } from '../setup/editions';
import { labelOf, OPTIONS, valueOf } from '../setup/options';
import { duration } from '../setup/duration';
import { clockWords } from '../setup/table-options';
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
  if (option) return ruleWords(option, labelOf(option, valueOf(rules, option.id)));
  const worded = WORDED.find(({ id }) => id === name);
  if (worded) return ruleWords(worded, worded.words(rules));
  switch (name) {
    case 'edition':
      return t('changes.edition', { edition: presetName(table.edition) });
    case 'board':
    case 'deal':
      return islandWords(snapshot);
    case 'seats':
      return t('changes.seats', { count: seats.length });
    case 'colors':
      return t('changes.colors');
    case 'public':
      return options.public ? t('changes.public') : t('changes.private');
    case 'start':
      return t('changes.start', { start: options.start });
    case 'clock':
      return t('changes.clock', { clock: clockWords(options.clock) });
    case 'extensions':
      return t('changes.extensions', { count: options.extensions });
    case 'spectators':
      return spectatorWords(options.spectators);
    case 'chat':
      return t('changes.chat', { chat: options.chat });
    case 'absence':
      return t('changes.absence', { absence: options.absence });
    case 'grace_s':
      return t('changes.grace', { time: duration(options.grace_s) });
    case 'bot_pace':
      return t('changes.pace', { pace: options.bot_pace });
    case 'bot_offers':
      return t('changes.offers', { offers: options.bot_offers });
    case 'coach':
      return t('changes.coach', { coach: options.coach });
    case 'bots_after':
      return botWords(options.bots_after);
    case 'takeover_rounds':
      return t('changes.takeover', { rounds: options.takeover_rounds ?? 0 });
    case 'rated':
      return t(options.rated ? 'changes.rated' : 'changes.unrated');
    default:
      return name;
  }
}

function spectatorWords(spectators: SpectatorRule): string {
  switch (spectators.type) {
    case 'allowed':
      return t('changes.spectatorsAllowed');
    case 'forbidden':
      return t('changes.spectatorsForbidden');
    case 'delayed':
      return t('changes.spectatorsDelayed', { time: duration(spectators.seconds) });
  }
}

function botWords(bots: BotsAfter | undefined): string {
  if (!bots) return t('changes.noBots');
  const { seconds } = bots;
  return seconds ? t('changes.botsAfter', { time: duration(seconds) }) : t('changes.botsAtOnce');
}
