/** How a table is run: who may come, watch and talk, how long one may think, who waits for whom. */

import type {
  AbsenceRule,
  BotPace,
  ChatRule,
  ClockRule,
  SpectatorRule,
  StartRule,
  TableOptions,
} from '../protocol';

/** What a table has where nobody has chosen. */
export const USUAL: TableOptions = {
  public: false,
  start: 'when_full',
  spectators: { type: 'allowed' },
  chat: 'free',
  clock: { type: 'off' },
  extensions: 10,
  absence: 'bot',
  grace_s: 60,
  bot_pace: 'normal',
};

/** A choice, and what follows from it. */
export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly sentence: string;
}

export const STARTS: readonly Choice<StartRule>[] = [
  {
    value: 'when_full',
    label: 'When every seat is taken',
    sentence: 'The game begins automatically once every seat is taken.',
  },
  {
    value: 'by_host',
    label: 'When the host starts it',
    sentence: 'The host starts the game, and can give open seats to bots or leave them out.',
  },
];

export const CLOCKS: readonly Choice<ClockRule['type']>[] = [
  { value: 'off', label: 'Off', sentence: 'Players can think as long as they like.' },
  {
    value: 'turn',
    label: 'For each turn',
    sentence: 'When the time runs out, the game acts for the player.',
  },
  {
    value: 'bank',
    label: 'For the whole game',
    sentence: 'Each player has a clock, as in chess, and gets some time back each turn.',
  },
];

export const ABSENCES: readonly Choice<AbsenceRule>[] = [
  {
    value: 'bot',
    label: 'A bot plays for them',
    sentence: 'The game goes on, and they have their seat back as soon as they return.',
  },
  { value: 'pause', label: 'The game waits', sentence: 'The game is paused until they are back.' },
];

export const SPECTATORS: readonly Choice<SpectatorRule['type']>[] = [
  {
    value: 'allowed',
    label: 'Welcome',
    sentence: 'Anyone with the link can watch. Spectators never see hidden cards.',
  },
  {
    value: 'delayed',
    label: 'With a delay',
    sentence: 'Spectators see the game with a delay, so that they cannot help a player.',
  },
  {
    value: 'forbidden',
    label: 'Nobody',
    sentence: 'Once the game has begun, only its players can see it.',
  },
];

export const CHATS: readonly Choice<ChatRule>[] = [
  { value: 'free', label: 'Free', sentence: 'Words and quick phrases.' },
  {
    value: 'phrases',
    label: 'Phrases only',
    sentence: 'Only a dozen friendly phrases.',
  },
  { value: 'off', label: 'Off', sentence: 'There is no chat.' },
];

export const BOT_PACES: readonly Choice<BotPace>[] = [
  { value: 'normal', label: 'Normal', sentence: 'About a second per action.' },
  { value: 'fast', label: 'Fast', sentence: 'A fifth of that.' },
  { value: 'none', label: 'At once', sentence: 'Without delay.' },
];

/** The sentence that belongs to what is chosen. */
export function sentenceOf<T extends string>(choices: readonly Choice<T>[], value: T): string {
  return choices.find((choice) => choice.value === value)?.sentence ?? '';
}

/** What a choice is called, within a sentence. */
export function labelIn<T extends string>(choices: readonly Choice<T>[], value: T): string {
  return (choices.find((choice) => choice.value === value)?.label ?? value).toLowerCase();
}

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

/** `45 s`, `2 min`, `1 h`. */
export function duration(seconds: number): string {
  if (seconds < 60 || (seconds % 60 !== 0 && seconds < 120)) return `${seconds} s`;
  if (seconds % 60 !== 0) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return seconds === 3600 ? '1 h' : `${seconds / 60} min`;
}

/** A clock in words: `No limit`, `90 s a turn`, `15 min each, and 15 s more a turn`. */
export function clockWords(clock: ClockRule): string {
  switch (clock.type) {
    case 'off':
      return 'No limit';
    case 'turn':
      return `${duration(clock.seconds)} a turn`;
    case 'bank': {
      const each = `${clock.minutes} min each`;
      return clock.increment_s ? `${each}, and ${duration(clock.increment_s)} more a turn` : each;
    }
  }
}

/** What is special about how a table is run, in a few words each. */
export function optionWords(options: TableOptions): string[] {
  const { clock, spectators } = options;
  const words: string[] = [];
  if (options.public) words.push('open to everybody');
  if (options.start === 'by_host') words.push('the host begins');
  if (clock.type === 'turn') words.push(`${duration(clock.seconds)} for each turn`);
  if (clock.type === 'bank') {
    words.push(`${clock.minutes} min + ${clock.increment_s} s a turn for each player`);
  }
  if (clock.type !== 'off' && options.extensions < USUAL.extensions) {
    words.push(
      options.extensions
        ? `${options.extensions} × 1 min more on request`
        : 'no more time on request',
    );
  }
  if (options.absence === 'pause') words.push('waits for who is away');
  if (spectators.type === 'delayed') {
    words.push(`spectators ${duration(spectators.seconds)} behind`);
  }
  if (spectators.type === 'forbidden') words.push('no spectators');
  if (options.chat === 'phrases') words.push('phrases only');
  if (options.chat === 'off') words.push('no chat');
  return words;
}

/** Options from what was stored, perhaps by an older version: what is not understood is as usual. */
export function readOptions(value: unknown): TableOptions {
  if (typeof value !== 'object' || value === null) return USUAL;
  const kept = value as Partial<TableOptions>;
  const one = <T extends string>(choices: readonly Choice<T>[], given: unknown, usual: T): T =>
    choices.find((choice) => choice.value === given)?.value ?? usual;
  const number = (given: unknown, least: number, most: number, usual: number): number =>
    typeof given === 'number' && Number.isInteger(given) && given >= least && given <= most
      ? given
      : usual;
  const clock = clockOf(one(CLOCKS, kept.clock?.type, 'off'));
  if (clock.type === 'turn' && kept.clock?.type === 'turn') {
    clock.seconds = number(kept.clock.seconds, 10, 3600, clock.seconds);
  }
  if (clock.type === 'bank' && kept.clock?.type === 'bank') {
    clock.minutes = number(kept.clock.minutes, 1, 180, clock.minutes);
    clock.increment_s = number(kept.clock.increment_s, 0, 600, clock.increment_s);
  }
  const spectators = spectatorsOf(one(SPECTATORS, kept.spectators?.type, 'allowed'));
  if (spectators.type === 'delayed' && kept.spectators?.type === 'delayed') {
    spectators.seconds = number(kept.spectators.seconds, 1, 3600, spectators.seconds);
  }
  return {
    public: kept.public === true,
    start: one(STARTS, kept.start, USUAL.start),
    spectators,
    chat: one(CHATS, kept.chat, USUAL.chat),
    clock,
    extensions: number(kept.extensions, 0, 10, USUAL.extensions),
    absence: one(ABSENCES, kept.absence, USUAL.absence),
    grace_s: number(kept.grace_s, 10, 600, USUAL.grace_s),
    bot_pace: one(BOT_PACES, kept.bot_pace, USUAL.bot_pace),
  };
}
