import { expect, it } from 'vitest';

import { testSnapshot } from '../../play/game/test-snapshot';
import { changeWords } from './changes';

const SCENE = testSnapshot({ started: false });

it('says each change with what it is now', () => {
  const { seats } = SCENE;
  const rules = { ...SCENE.table.rules, friendly_robber: true, points_to_win: 12, time_limit: 30 };
  const snapshot = { ...SCENE, table: { ...SCENE.table, rules } };
  const what = ['friendly_robber', 'points_to_win', 'time_limit', 'set_up', 'seats', 'edition'];
  expect(changeWords(what, snapshot)).toEqual([
    'A friendly robber: yes',
    'Points to win: 12',
    'Time limit: 30 minutes',
    'The first pieces: placed by the players',
    `Seats: ${seats.length}`,
    'Edition: Modern',
  ]);
});

it('says how the table is run', () => {
  const options = {
    ...SCENE.options,
    start: 'by_host' as const,
    clock: { type: 'bank' as const, minutes: 15, increment_s: 15 },
    spectators: { type: 'delayed' as const, seconds: 60 },
    chat: 'phrases' as const,
    absence: 'pause' as const,
    bot_pace: 'none' as const,
    bot_offers: 'none' as const,
    coach: 'everybody' as const,
    bots_after: { seconds: 300, level: 'medium' as const },
    takeover_rounds: 3,
    rated: true,
  };
  const run = ['start', 'clock', 'spectators', 'chat', 'absence', 'bot_pace', 'coach', 'grace_s'];
  const what = [...run, 'bot_offers', 'bots_after', 'takeover_rounds', 'rated'];
  expect(changeWords(what, { ...SCENE, options })).toEqual([
    'The game begins: when the host starts it',
    'Time to think: 15\u00A0min each, and 15\u00A0s more a turn',
    'Spectators: 1\u00A0min behind',
    'Chat: phrases only',
    'When somebody is away: the game waits',
    'Pace of the bots: at once',
    'The coach helps everyone',
    'Players count as away after 1\u00A0min',
    'Bots make no offers',
    'Bots take the open seats after 5\u00A0min',
    'Newcomers can take a bot’s seat in the first 3 rounds',
    'The game is rated',
  ]);
});

it('says once that the island is another, and passes on what it does not know', () => {
  const snapshot = { ...SCENE, table: { ...SCENE.table, board: null, deal: 3 } };
  expect(changeWords(['board', 'deal', 'weather'], snapshot)).toEqual([
    'A random island, dealt 3 times',
    'weather',
  ]);
});
