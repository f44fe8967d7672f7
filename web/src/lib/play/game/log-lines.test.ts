import { expect, it } from 'vitest';

import { switches } from '../../../../../docs/rules/editions.json';
import { isMessage } from '../../base/language/messages';
import type { Cards, Event, LogEntry, TableEvent } from '../../base/protocol';
import { intersectionLabel, pathLabel } from './labels';
import { placeShort } from './short-places';
import { LogBook, lineText, logLines } from './log-lines';
import { LOG, testSnapshot } from './test-snapshot';

const snapshot = testSnapshot();

const atTable = (seq: number, at_table: TableEvent): LogEntry => ({
  seq,
  undone: null,
  at_table,
  events: [],
});

it('tells what happens at the table, but not who sits down and gets ready', () => {
  const told = logLines(snapshot, [
    atTable(1, { type: 'arranged' }),
    atTable(2, { type: 'ready', seat: 0 }),
    atTable(3, { type: 'started' }),
    atTable(4, { type: 'away', seat: 2 }),
    atTable(5, { type: 'back', seat: 2 }),
    atTable(6, { type: 'paused', by: null, for_absent: true }),
    atTable(7, { type: 'unpaused', by: null }),
    atTable(8, { type: 'timed_out', seat: 0 }),
  ]).map(({ parts }) => lineText(parts));
  expect(told).toEqual([
    'The game begins',
    'A bot plays for Cleo',
    'Cleo is back',
    'The game is waiting for a player',
    'The game continues',
    'You run out of time',
  ]);
});

it('takes back the last step, whatever has happened at the table since', () => {
  const road = (at: number): Event => ({
    type: 'built',
    seat: 0,
    placed: { piece: 'road', at },
    paid: true,
  });
  const lines = logLines(snapshot, [
    entry(1, road(1)),
    atTable(2, { type: 'unpaused', by: null }),
    { seq: 3, undone: 0, at_table: null, events: [] },
  ]);
  expect(lines.map(({ undone }) => undone)).toEqual([true, false, false]);
});

function entry(seq: number, ...events: Event[]): LogEntry {
  return { seq, undone: null, at_table: null, events };
}

function texts(log: readonly LogEntry[]): string[] {
  return logLines(snapshot, log).map((line) => lineText(line.parts));
}

it('tells a roll with everybody’s gains', () => {
  const rolled: Event = {
    type: 'rolled',
    seat: 1,
    dice: [3, 5],
    gains: [
      { seat: 0, cards: [0, 2, 0, 0, 0] },
      { seat: 2, cards: [0, 0, 0, 0, 1] },
    ],
    short: [],
    blocked: null,
  };
  expect(texts([entry(1, rolled)])).toEqual(['Bruno rolls 8 · You 2 lumber · Cleo 1 ore']);
});

it('says to the reader what is offered to them and taken from them', () => {
  const offered = (to: number[]): Event => ({
    type: 'offered',
    seat: 1,
    terms: { give: [0, 0, 1, 0, 0], take: [0, 0, 0, 0, 1] },
    to,
  });
  const monopolized = (...seats: number[]): Event => ({
    type: 'monopolized',
    seat: 1,
    resource: 'wool',
    losses: seats.map((seat) => ({ seat, cards: [0, 0, 1, 0, 0] })),
  });
  const log = [offered([0]), offered([0, 2]), offered([2]), monopolized(0), monopolized(0, 2)];
  expect(texts(log.map((event, index) => entry(index + 1, event)))).toEqual([
    'Bruno offers you 1 wool for 1 ore',
    'Bruno offers 1 wool for 1 ore to you and Cleo',
    'Bruno offers 1 wool for 1 ore to Cleo',
    'Bruno takes all 1 wool from you',
    'Bruno takes all 2 wool from you and Cleo',
  ]);
});

it('keeps secret what it is not told', () => {
  const stolen = (resource: 'ore' | null): Event => ({
    type: 'stolen',
    seat: 1,
    victim: 2,
    resource,
  });
  expect(texts([entry(1, stolen(null))])).toEqual(['Bruno steals a card from Cleo']);
  expect(texts([entry(1, stolen('ore'))])).toEqual(['Bruno steals ore from Cleo']);
});

it('marks what was taken back, and only the last step that still stood', () => {
  const road = (at: number): Event => ({
    type: 'built',
    seat: 0,
    placed: { piece: 'road', at },
    paid: true,
  });
  const lines = logLines(snapshot, [
    entry(1, road(1)),
    entry(2, road(2)),
    { seq: 3, undone: 0, at_table: null, events: [] },
    { seq: 4, undone: 0, at_table: null, events: [] },
  ]);
  expect(lines.map((line) => line.undone)).toEqual([true, true, false, false]);
});

it('gives every line an id of its own, and every turn a heading', () => {
  const lines = logLines(snapshot, LOG);
  expect(new Set(lines.map((line) => line.id)).size).toBe(lines.length);
  expect(lines.some((line) => line.kind === 'turn')).toBe(true);
  for (const line of lines) expect(lineText(line.parts)).not.toBe('');
});

it('leaves out the chances to build that nobody used', () => {
  const may = (seat: number): Event => ({ type: 'special_building_began', seat });
  const built: Event = { type: 'built', seat: 2, placed: { piece: 'road', at: 3 }, paid: true };
  const turn: Event = { type: 'turn_began', seat: 1, turn: 5 };
  const road = placeShort(snapshot.board, { kind: 'path', id: 3 });
  expect(texts([entry(1, may(1)), entry(2, may(2)), entry(3, built), entry(4, may(3))])).toEqual([
    'Special building: Cleo may build',
    `Cleo builds a road at ${road}`,
    'Special building: Dario may build',
  ]);
  expect(texts([entry(1, may(3)), entry(2, turn)])).toEqual(['Turn 5: Bruno']);
});

it('tells what variants and a time limit bring', () => {
  const told = texts([
    entry(1, { type: 'rolled_again', seat: 1, dice: [3, 4] }),
    entry(2, { type: 'robber_stayed', seat: 0 }),
    entry(3, { type: 'nothing_stolen', seat: 2 }),
    entry(4, { type: 'time_up' }),
    entry(5, { type: 'won', seats: [0, 2] }),
  ]);
  expect(told).toEqual([
    'Bruno rolls 7 · too early for a 7: the dice are rolled again',
    'You leave the robber where it is',
    'Cleo steals nothing',
    'Time is up: the game ends with this turn',
    'You and Cleo share the win',
  ]);
});

it('names the place of everything that has one, as the board does', () => {
  const [corner, path, hex] = [20, 30, 7];
  const told = logLines(snapshot, [
    entry(1, { type: 'built', seat: 1, placed: { piece: 'settlement', at: corner }, paid: false }),
    entry(2, { type: 'built', seat: 0, placed: { piece: 'road', at: path }, paid: true }),
    entry(3, { type: 'robber_moved', seat: 2, to: hex }),
    entry(4, { type: 'withdrawn', seat: 2 }),
  ]);
  expect(told.map(({ place }) => place)).toEqual([
    { kind: 'intersection', id: corner },
    { kind: 'path', id: path },
    { kind: 'hex', id: hex },
    null,
  ]);
  const texts = told.map(({ parts }) => lineText(parts));
  expect(texts[0]).toMatch(
    /^Bruno places a settlement at [A-E]\d [a-z-]+ \((\d+ )?[a-z]+(, (\d+ )?[a-z]+)*\)$/,
  );
  const label = intersectionLabel(snapshot, corner, false);
  expect(label).toContain(/at (.+?) \(/.exec(texts[0] ?? '')?.[1]);
  expect(label).toContain(/\((.+)\)/.exec(texts[0] ?? '')?.[1]);
  expect(texts[1]).toMatch(/^You build a road at [A-E]\d [a-z-]+$/);
  expect(pathLabel(snapshot, path, false)).toContain(
    texts[1]?.slice('You build a road at '.length),
  );
  expect(texts[2]).toMatch(/^Cleo moves the robber to [A-E]\d \(.+\)$/);
});

it('says what was taken back', () => {
  const terms = { give: [4, 0, 0, 0, 0] as Cards, take: [0, 0, 0, 0, 1] as Cards };
  const told = texts([
    entry(1, { type: 'built', seat: 0, placed: { piece: 'road', at: 1 }, paid: true }),
    entry(2, { type: 'traded_with_bank', seat: 0, terms }),
    { seq: 3, undone: 0, at_table: null, events: [] },
    { seq: 4, undone: 0, at_table: null, events: [] },
  ]);
  const road = placeShort(snapshot.board, { kind: 'path', id: 1 });
  expect(told.slice(2)).toEqual([
    'You take back the trade with the bank',
    `You take back the road at ${road}`,
  ]);
});

it('says from whom an award was taken, also after an undo', () => {
  const award = (seq: number, holder: number | null) =>
    entry(seq, { type: 'longest_road', holder });
  const told = texts([
    award(1, 1),
    award(2, 0),
    { seq: 3, undone: 0, at_table: null, events: [] },
    award(4, 2),
    award(5, null),
  ]);
  expect(told).toEqual([
    'Bruno has the longest road',
    'You take the longest road from Bruno',
    'You take back the last step',
    'Cleo takes the longest road from Bruno',
    'Cleo loses the longest road: nobody holds it now',
  ]);
});

it('works a line out once, and keeps the names of then', () => {
  const book = new LogBook();
  book.add(snapshot, LOG);
  const before = [...book.lines];
  const seats = snapshot.seats.map((info) => ({ ...info, name: 'Somebody else' }));
  book.add({ ...snapshot, seats }, [entry(999, { type: 'withdrawn', seat: 1 })]);
  expect(book.lines.length).toBe(before.length + 1);
  for (const [index, line] of before.entries()) expect(book.lines[index]).toBe(line);
  expect(lineText(book.lines.at(-1)?.parts ?? [])).toBe('Somebody else withdraws the offer');
});

it('keeps the names of those who sat there then', () => {
  const snapshot = testSnapshot();
  const former = [
    { name: 'Ida', until: 20 },
    { name: null, until: 29 },
  ];
  const seats = snapshot.seats.map((info, seat) =>
    seat === 2 ? { ...info, name: 'Olaf', former } : info,
  );
  const rolled = (seq: number) => ({
    seq,
    undone: null,
    at_table: null,
    events: [{ type: 'withdrawn' as const, seat: 2 }],
  });
  const at = (seq: number, type: 'left' | 'taken' | 'back') => ({
    seq,
    undone: null,
    at_table: { type, seat: 2 },
    events: [],
  });
  const log = [rolled(3), at(20, 'left'), rolled(25), at(30, 'taken'), at(41, 'back')];
  const now = { ...snapshot, seats };
  const texts = (as: typeof now) => logLines(as, log).map(({ parts }) => lineText(parts));
  expect(texts(now)).toEqual([
    'Ida withdraws the offer',
    'Ida leaves for good. A bot plays on',
    'Seat 3 withdraws the offer',
    'Olaf takes the seat of Ida',
    'Olaf is back',
  ]);
  // Whoever has come later reads of Ida, and not of themselves.
  const newcomer = { ...now, table: { ...now.table, you: 2 } };
  expect(texts(newcomer)[0]).toBe('Ida withdraws the offer');
  expect(texts(newcomer)[3]).toBe('You take the seat of Ida');
});

it('names what the host has changed, also where that is newer than the page', () => {
  const what = ['deal', 'points_to_win', 'clock', 'no_trade_after_building', 'brand_new'];
  const [line] = logLines(snapshot, [atTable(1, { type: 'changed', what })]);
  expect(lineText(line?.parts ?? [])).toBe(
    'The host has changed: another island, points to win, time to think, ' +
      'no trade after building, brand new',
  );
  for (const { id } of switches) {
    const name = id.replace(/_./g, (letter) => letter.charAt(1).toUpperCase());
    expect(isMessage(`switches.${name}Changed`), id).toBe(true);
  }
});

it('names who pauses the game and lets it go on', () => {
  const event = (at_table: object) =>
    logLines(testSnapshot(), [{ seq: 1, undone: null, at_table, events: [] } as never]).map(
      ({ parts }) => lineText(parts),
    );
  expect(event({ type: 'paused', by: 0, for_absent: false })).toEqual(['You pause the game']);
  expect(event({ type: 'unpaused', by: 0 })).toEqual(['You resume the game']);
  expect(event({ type: 'paused', by: null, for_absent: true })).toEqual([
    'The game is waiting for a player',
  ]);
});
