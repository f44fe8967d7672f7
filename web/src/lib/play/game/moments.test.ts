/** What variants, beginners and five or six players bring to a table. */

import { robberMoves } from './test-robber';
import { describe, expect, it } from 'vitest';

import { NO_CARDS } from '../../base/cards';
import type { Illegal } from '../../base/protocol';
import { cardsRound } from './labels';
import { status } from './status';
import { pickAction } from './targets';
import { NO_CHOICES, testSnapshot } from './test-snapshot';
import { NO_DRAFT } from './draft';
import { viewModel } from './view-model';

const model = (snapshot: ReturnType<typeof testSnapshot>) => viewModel(snapshot, NO_DRAFT);

describe('special building', () => {
  const yours = testSnapshot({
    view: { phase: { type: 'special_building' }, active: 2, special: 0 },
    choices: { ...NO_CHOICES, to_act: true, pass: true, buy_development_card: true },
  });
  const others = testSnapshot({
    view: { phase: { type: 'special_building' }, active: 2, special: 3 },
    choices: NO_CHOICES,
  });

  it('is ended by the large button', () => {
    expect(status(yours)).toEqual({ text: 'Special building: build and buy', tone: 'act' });
    const { primary, panel } = model(yours);
    expect(primary).toMatchObject({ kind: 'pass', label: 'Done', enabled: true });
    expect(panel).toEqual({ kind: 'special', after: 'Cleo', canBuild: true });
  });

  it('gives the rule for what may not be done in it', () => {
    const problem = (code: Illegal, clause: string) => ({
      code,
      clause,
      message: `${code}.`,
      details: [],
      line: null,
    });
    const told = testSnapshot({
      view: yours.view,
      choices: {
        ...yours.choices,
        why_not: [
          { what: 'trade', problem: problem('special_building_only', 'SBP-02') },
          { what: 'road', problem: problem('cannot_pay_road', 'BLD-01') },
        ],
      },
    });
    const why = (id: string) => model(told).actions.find((button) => button.id === id);
    expect(why('trade')).toMatchObject({ enabled: false, clause: 'SBP-02' });
    expect(why('road')).toMatchObject({ enabled: false, clause: 'BLD-01' });
    expect(why('development_card')?.enabled).toBe(true);
  });

  it('is told to all others, with the one who builds marked', () => {
    expect(status(others)).toEqual({
      text: 'Special building: Dario may build',
      tone: 'wait',
    });
    const { seats, actions, panel } = model(others);
    expect(seats.map(({ asked }) => asked)).toEqual([null, null, null, 'builds']);
    expect(seats.map(({ active }) => active)).toEqual([false, false, true, false]);
    expect(actions[0]).toMatchObject({ why: 'Dario may build now.', clause: 'TRN-04' });
    expect(panel.kind).toBe('none');
  });
});

describe('a knight that may interrupt', () => {
  const asked = (seat: number, choices: object = {}) =>
    testSnapshot({
      view: {
        phase: { type: 'interrupt', asked: [seat] },
        to_act: { type: 'seats', seats: [seat] },
        active: 1,
        robbing: 1,
        robber: 4,
      },
      choices: { ...NO_CHOICES, ...choices },
    });

  it('is asked of one after the other', () => {
    const snapshot = asked(0, { pass: true, play: ['knight'] });
    expect(status(snapshot)).toMatchObject({
      tone: 'act',
      text: expect.stringMatching(/^Bruno moves the robber to .+: interrupt\?$/),
    });
    expect(model(snapshot).panel).toMatchObject({
      kind: 'interrupt',
      mover: 'Bruno',
      knight: true,
    });
    expect(model(asked(0, { pass: true })).panel).toMatchObject({ knight: false });
  });

  it('is known to be asked by all others', () => {
    const snapshot = asked(2);
    expect(status(snapshot).text).toBe('Cleo may interrupt the robber with a knight');
    expect(model(snapshot).seats[2]?.asked).toBe('knight?');
    expect(model(snapshot).panel.kind).toBe('none');
  });

  it('moves the robber of another’s turn', () => {
    const snapshot = testSnapshot({
      view: { phase: { type: 'move_robber' }, active: 1, robbing: 0 },
      choices: { ...NO_CHOICES, robber: robberMoves(1, 2) },
    });
    expect(status(snapshot)).toEqual({ text: 'Move the robber to another hex', tone: 'act' });
    expect(model(snapshot).targets).toMatchObject({ kind: 'hex', ids: [1, 2] });
  });
});

describe('first_cards', () => {
  const choosing = testSnapshot({
    phase: { type: 'first_cards', choosing: [0, 2] },
    choices: { ...NO_CHOICES, to_act: true, first_cards: [10, 20] },
  });

  it('are chosen in a list or on the board', () => {
    const { panel, targets, confirmation } = viewModel(choosing, {
      ...NO_DRAFT,
      selected: { kind: 'intersection', piece: 'first_cards', id: 10 },
    });
    expect(panel).toMatchObject({
      kind: 'first_cards',
      settlements: [{ at: 10, cards: cardsRound(choosing.board, 10) }, { at: 20 }],
    });
    expect(targets).toMatchObject({ kind: 'intersection', ids: [10, 20] });
    expect(pickAction({ kind: 'intersection', piece: 'first_cards', id: 20 })).toEqual({
      type: 'take_first_cards',
      at: 20,
    });
    expect(confirmation).toMatchObject({ yes: 'Take' });
  });

  it('are waited for by name', () => {
    const waiting = testSnapshot({
      phase: { type: 'first_cards', choosing: [1, 2] },
      choices: NO_CHOICES,
    });
    expect(status(waiting).text).toBe('Bruno and Cleo choose the first cards');
    expect(model(waiting).seats.map(({ asked }) => asked)).toEqual([
      null,
      'chooses',
      'chooses',
      null,
    ]);
  });

  it('are those of the land round the settlement', () => {
    const { board } = choosing;
    for (const at of board.intersections.keys()) {
      const land = (board.intersections[at]?.hexes ?? []).filter(
        (hex) => board.hexes[hex]?.terrain !== 'desert',
      );
      expect(cardsRound(board, at).reduce((sum, count) => sum + count)).toBe(land.length);
    }
  });
});

it('offers what may be forgone, and only then', () => {
  const rob = (pass: boolean) =>
    testSnapshot({
      view: { phase: { type: 'rob', victims: [1] }, robbing: 0 },
      choices: { ...NO_CHOICES, victims: [1], pass },
    });
  expect(model(rob(true)).panel).toMatchObject({ kind: 'victims', mayPass: true });
  expect(model(rob(false)).panel).toMatchObject({ kind: 'victims', mayPass: false });
  expect(status(rob(true)).text).toBe('Choose who to rob, or nobody');
  expect(status(rob(false)).text).toBe('Choose who to rob');
});

it('shows open hands, and lets victory points be played where they are', () => {
  const snapshot = testSnapshot({ choices: { play: ['victory_point'] } });
  const [first, ...others] = snapshot.view.seats;
  if (!first || !snapshot.view.own) throw new Error('somebody sits there');
  const open = {
    ...snapshot,
    table: {
      ...snapshot.table,
      rules: {
        ...snapshot.table.rules,
        variants: { ...snapshot.table.rules.variants, played_victory_points: true },
      },
    },
    view: {
      ...snapshot.view,
      seats: [{ ...first, hand: 3, open_hand: [1, 0, 2, 0, 0] as const }, ...others],
      own: { ...snapshot.view.own, development: [0, 0, 0, 0, 1] as const },
    },
  } as unknown as typeof snapshot;
  const { seats, heldCards } = model(open);
  expect(seats[0]?.openHand).toEqual([1, 0, 2, 0, 0]);
  expect(seats[0]?.label).toContain('holds 1 brick and 2 wool');
  expect(heldCards).toMatchObject([{ card: 'victory_point', playable: true }]);
  expect(heldCards[0]?.text).toContain('once it is played');
});

it('counts the throws that are left where a deck decides the rolls', () => {
  const left = (dice_deck: [number, number][] | null) =>
    model(testSnapshot({ view: { dice_deck } })).throwsLeft;
  expect(
    left([
      [6, 6],
      [1, 2],
    ]),
  ).toBe(2);
  expect(left([])).toBe(0);
  expect(left(null)).toBeNull();
});

it('names all who share a game', () => {
  const shared = testSnapshot({ phase: { type: 'over', winners: [0, 1] } });
  expect(status(shared).text).toMatch(/^You and Bruno share the win with \d+ points?$/);
  expect(model(shared).ranking?.filter(({ winner }) => winner)).toHaveLength(2);
});

describe('free roads', () => {
  const choices = { ...NO_CHOICES, to_act: true, roads: [3, 4] };
  const atOnce = testSnapshot({
    view: { phase: { type: 'free_roads' }, active: 0, free_roads: 2, card_played: true },
    choices: { ...choices, pass: true },
  });
  const inTurn = (dice: [number, number] | null) =>
    testSnapshot({
      view: { phase: { type: 'turn' }, active: 0, free_roads: 1, card_played: true, dice },
      choices,
    });

  it('are laid at once or skipped', () => {
    expect(status(atOnce)).toEqual({ text: 'Place 2 free roads, or skip', tone: 'act' });
    expect(model(atOnce).panel).toEqual({ kind: 'free_roads', left: 2 });
  });

  it('are told among all that a turn offers, where they may be laid within it', () => {
    expect(status(inTurn([1, 2])).text).toBe('Your turn: place 1 free road, trade, build or end');
    expect(status(inTurn(null)).text).toBe('Your turn: place 1 free road, or roll the dice');
    const road = model(inTurn([1, 2])).actions.find(({ id }) => id === 'road');
    expect(road).toMatchObject({ label: 'Free road', left: 1, enabled: true, cost: NO_CARDS });
  });
});
