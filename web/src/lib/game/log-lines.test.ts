import { expect, it } from 'vitest';

import type { Event, LogEntry, TableEvent } from '../protocol';
import { announce } from './announce';
import { lineText, logLines } from './log-lines';
import { LOG, testScene } from './test-scene';

const scene = testScene();

const atTable = (seq: number, at_table: TableEvent): LogEntry => ({
  seq,
  undone: null,
  at_table,
  events: [],
});

it('tells what happens at the table, but not who sits down and gets ready', () => {
  const told = logLines(scene, [
    atTable(1, { type: 'arranged' }),
    atTable(2, { type: 'ready', seat: 0 }),
    atTable(3, { type: 'started' }),
    atTable(4, { type: 'away', seat: 2 }),
    atTable(5, { type: 'back', seat: 2 }),
    atTable(6, { type: 'paused', for_absent: true }),
    atTable(7, { type: 'unpaused' }),
    atTable(8, { type: 'timed_out', seat: 0 }),
  ]).map(({ parts }) => lineText(parts));
  expect(told).toEqual([
    'The game begins',
    'A bot plays for Cleo',
    'Cleo is back',
    'The game waits for a player',
    'The game goes on',
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
  const lines = logLines(scene, [
    entry(1, road(1)),
    atTable(2, { type: 'unpaused' }),
    { seq: 3, undone: 0, at_table: null, events: [] },
  ]);
  expect(lines.map(({ undone }) => undone)).toEqual([true, false, false]);
});

function entry(seq: number, ...events: Event[]): LogEntry {
  return { seq, undone: null, at_table: null, events };
}

function texts(log: readonly LogEntry[]): string[] {
  return logLines(scene, log).map((line) => lineText(line.parts));
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
  const lines = logLines(scene, [
    entry(1, road(1)),
    entry(2, road(2)),
    { seq: 3, undone: 0, at_table: null, events: [] },
    { seq: 4, undone: 0, at_table: null, events: [] },
  ]);
  expect(lines.map((line) => line.undone)).toEqual([true, true, false, false]);
});

it('gives every line an id of its own, and every turn a heading', () => {
  const lines = logLines(scene, LOG);
  expect(new Set(lines.map((line) => line.id)).size).toBe(lines.length);
  expect(lines.some((line) => line.kind === 'turn')).toBe(true);
  for (const line of lines) expect(lineText(line.parts)).not.toBe('');
});

it('announces what the listener gets, and calls when they are to act', () => {
  const before = testScene({ view: { active: 1 } });
  const rolled: Event = {
    type: 'rolled',
    seat: 1,
    dice: [3, 5],
    gains: [{ seat: 0, cards: [0, 2, 0, 0, 0] }],
    short: [],
    blocked: null,
  };
  const said = announce(before, scene, [entry(1, rolled)]);
  expect(said.polite).toBe('Bruno rolled 8: you get 2 lumber');
  expect(said.assertive).toBe('Your turn: trade, build or end');
  expect(announce(scene, scene, []).assertive).toBe('');
});

it('leaves out the chances to build that nobody used', () => {
  const may = (seat: number): Event => ({ type: 'special_building_began', seat });
  const built: Event = { type: 'built', seat: 2, placed: { piece: 'road', at: 3 }, paid: true };
  const turn: Event = { type: 'turn_began', seat: 1, turn: 5 };
  expect(texts([entry(1, may(1)), entry(2, may(2)), entry(3, built), entry(4, may(3))])).toEqual([
    'Special building: Cleo may build',
    'Cleo builds a road',
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
    'You and Cleo share the game',
  ]);
});
