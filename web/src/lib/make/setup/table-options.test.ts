import { expect, it } from 'vitest';

import { duration } from './duration';
import { readOptions } from './stored-options';
import { clockOf, optionWords, spectatorsOf, stillOpen, USUAL, withRated } from './table-options';

it('reads what it has written', () => {
  const options = {
    ...USUAL,
    public: true,
    start: 'by_host' as const,
    clock: { type: 'bank' as const, minutes: 20, increment_s: 5 },
    spectators: { type: 'delayed' as const, seconds: 30 },
    grace_s: 120,
    bot_offers: 'many' as const,
  };
  expect(readOptions(structuredClone(options))).toEqual(options);
});

it('takes what is usual for what it does not understand', () => {
  expect(readOptions(null)).toEqual(USUAL);
  expect(readOptions({ clock: { type: 'sun' }, chat: 7, grace_s: 5, absence: 'wait' })).toEqual(
    USUAL,
  );
  expect(readOptions({ clock: { type: 'turn', seconds: 4 } }).clock).toEqual(clockOf('turn'));
  expect(readOptions({ spectators: { type: 'delayed', seconds: -1 } }).spectators).toEqual(
    spectatorsOf('delayed'),
  );
});

it('says what is special about how a table is run, and nothing else', () => {
  expect(optionWords(USUAL)).toEqual([]);
  const clock = { type: 'turn' as const, seconds: 90 };
  expect(optionWords({ ...USUAL, clock, chat: 'off' })).toEqual([
    '90\u00A0s for each turn',
    'no chat',
  ]);
  expect(optionWords({ ...USUAL, bot_offers: 'none' })).toEqual(['bots make no offers']);
});

it('helps nobody in a rated game, and lets nobody take a seat', () => {
  const alive = {
    ...USUAL,
    bots_after: { seconds: 60, level: 'medium' as const },
    takeover_rounds: 3,
  };
  const rated = withRated(alive, true);
  expect(rated).toEqual({ ...USUAL, rated: true, coach: 'never' });
  expect(optionWords(rated)).toEqual(['rated']);
  expect(withRated(rated, false)).toEqual({ ...USUAL, rated: false });
  // Each game is rated only if that is chosen for it.
  expect(readOptions(rated)).toEqual(USUAL);
});

it('tells times as people do', () => {
  expect([45, 90, 120, 150, 3600].map(duration)).toEqual([
    '45\u00A0s',
    '90\u00A0s',
    '2\u00A0min',
    '2\u00A0min 30\u00A0s',
    '1\u00A0h',
  ]);
});

it('offers in a game only what is worse for no player', () => {
  const now = { ...USUAL, spectators: spectatorsOf('delayed'), chat: 'phrases' } as const;
  const values = (alone: boolean) =>
    Object.values(stillOpen(now, alone)).map((choices: readonly { value: string }[]) =>
      choices.map(({ value }) => value),
    );
  expect(values(false)).toEqual([['bot'], ['delayed', 'forbidden'], ['free', 'phrases']]);
  expect(values(true)).toEqual([
    ['bot'],
    ['allowed', 'delayed', 'forbidden'],
    ['free', 'phrases', 'off'],
  ]);
});
