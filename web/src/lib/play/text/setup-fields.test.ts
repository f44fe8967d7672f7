import { describe, expect, it } from 'vitest';

import type { Color, EditionInfo, SiteFeatures } from '../../base/protocol';
import { testSnapshot } from '../game/test-snapshot';
import { firstSetup, type Setup } from '../../make/setup/orders';
import { complete } from './complete';
import { parse } from './parse';
import { Misread } from './misread';
import { fieldIn } from './setup-words';
import { fieldsOf } from './setup-fields';

const editions: readonly EditionInfo[] = [
  { edition: 'modern', rules: testSnapshot().table.rules } as EditionInfo,
];
const NOTHING: SiteFeatures = {
  devices: false,
  my_games: false,
  open_tables: false,
  ratings: false,
  moderation: false,
};
const first = firstSetup(editions, 'medium');
const fieldsIn = (setup: Setup) => fieldsOf({ editions, last: null }, setup);
const fields = fieldsIn(first);

/** The set-up after a line; what is said where it means nothing. */
function set(line: string, setup: Setup = first): Setup | string {
  try {
    const { field, rest } = fieldIn(line, fieldsIn(setup));
    return field.put(setup, rest);
  } catch (error) {
    if (error instanceof Misread) return error.problem;
    throw error;
  }
}

describe('on the set-up page', () => {
  it('a field is set by its name, by the beginning of it, or by words from it', () => {
    for (const line of ['points to win 12', 'Points 12', 'goal 12']) {
      expect(set(line), line).toMatchObject({ rules: { points_to_win: 12 } });
    }
    for (const line of ['a friendly robber', 'friendly robber yes', 'friendly on']) {
      expect(set(line), line).toMatchObject({ rules: { friendly_robber: true } });
    }
    expect(set('seats 3')).toMatchObject({ seats: { length: 3 }, rules: { players: 3 } });
    expect(set('kind of game duel')).toMatchObject({ rules: { points_to_win: 15 } });
    expect(set('board pearl')).toMatchObject({ board: 'seed', seed: 'pearl' });
    expect(set('board beginners')).toMatchObject({ board: 'beginners' });
  });

  it('a value is a word of its label, a number, or yes and no', () => {
    expect(set('chat off')).toMatchObject({ options: { chat: 'off' } });
    expect(set('chat phrases')).toMatchObject({ options: { chat: 'phrases' } });
    expect(set('offers none')).toMatchObject({ options: { bot_offers: 'none' } });
    expect(set('offers by bots many')).toMatchObject({ options: { bot_offers: 'many' } });
    expect(set('coach never')).toMatchObject({ options: { coach: 'never' } });
    expect(set('spectators delay')).toMatchObject({ options: { spectators: { seconds: 60 } } });
    expect(set('time to think 90')).toMatchObject({ options: { clock: { seconds: 90 } } });
    expect(set('time to think off')).toMatchObject({ options: { clock: { type: 'off' } } });
    expect(set('time limit 30')).toMatchObject({ rules: { time_limit: 30 } });
    expect(set('time limit none')).toMatchObject({ rules: { time_limit: null } });
    expect(set('dice deck')).toMatchObject({ rules: { dice: 'deck' } });
  });

  it('a game is rated where the site rates games', () => {
    const rating = (setup: Setup) =>
      fieldsOf({ editions, last: null, features: { ...NOTHING, ratings: true } }, setup);
    const { field, rest } = fieldIn('rated game yes', rating(first));
    const rated = field.put(first, rest);
    expect(rated).toMatchObject({ options: { rated: true, coach: 'never' } });
    expect(field.now(rated)).toBe('yes');
    expect(set('rated game yes')).toBeTypeOf('string');
  });

  it('a value may have a preposition before it', () => {
    expect(set('goal to 12')).toMatchObject({ rules: { points_to_win: 12 } });
    expect(set('chat to off')).toMatchObject({ options: { chat: 'off' } });
  });

  it('the name of a field may begin with a command', () => {
    const clocked = set('time to think 90') as Setup;
    const known = { mode: 'setup', fields: fieldsIn(clocked), seats: 4 } as const;
    expect(parse('turn', known)).toEqual({ command: { id: 'status' } });
    expect(parse('turn please', known)).toEqual({ command: { id: 'status' } });
    expect(parse('turn lasts 45', known)).toEqual({
      command: { id: 'set', text: 'turn lasts 45' },
    });
  });

  it('who begins, colors, names at the device and finer numbers are set', () => {
    expect(set('who begins seat 2')).toMatchObject({
      rules: { first_player: { type: 'named', seat: 1 } },
    });
    expect(set('who 3')).toMatchObject({ rules: { first_player: { seat: 2 } } });
    expect(set('who begins highest')).toMatchObject({ rules: { first_player: { type: 'roll' } } });
    const [own, other] = first.seats.map(({ color }) => color) as [Color, Color];
    const colored = set(`color 1 ${other}`) as Setup;
    expect(colored.seats.slice(0, 2).map(({ color }) => color)).toEqual([other, own]);
    const shared = {
      ...first,
      seats: first.seats.map((seat, at) => (at === 1 ? { ...seat, who: 'local' as const } : seat)),
    };
    const named = (line: string) => (set(line, shared) as Setup).seats[1]?.name;
    expect(named('name 2 Ben')).toBe('Ben');
    expect(named('name of the player on seat 2 Ida K')).toBe('Ida K');
    expect(set('name 2', shared)).toMatch(/^What is the name of the player/);
    const clocked = set('time to think 90') as Setup;
    expect(set('turn lasts 45', clocked)).toMatchObject({ options: { clock: { seconds: 45 } } });
    expect(set('extra minutes 3', clocked)).toMatchObject({ options: { extensions: 3 } });
    expect(set('time to come back 120')).toMatchObject({ options: { grace_s: 120 } });
    const delayed = set('spectators delay') as Setup;
    expect(set('delay 30', delayed)).toMatchObject({ options: { spectators: { seconds: 30 } } });
    expect(set('deal')).toMatchObject({
      board: 'seed',
      seed: expect.stringMatching(/./) as string,
    });
    const three = set('first pieces as on', set('seats 3') as Setup) as Setup;
    expect(set('stay in the box blue', three)).toMatchObject({
      rules: { set_up: { left_out: 'blue' } },
    });
  });

  it('at a table that waits, another island is that of the table', () => {
    const names = fieldsOf({ editions, last: null, isOpen: true }, first).flatMap(
      (each) => each.names,
    );
    expect(fields.flatMap((each) => each.names)).toContain('Deal another');
    expect(names).toContain('Show the island');
    expect(names).not.toContain('Deal another');
  });

  it('a table begins with bots where the site has that', () => {
    const open = fieldsOf(
      { editions, last: null, features: { ...NOTHING, open_tables: true } },
      first,
    );
    const of = (name: string) => open.find(({ names }) => names.includes(name));
    const bots = of('Bots take open seats');
    expect(bots?.now(first)).toBe('never: the game waits for people');
    const begins = bots?.put(first, 'after 5 min') ?? first;
    expect(begins.options.bots_after).toEqual({ seconds: 300, level: 'medium' });
    const taken = of('Newcomers can take a bot’s seat')?.put(begins, '3') ?? first;
    expect(taken.options.takeover_rounds).toBe(3);
    expect(bots?.put(taken, 'never').options.bots_after).toBeUndefined();
    expect(fields.flatMap(({ names }) => names)).not.toContain('Bots take open seats');
  });

  it('what is not understood is told with what can be', () => {
    expect(set('points 99')).toBe('A number from 3 to 22.');
    expect(set('chat loud')).toBe('It can be Free, Phrases only or Off.');
    expect(set('xyzzy 3')).toBe('There is no command “xyzzy”.');
    expect(set('robber yes')).toMatch(/^Which of these: .*friendly robber/i);
  });

  it('a line goes on with fields and with what they can be', () => {
    const ways = (line: string) => complete(line, { mode: 'setup', fields, seats: 4 });
    expect(ways('poi')).toContain('points to win ');
    expect(ways('ch')).toEqual(['choose ', 'change ', 'change the setup', 'chat ']);
    expect(ways('chat ')).toEqual(['chat free', 'chat phrases only', 'chat off']);
    expect(ways('seat ')).toEqual(['seat 1', 'seat 2', 'seat 3', 'seat 4', 'seat all']);
    expect(ways('seat 2 h')).toEqual(['seat 2 hard', 'seat 2 here']);
    expect(ways('sta')).toEqual(['status', 'start', 'start the game']);
  });

  it('every field has a name of its own and says what it is', () => {
    const names = fields.map(({ names: [name = ''] }) => name.toLocaleLowerCase());
    expect(new Set(names).size).toBe(names.length);
    for (const field of fields) {
      expect(field.now(first).length, field.names[0]).toBeGreaterThanOrEqual(0);
    }
    const roundTrip = fields.filter(({ values }) => values.length > 0);
    for (const {
      names: [name = ''],
      values,
    } of roundTrip) {
      for (const value of values)
        expect(typeof set(`${name} ${value}`), `${name} ${value}`).toBe('object');
    }
  });
});
