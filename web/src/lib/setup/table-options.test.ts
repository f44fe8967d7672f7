import { expect, it } from 'vitest';

import { duration } from './duration';
import { clockOf, optionWords, readOptions, spectatorsOf, USUAL } from './table-options';

it('reads what it has written', () => {
  const options = {
    ...USUAL,
    public: true,
    start: 'by_host' as const,
    clock: { type: 'bank' as const, minutes: 20, increment_s: 5 },
    spectators: { type: 'delayed' as const, seconds: 30 },
    grace_s: 120,
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
  expect(optionWords({ ...USUAL, clock, chat: 'off' })).toEqual(['90 s for each turn', 'no chat']);
});

it('tells times as people do', () => {
  expect([45, 90, 120, 150, 3600].map(duration)).toEqual([
    '45 s',
    '90 s',
    '2 min',
    '2 min 30 s',
    '1 h',
  ]);
});
