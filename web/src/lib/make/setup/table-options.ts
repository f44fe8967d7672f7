/** How a table is run: who may come, watch and talk, how long one may think, who waits for whom. */

import { t, type MessageId } from '../../base/language/messages';
import type {
  AbsenceRule,
  BotOffers,
  BotPace,
  ChatRule,
  ClockRule,
  CoachRule,
  SpectatorRule,
  StartRule,
  TableOptions,
} from '../../base/protocol';
import { DEFAULT_OPTIONS } from '../../base/protocol/default-options';
import { duration } from './duration';

/** How a table is run where nobody is awaited: the game begins at once. */
export const AT_ONCE: TableOptions = DEFAULT_OPTIONS;

/** What a new table has where nobody has chosen. */
export const USUAL: TableOptions = { ...DEFAULT_OPTIONS, start: 'by_host' };

/** A message about a choice. */
type ChoiceMessage = Extract<MessageId, `tableChoices.${string}`>;

/** A choice, and what follows from it. */
export interface Choice<T extends string> {
  readonly value: T;
  readonly label: ChoiceMessage;
  readonly sentence: ChoiceMessage;
}

export const STARTS: readonly Choice<StartRule>[] = [
  {
    value: 'when_full',
    label: 'tableChoices.whenFull',
    sentence: 'tableChoices.whenFullSentence',
  },
  { value: 'by_host', label: 'tableChoices.byHost', sentence: 'tableChoices.byHostSentence' },
];

export const CLOCKS: readonly Choice<ClockRule['type']>[] = [
  { value: 'off', label: 'tableChoices.clockOff', sentence: 'tableChoices.clockOffSentence' },
  { value: 'turn', label: 'tableChoices.clockTurn', sentence: 'tableChoices.clockTurnSentence' },
  { value: 'bank', label: 'tableChoices.clockBank', sentence: 'tableChoices.clockBankSentence' },
];

export const ABSENCES: readonly Choice<AbsenceRule>[] = [
  { value: 'bot', label: 'tableChoices.awayBot', sentence: 'tableChoices.awayBotSentence' },
  { value: 'pause', label: 'tableChoices.awayPause', sentence: 'tableChoices.awayPauseSentence' },
];

export const SPECTATORS: readonly Choice<SpectatorRule['type']>[] = [
  {
    value: 'allowed',
    label: 'tableChoices.spectatorsAllowed',
    sentence: 'tableChoices.spectatorsAllowedSentence',
  },
  {
    value: 'delayed',
    label: 'tableChoices.spectatorsDelayed',
    sentence: 'tableChoices.spectatorsDelayedSentence',
  },
  {
    value: 'forbidden',
    label: 'tableChoices.spectatorsForbidden',
    sentence: 'tableChoices.spectatorsForbiddenSentence',
  },
];

export const CHATS: readonly Choice<ChatRule>[] = [
  { value: 'free', label: 'tableChoices.chatFree', sentence: 'tableChoices.chatFreeSentence' },
  {
    value: 'phrases',
    label: 'tableChoices.chatPhrases',
    sentence: 'tableChoices.chatPhrasesSentence',
  },
  { value: 'off', label: 'tableChoices.chatOff', sentence: 'tableChoices.chatOffSentence' },
];

export const BOT_PACES: readonly Choice<BotPace>[] = [
  {
    value: 'normal',
    label: 'tableChoices.paceNormal',
    sentence: 'tableChoices.paceNormalSentence',
  },
  { value: 'fast', label: 'tableChoices.paceFast', sentence: 'tableChoices.paceFastSentence' },
  { value: 'none', label: 'tableChoices.paceNone', sentence: 'tableChoices.paceNoneSentence' },
];

export const BOT_OFFERS: readonly Choice<BotOffers>[] = [
  { value: 'none', label: 'tableChoices.offersNone', sentence: 'tableChoices.offersNoneSentence' },
  { value: 'few', label: 'tableChoices.offersFew', sentence: 'tableChoices.offersFewSentence' },
  { value: 'many', label: 'tableChoices.offersMany', sentence: 'tableChoices.offersManySentence' },
];

export const COACHES: readonly Choice<CoachRule>[] = [
  { value: 'alone', label: 'tableChoices.coachAlone', sentence: 'tableChoices.coachAloneSentence' },
  {
    value: 'everybody',
    label: 'tableChoices.coachEverybody',
    sentence: 'tableChoices.coachEverybodySentence',
  },
  { value: 'never', label: 'tableChoices.coachNever', sentence: 'tableChoices.coachNeverSentence' },
];

/** Choices in words. */
export function inWords<T extends string>(
  choices: readonly Choice<T>[],
): { value: T; label: string; sentence: string }[] {
  return choices.map(({ value, label, sentence }) => ({
    value,
    label: t(label),
    sentence: t(sentence),
  }));
}

/** How long players usually may think. */
export const USUAL_CLOCKS: readonly ClockRule[] = [
  { type: 'off' },
  { type: 'turn', seconds: 60 },
  { type: 'turn', seconds: 90 },
  { type: 'turn', seconds: 120 },
  { type: 'turn', seconds: 300 },
  { type: 'bank', minutes: 10, increment_s: 10 },
  { type: 'bank', minutes: 15, increment_s: 15 },
  { type: 'bank', minutes: 30, increment_s: 30 },
];

/** Another kind of clock, with usual numbers. */
export function clockOf(type: ClockRule['type']): ClockRule {
  switch (type) {
    case 'off':
      return { type };
    case 'turn':
      return { type, seconds: 120 };
    case 'bank':
      return { type, minutes: 15, increment_s: 15 };
  }
}

/** Other spectators, with the usual delay. */
export function spectatorsOf(type: SpectatorRule['type']): SpectatorRule {
  return type === 'delayed' ? { type, seconds: 60 } : { type };
}

/** What a host can still choose. */
interface StillOpen {
  readonly absences: readonly Choice<AbsenceRule>[];
  readonly spectators: readonly Choice<SpectatorRule['type']>[];
  readonly chats: readonly Choice<ChatRule>[];
}

/** What a host can still choose in a game: nothing gets worse for a player. */
export function stillOpen(now: TableOptions, alone: boolean): StillOpen {
  const at = <T extends string>(choices: readonly Choice<T>[], value: T) =>
    choices.findIndex((choice) => choice.value === value);
  return {
    absences: ABSENCES.slice(0, at(ABSENCES, now.absence) + 1),
    spectators: alone ? SPECTATORS : SPECTATORS.slice(at(SPECTATORS, now.spectators.type)),
    chats: alone ? CHATS : CHATS.slice(0, at(CHATS, now.chat) + 1),
  };
}

/** The same, with a rated game or without. Nobody is helped in a rated one, and each seat stays that of its player. */
export function withRated(options: TableOptions, rated: boolean): TableOptions {
  const coach = options.rated ? USUAL.coach : options.coach;
  const changed: TableOptions = { ...options, coach: rated ? 'never' : coach, rated };
  if (rated) {
    delete changed.bots_after;
    delete changed.takeover_rounds;
  }
  return changed;
}

/** A clock in words: `No limit`, `90 s a turn`, `15 min each, and 15 s more a turn`. */
export function clockWords(clock: ClockRule): string {
  switch (clock.type) {
    case 'off':
      return t('tableFields.noLimit');
    case 'turn':
      return t('tableFields.eachTurn', { time: duration(clock.seconds) });
    case 'bank': {
      const { minutes, increment_s } = clock;
      return increment_s
        ? t('tableFields.eachPlayerAndTurn', { minutes, time: duration(increment_s) })
        : t('tableFields.eachPlayer', { minutes });
    }
  }
}

/** What is special about how a table is run, in a few words each. */
export function optionWords(options: TableOptions): string[] {
  const { clock, spectators, extensions } = options;
  const words: string[] = [];
  if (options.rated) words.push(t('tableWords.rated'));
  if (options.public) words.push(t('tableWords.public'));
  if (clock.type === 'turn')
    words.push(t('tableWords.eachTurn', { time: duration(clock.seconds) }));
  if (clock.type === 'bank') {
    const { minutes, increment_s: seconds } = clock;
    words.push(t('tableWords.eachPlayer', { minutes, seconds }));
  }
  if (clock.type !== 'off' && extensions < USUAL.extensions) {
    words.push(
      extensions ? t('tableWords.extensions', { count: extensions }) : t('tableWords.noExtensions'),
    );
  }
  if (options.bots_after) {
    const { seconds } = options.bots_after;
    words.push(
      seconds ? t('tableWords.botsAfter', { time: duration(seconds) }) : t('tableWords.botsAtOnce'),
    );
  }
  if (options.takeover_rounds) {
    words.push(t('tableWords.takeover', { rounds: options.takeover_rounds }));
  }
  if (options.absence === 'pause') words.push(t('tableWords.waits'));
  if (spectators.type === 'delayed') {
    words.push(t('tableWords.spectatorsBehind', { time: duration(spectators.seconds) }));
  }
  if (spectators.type === 'forbidden') words.push(t('tableWords.noSpectators'));
  if (options.chat === 'phrases') words.push(t('tableWords.phrasesOnly'));
  if (options.chat === 'off') words.push(t('tableWords.noChat'));
  if (options.bot_offers === 'none') words.push(t('tableWords.noOffers'));
  if (options.bot_offers === 'many') words.push(t('tableWords.manyOffers'));
  if (options.coach === 'everybody') words.push(t('tableWords.coach'));
  if (options.coach === 'never' && !options.rated) words.push(t('tableWords.noCoach'));
  return words;
}
