import { describe, expect, it } from 'vitest';

import { testSnapshot } from '../game/test-snapshot';
import { COMMANDS_OF, isCareful, type Command } from './commands';
import { SPEEDS } from '../../after/replay/speeds';
import { complete } from './complete';
import { commandCalled, phrasesOf } from './lexicon';
import { distance, nearest } from './nearest';
import type { Field } from './setup-words';
import { parse, usage } from './parse';
import { PlaceNames } from './places';
import type { KnownTable } from './reader';

const snapshot = testSnapshot();
const known: KnownTable = { snapshot, places: new PlaceNames(snapshot.board), mode: 'game' };
const corner = (name: string) => known.places.find('intersection', name) ?? -1;
const path = (name: string) => known.places.find('path', name) ?? -1;
const hex = (name: string) => known.places.find('hex', name) ?? -1;

/** What a line means; why it means nothing otherwise. */
function meaning(line: string, mode: KnownTable['mode'] = 'game'): Command | string {
  const parsed = parse(line, { ...known, mode });
  return 'command' in parsed ? parsed.command : parsed.problem;
}

function meant(line: string): string | null {
  const parsed = parse(line, known);
  return 'command' in parsed ? null : parsed.meant;
}

describe('a command', () => {
  it('is a word, or the letters that stand for it', () => {
    for (const line of ['roll', 'r', ' ROLL ', '/roll', 'roll the dice', 'rol']) {
      expect(meaning(line), line).toEqual({ id: 'roll' });
    }
    for (const line of ['end', 'e', 'end turn', 'done']) {
      expect(meaning(line), line).toEqual({ id: 'endTurn' });
    }
    expect(meaning('l')).toEqual({ id: 'last' });
    expect(meaning('again')).toEqual({ id: 'again' });
  });

  it('means something else where something follows it', () => {
    expect(meaning('c')).toEqual({ id: 'clock' });
    expect(meaning('c c3n')).toEqual({ id: 'city', at: corner('c3n') });
    expect(meaning('b')).toEqual({ id: 'reserves' });
    expect(meaning('bank')).toEqual({ id: 'reserves' });
    expect(meaning('bank 4 wool > ore')).toMatchObject({ id: 'bank' });
    expect(meaning('r c3ne')).toEqual({ id: 'road', at: path('c3ne') });
  });

  it('may name a topic, and says which there are', () => {
    expect(meaning('statistics')).toEqual({ id: 'statistics', topic: null });
    expect(meaning('statistics cards')).toEqual({ id: 'statistics', topic: 'resources' });
    expect(meaning('stats dices')).toMatch(/dice, luck, resources, trades, time and moments/);
    expect(meant('stats dices')).toBe('dice');
  });

  it('takes every name of a place', () => {
    for (const name of ['c3n', 'b2se', 'b3sw', 'C3 north', 'b2 south-east']) {
      expect(meaning(`s ${name}`), name).toEqual({ id: 'settlement', at: corner('c3n') });
    }
    expect(meaning('road b3-southwest')).toEqual({ id: 'road', at: path('b3sw') });
    expect(meaning('build settlement at the corner c3n')).toMatchObject({ at: corner('c3n') });
    expect(meaning('c3n')).toEqual({
      id: 'scan',
      what: { kind: 'intersection', id: corner('c3n') },
    });
  });

  it('takes cards in any order, with any mark between the sides', () => {
    const swap = {
      give: { cards: [{ resource: 'wool', count: 2 }], any: 0 },
      get: { cards: [{ resource: 'ore', count: 1 }], any: 0 },
    };
    const lines = ['2 wool > 1 ore', '2 wool for 1 ore', '2wool->1ore', '2 w > 1 o'];
    for (const line of [...lines, '2 cards wool > the 1 card ore']) {
      expect(meaning(`offer ${line}`), line).toEqual({ id: 'offer', swap, to: null });
    }
    expect(meaning('offer wool and grain > any 2')).toEqual({
      id: 'offer',
      to: null,
      swap: {
        give: {
          cards: [
            { resource: 'wool', count: null },
            { resource: 'grain', count: null },
          ],
          any: 0,
        },
        get: { cards: [], any: 2 },
      },
    });
    expect(meaning('discard 2 sheep 1 wheat')).toEqual({
      id: 'discard',
      cards: {
        cards: [
          { resource: 'wool', count: 2 },
          { resource: 'grain', count: 1 },
        ],
        any: 0,
      },
    });
    expect(meaning('discard 4 ore and a wool')).toMatchObject({
      cards: {
        cards: [
          { resource: 'ore', count: 4 },
          { resource: 'wool', count: 1 },
        ],
      },
    });
    expect(meaning('discard 4 ore and much more')).toBe('“much more” is not understood.');
    expect(meaning('counter +1 grain')).toMatchObject({
      id: 'counter',
      swap: null,
      more: { cards: [{ resource: 'grain', count: 1 }] },
    });
  });

  it('takes players by their names, beginnings and numbers', () => {
    expect(meaning('offer wool > ore to bruno cleo')).toMatchObject({ to: [1, 2] });
    expect(meaning('offer wool > ore, bru and 4')).toMatchObject({ to: [1, 3] });
    expect(meaning('accept cl')).toEqual({ id: 'accept', seat: 2 });
    expect(meaning('rob c4 dario')).toEqual({ id: 'rob', hex: hex('c4'), victim: 3 });
    expect(meaning('rob dario')).toEqual({ id: 'rob', hex: null, victim: 3 });
    expect(meaning('rob c4')).toEqual({ id: 'rob', hex: hex('c4'), victim: null });
  });

  it('asks about pieces, cards and places', () => {
    expect(meaning('why city')).toEqual({ id: 'why', aim: 'city', at: null });
    expect(meaning('why s c3n')).toEqual({ id: 'why', aim: 'settlement', at: corner('c3n') });
    expect(meaning('why not road c3ne')).toEqual({ id: 'why', aim: 'road', at: path('c3ne') });
    expect(meaning('legal c')).toEqual({ id: 'legal', piece: 'city' });
    expect(meaning('scan 8')).toEqual({ id: 'scan', what: 8 });
    expect(meaning('scan ore')).toEqual({ id: 'scan', what: 'ore' });
    expect(meaning('log 5')).toEqual({ id: 'log', count: 5, words: '' });
    expect(meaning('log 3 The Robber')).toEqual({ id: 'log', count: 3, words: 'the robber' });
    expect(meaning('help offer')).toEqual({ id: 'help', about: 'offer' });
  });

  it('keeps what is said as it was typed', () => {
    expect(meaning('say Hello, Mira!')).toEqual({ id: 'say', text: 'Hello, Mira!' });
  });

  it('is typed as the help says', () => {
    for (const id of COMMANDS_OF.game) {
      const typed = usage(id).replaceAll('mira', 'bruno').replaceAll('jun', 'cleo');
      expect(meaning(typed), typed).toMatchObject({ id });
    }
  });
});

describe('before a game', () => {
  const room = (line: string) => meaning(line, 'room');

  it('a seat is named by its number or whoever sits there, and whom it is for', () => {
    expect(room('seat 3 hard')).toEqual({ id: 'seat', seat: 2, use: 'hard' });
    expect(room('seat 3 for a hard bot')).toEqual({ id: 'seat', seat: 2, use: 'hard' });
    expect(room('seat 3 expert bot')).toEqual({ id: 'seat', seat: 2, use: 'expert' });
    expect(room('seat bruno open')).toEqual({ id: 'seat', seat: 1, use: 'open' });
    expect(room('seat all bot')).toEqual({ id: 'seat', seat: null, use: 'medium' });
    expect(room('seat 9 easy')).toBe('There is no seat 9. The seats are 1 to 4.');
    expect(room('seat 2 esy')).toMatch(/^Who is the seat for: easy, medium/);
  });

  it('words mean what they mean there', () => {
    expect(room('join Ida the Great')).toEqual({ id: 'join', text: 'Ida the Great' });
    expect(room('sit')).toEqual({ id: 'join', text: '' });
    expect(room('sta')).toBe('There is no command “sta”.');
    expect(room('begin')).toEqual({ id: 'start' });
    expect(room('roll')).toBe('There is no command “roll”.');
    expect(meaning('start')).toBe('There is no command “start”.');
  });

  it('a line goes on with what is possible there', () => {
    const ways = (line: string) => complete(line, { ...known, mode: 'room' });
    expect(ways('se')).toEqual(['seat ', 'set ']);
    expect(ways('seat ')).toContain('seat 2');
    expect(ways('seat 2 ')).toEqual(
      ['easy', 'medium', 'hard', 'expert', 'open', 'locked', 'here'].map((use) => `seat 2 ${use}`),
    );
    expect(ways('ro')).toEqual([]);
  });

  it('a host goes on with what can be set', () => {
    const chat: Field = { names: ['Chat'], values: ['Free', 'Off'], now: () => '', put: (s) => s };
    const ways = (line: string) => complete(line, { ...known, mode: 'room', fields: [chat] });
    expect(ways('set c')).toEqual(['set chat ']);
    expect(ways('change chat o')).toEqual(['change chat off']);
    expect(ways('options ')).toEqual(['options chat']);
    expect(room('set chat off')).toEqual({ id: 'set', text: 'chat off' });
  });
});

describe('a question', () => {
  const asked = (line: string) => meaning(line, 'exercise');

  it('is answered by a number, and its answers have reasons', () => {
    expect(asked('choose 2')).toEqual({ id: 'choose', count: 2 });
    expect(asked('2')).toEqual({ id: 'choose', count: 2 });
    expect(asked('choose')).toBe('More is needed, such as: choose 2');
    expect(asked('choose it')).toBe('More is needed, such as: choose 2');
    expect(asked('why')).toEqual({ id: 'reasons' });
    expect(asked('next')).toEqual({ id: 'following' });
    expect(asked('back')).toEqual({ id: 'preceding' });
  });

  it('knows the table, and nothing that would be played there', () => {
    expect(asked('c3')).toMatchObject({ id: 'scan' });
    expect(asked('hand')).toEqual({ id: 'hand' });
    for (const line of ['roll', 'end', 's c3n', 'play 8'])
      expect(typeof asked(line)).toBe('string');
  });
});

describe('in a replay', () => {
  const replay = (line: string) => meaning(line, 'replay');

  it('a line goes on with the speeds that there are, and with what one can go to', () => {
    const ways = (line: string) => complete(line, { ...known, mode: 'replay' });
    expect(ways('speed ')).toEqual(SPEEDS.map((speed) => `speed ${speed}`));
    expect(ways('next ')).toEqual(['turn', 'mistake', 'luck', 'moments'].map((to) => `next ${to}`));
    expect(ways('try cleo h')).toEqual(['try cleo hard']);
    expect(ways('try cleo e')).toEqual(['try cleo easy', 'try cleo expert']);
  });

  it('steps and turns are counted', () => {
    expect(replay('next')).toEqual({ id: 'next', count: 1, unit: 'step' });
    expect(replay('n 5')).toEqual({ id: 'next', count: 5, unit: 'step' });
    expect(replay('next 2 turns')).toEqual({ id: 'next', count: 2, unit: 'turn' });
    expect(replay('next turn')).toEqual({ id: 'next', count: 1, unit: 'turn' });
    expect(replay('next mistake')).toEqual({ id: 'next', count: 1, unit: 'mistake' });
    expect(replay('back 2 moments')).toEqual({ id: 'previous', count: 2, unit: 'moment' });
    expect(replay('next luck')).toEqual({ id: 'next', count: 1, unit: 'luck' });
    expect(replay('play 8x')).toEqual({ id: 'play', count: 8 });
    expect(replay('speed')).toEqual({ id: 'speed', count: null });
    expect(replay('play from here')).toEqual({ id: 'from', seat: null, level: 'hard' });
    expect(replay('try it from here as cleo against easy bots')).toEqual({
      ...{ id: 'from', level: 'easy' },
      seat: 2,
    });
    expect(replay('back turn 3')).toEqual({ id: 'previous', count: 3, unit: 'turn' });
    expect(replay('step 45')).toEqual({ id: 'step', count: 45 });
    expect(replay('go to 45')).toEqual({ id: 'step', count: 45 });
    expect(replay('45')).toEqual({ id: 'step', count: 45 });
    expect(replay('step x')).toBe('More is needed, such as: step 45');
  });

  it('the board is asked about, and whose cards are seen', () => {
    expect(replay('eyes bruno')).toEqual({ id: 'eyes', seat: 1 });
    expect(replay('eyes all')).toEqual({ id: 'eyes', seat: null });
    expect(replay('scan 8')).toEqual({ id: 'scan', what: 8 });
    expect(replay('c3n')).toMatchObject({ id: 'scan', what: { id: corner('c3n') } });
    expect(replay('end')).toBe('There is no command “end”.');
  });
});

describe('what is left over', () => {
  it('is told, and nothing is done', () => {
    for (const [line, left] of [
      ['roll twice', 'twice'],
      ['end turn now', 'now'],
      ['s c3n or C3 South', 'or C3 South'],
      ['accept bruno quickly', 'quickly'],
      ['p cleo cards please Bruno', 'Bruno'],
      ['best 3 corner roads', 'roads'],
      ['pass the dice', 'dice'],
    ] as const) {
      expect(meaning(line), line).toBe(`“${left}” is not understood.`);
    }
  });

  it('is nothing where it means nothing', () => {
    expect(meaning('roll, please')).toEqual({ id: 'roll' });
    expect(meaning('¿why not city?')).toMatchObject({ id: 'why', aim: 'city' });
  });
});

describe('a word that is cut short', () => {
  it('stands for no command that ends something or gives something away', () => {
    for (const mode of ['game', 'room', 'replay'] as const) {
      for (const phrase of phrasesOf(mode)) {
        for (let count = 1; count < phrase.length; count++) {
          const typed = phrase.slice(0, count).trim();
          const command = meaning(typed, mode);
          const words = typed.split(' ');
          const isWhole = words.some((_, at) =>
            commandCalled(words.slice(0, at + 1).join(' '), false, mode),
          );
          if (typeof command === 'string' || isWhole) continue;
          expect(isCareful(command.id), `${typed}: ${command.id}`).toBe(false);
        }
      }
    }
    expect(meaning('leav', 'room')).toBe('There is no command “leav”.');
    expect(parse('leav', { ...known, mode: 'room' })).toMatchObject({ meant: 'leave' });
  });
});

describe('the words of a command', () => {
  it('may stand at the end, or around what it is about', () => {
    expect(meaning('2 wool discard')).toMatchObject({ id: 'discard' });
    expect(meaning('make cleo host')).toEqual({ id: 'host', seat: 2 });
    expect(meaning('trade 4 wool for ore with bank')).toMatchObject({ id: 'bank' });
    expect(meaning('bruno > 2 s')).toBe('There is no command “bruno”.');
  });

  it('may have articles between them, and leave those before cards alone', () => {
    expect(meaning('buy a development card')).toEqual({ id: 'developmentCard' });
    expect(meaning('end my turn')).toEqual({ id: 'endTurn' });
    expect(meaning('why a city c3n')).toMatchObject({ id: 'why', aim: 'city', at: corner('c3n') });
    expect(meaning('statistics the cards')).toEqual({ id: 'statistics', topic: 'resources' });
    expect(meaning('build a road c3ne')).toEqual({ id: 'road', at: path('c3ne') });
    const wool = { cards: [{ resource: 'wool', count: 1 }], any: 0 };
    expect(meaning('discard a wool')).toEqual({ id: 'discard', cards: wool });
  });
});

describe('what is not understood', () => {
  it('is told with what may have been meant', () => {
    expect(meaning('ofer wool > ore')).toBe('There is no command “ofer”.');
    expect(meant('ofer wool > ore')).toBe('offer');
    expect(meaning('s c9n')).toBe('There is no corner “c9n”.');
    expect(meant('s c9n')).toMatch(/^c\dn$/);
    expect(meaning('mono woll')).toBe('“woll” is not a resource.');
    expect(meant('mono woll')).toBe('wool');
    expect(meaning('accept brun0')).toBe(
      'Nobody here is called “brun0”. At the table: Bruno, Cleo and Dario.',
    );
    expect(meant('accept brun0')).toBe('bruno');
    expect(meaning('s')).toBe('More is needed, such as: s c3n');
    expect(meaning('offer 2 wool')).toMatch(/^Write what you give/);
  });

  it('is near where few letters differ', () => {
    expect(distance('offer', 'ofefr')).toBe(1);
    expect(distance('offer', 'offer')).toBe(0);
    expect(nearest('xyzzy', ['offer', 'roll'])).toBeNull();
  });
});
