/** Every phase of a game as a staged table shows it, one after another on the same page. */

import { readFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { robberMoves } from '../../src/lib/play/game/test-robber';
import type {
  Answer,
  Choices,
  LogEntry,
  Replay,
  SeatInfo,
  Trade,
  View,
} from '../../src/lib/base/protocol';
import { fixture, StagedTable, type Moment } from './staged';

/** A phase of a game. */
export interface State {
  readonly name: string;
  readonly moment: Moment;
  /** What the table says then. */
  readonly says: RegExp;
  /** What the player does to get there, and to leave again. */
  readonly enter?: (page: Page) => Promise<void>;
  readonly leave?: (page: Page) => Promise<void>;
}

/** Names that are hard to set: long ones, one from right to left, and a short one. */
const NAMES = [
  'Bartholomew Featherstone',
  'Bruno',
  'عبد الرحمن المهندس',
  'Wilhelmina Brackwater',
  'Jo',
  'Amber Plover',
];
const COLORS = ['coral', 'cobalt', 'amber', 'teal', 'plum', 'chalk'] as const;
const LARGE = { 5: 'playthroughs/five-six-5.txt', 6: 'records/six.record' };

/** A table of so many: the one in the fixture, or one on the larger island, in the middle of a recorded game. */
export async function tableOf(players: 4 | 5 | 6, home: string): Promise<StagedTable> {
  if (players === 4) return new StagedTable();
  const record = new URL(`../../../tests-data/${LARGE[players]}`, import.meta.url);
  const answer = await fetch(`${home}/api/replay`, {
    method: 'POST',
    body: readFileSync(record, 'utf8'),
  });
  const replay = (await answer.json()) as Replay;
  const scene =
    (replay.steps[Math.floor(replay.steps.length * 0.8)] ?? replay.steps[0])?.scene ?? replay.start;
  const welcome = fixture();
  const { update, table } = welcome;
  const bot = update.seats[1] as SeatInfo;
  return new StagedTable({
    ...welcome,
    table: {
      ...table,
      rules: replay.table.rules,
      edition: replay.table.edition,
      costs: replay.table.costs,
    },
    board: replay.board,
    update: {
      ...update,
      seats: replay.seats.map((_, seat) => ({
        ...(seat === 0 ? (update.seats[0] as SeatInfo) : bot),
        name: NAMES[seat] ?? null,
        color: COLORS[seat] ?? 'coral',
      })),
      log: [],
      view: { ...scene.view, viewer: 0, own: scene.hands[0] ?? null },
    },
  });
}

/** All phases at a table with so many players, of which the first is the viewer. */
export function states(players: number): State[] {
  const nobody: Answer = { type: 'not_asked' };
  const trade = (...given: Answer[]): Trade => ({
    terms: { give: [0, 0, 2, 0, 0], take: [1, 0, 0, 0, 1] },
    answers: Array.from(
      { length: 6 },
      (_, seat) => (seat < players ? (given[seat] ?? given[given.length - 1]) : nobody) ?? nobody,
    ) as Trade['answers'],
  });
  const seats = Array.from({ length: players }, (_, seat) => ({ name: NAMES[seat] ?? null }));
  const clocks = seats.map((seat, index) => ({
    ...seat,
    // The first is warned, and offered more.
    left_ms: index ? 28_000 + index * 4000 : 15_000,
    extensions: 3,
    running: index === 0,
  }));
  const mine: Partial<Choices> = {
    to_act: true,
    offer: true,
    maritime_trade: true,
    end_turn: true,
    undo: true,
  };
  const of = (view: Partial<View>, choices: Partial<Choices> = {}, more: Moment = {}): Moment => ({
    seats,
    view: { active: 0, robbing: 0, special: null, own: OWN, ...view },
    choices,
    ...more,
  });
  const OWN = {
    hand: [4, 3, 12, 0, 2],
    development: [2, 1, 0, 1, 0],
    bought: [0, 0, 0, 0, 1],
  } as View['own'] & object;
  const rest = Array.from({ length: players - 1 }, (_, index) => index + 1);
  return [
    {
      name: 'set-up',
      says: /first settlement/,
      moment: of(
        { phase: { type: 'set_up_settlement' }, placed: 0, dice: null },
        { to_act: true, settlements: [2, 8, 14, 20, 26, 33] },
      ),
    },
    {
      name: 'roll',
      says: /roll the dice/,
      moment: of(
        { phase: { type: 'turn' }, dice: null },
        { to_act: true, roll: true, play: ['knight'] },
        { seats: clocks, log: longLog() },
      ),
    },
    {
      name: 'main',
      says: /trade, build or end/,
      moment: of(
        { phase: { type: 'turn' }, dice: [3, 4] },
        {
          ...mine,
          roads: [3, 9, 12],
          settlements: [10],
          cities: [],
          buy_development_card: true,
          play: ['knight', 'monopoly'],
        },
        { clock: { left_ms: 3_000_000, running: true } },
      ),
    },
    {
      name: 'builder',
      says: /trade, build or end/,
      moment: of({ phase: { type: 'turn' }, dice: [3, 4] }, mine),
      enter: async (page) => {
        await page.locator('[data-action=trade]').click();
        await page.getByRole('button', { name: /^Get ore/ }).click();
      },
      leave: (page) => page.getByRole('button', { name: 'Close' }).click(),
    },
    {
      name: 'own-offer',
      says: /who to trade with/,
      moment: of(
        {
          phase: {
            type: 'trade',
            trade: trade(
              nobody,
              { type: 'accepted' },
              { type: 'countered', terms: { give: [0, 1, 1, 0, 0], take: [2, 0, 0, 1, 0] } },
              { type: 'pending' },
            ),
          },
        },
        { to_act: true, confirm: [1, 2], withdraw: true },
      ),
    },
    {
      name: 'asked',
      says: /Bruno offers you/,
      moment: of(
        {
          active: 1,
          phase: {
            type: 'trade',
            trade: trade({ type: 'pending' }, nobody, { type: 'declined' }, { type: 'pending' }),
          },
        },
        { to_act: true, answer: true, accept: true },
      ),
    },
    {
      name: 'asked-too-much',
      says: /Bruno offers you/,
      moment: of(
        {
          active: 1,
          own: { ...OWN, hand: [0, 3, 12, 1, 1] },
          phase: {
            type: 'trade',
            trade: trade({ type: 'pending' }, nobody, { type: 'declined' }, { type: 'pending' }),
          },
        },
        { to_act: true, answer: true },
      ),
    },
    {
      name: 'discard',
      says: /Discard 10/,
      moment: of(
        {
          phase: {
            type: 'discard',
            due: [10, 3, 4, 5, ...(players > 4 ? [6, 0] : [0, 0])] as never,
          },
          dice: [3, 4],
        },
        { to_act: true, discard: 10 },
      ),
    },
    {
      name: 'robber',
      says: /Move the robber/,
      moment: of(
        { phase: { type: 'move_robber' }, dice: [3, 4] },
        { to_act: true, robber: robberMoves(1, 2, 3, 4, 5, 9) },
      ),
    },
    ...[0, 8, 11].map((robber): State => ({
      name: `victims-${robber}`,
      says: /who to rob/,
      moment: of(
        { phase: { type: 'rob', victims: rest.slice(0, 3) }, robber },
        { to_act: true, victims: rest.slice(0, 3), pass: true },
      ),
    })),
    {
      name: 'special',
      says: /Special building/,
      moment: of(
        { phase: { type: 'special_building' }, active: 2, special: 0 },
        { to_act: true, pass: true, buy_development_card: true },
      ),
    },
    {
      name: 'interrupt',
      says: /interrupt\?/,
      moment: of(
        {
          ...{
            phase: { type: 'interrupt', asked: [0, 2] },
            to_act: { type: 'seats', seats: [0, 2] },
          },
          ...{ active: 1, robbing: 1, robber: 4 },
        },
        { to_act: true, pass: true, play: ['knight'] },
      ),
    },
    {
      name: 'coach',
      says: /Move the robber/,
      moment: of(
        { phase: { type: 'move_robber' }, dice: [3, 4] },
        { to_act: true, robber: robberMoves(1, 2, 3, 4, 5, 9) },
      ),
      enter: press('Coach'),
      leave: press('Coach'),
    },
    {
      name: 'free-roads',
      says: /free roads, or skip/,
      moment: of(
        { phase: { type: 'free_roads' }, dice: [3, 4], free_roads: 2 },
        { to_act: true, roads: [3, 9, 12], pass: true },
      ),
    },
    {
      name: 'suggestions',
      says: /trade, build or end/,
      moment: of({ phase: { type: 'turn' }, dice: [3, 4] }, mine, {
        suggestions: [1, 2].map((from) => ({
          ...{ line: 90 + from, from, answers: null, declined: [] },
          terms: { give: [1, 0, 0, 0, 0], take: [0, 0, 0, 0, 1], any_give: 0, any_take: 0 },
        })),
      }),
    },
    {
      name: 'idle',
      says: /turn/,
      moment: of(
        { phase: { type: 'turn' }, active: 2, dice: [6, 5] },
        {},
        {
          seats: seats.map((seat, index) =>
            index === 2 ? { ...seat, present: true, waited_ms: 90_000 } : seat,
          ),
          seating: {
            remedies: (['remind', 'clock', 'skip', 'replace'] as const).map((remedy) => ({
              ...{ seat: 2, remedy, in_ms: 0 },
            })),
          },
        },
      ),
    },
    {
      name: 'others',
      says: /turn/,
      moment: of({ phase: { type: 'turn' }, active: 2, dice: [6, 5] }),
    },
    {
      name: 'paused',
      says: /paused/,
      moment: of({ phase: { type: 'turn' }, active: 1 }, {}, { paused: true }),
    },
    { name: 'end', says: /wins/, moment: of({ phase: { type: 'over', winners: [2] } }) },
  ];
}

/** Presses the button of this name, where there is room for it. */
function press(name: string): (page: Page) => Promise<void> {
  return async (page) => {
    const button = page.getByRole('button', { name, exact: true });
    if (await button.isVisible()) await button.click();
  };
}

/** Many lines of the log, as a long game leaves them. */
function longLog(): LogEntry[] {
  const { log } = fixture().update;
  return Array.from({ length: 8 }, (_, round) =>
    log.map((entry) => ({ ...entry, seq: 1000 + round * 100 + (entry.seq % 100) })),
  ).flat();
}
