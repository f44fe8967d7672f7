import { robberMoves } from './test-robber';
import { describe, expect, it } from 'vitest';

import { NO_CHOICES, testSnapshot } from './test-snapshot';
import type { TradeDraft } from './trade';
import { NO_DRAFT } from './draft';
import { viewModel } from './view-model';

describe('the board', () => {
  it('lights what was taken up, and nothing by itself', () => {
    const snapshot = testSnapshot({ choices: { cities: [3], settlements: [5], roads: [7, 8] } });
    const lit = (tool: 'road' | 'settlement' | null) => viewModel(snapshot, { ...NO_DRAFT, tool });
    expect(lit('settlement').targets).toMatchObject({ piece: 'settlement', ids: [5] });
    expect(lit('road').targets).toMatchObject({ kind: 'path', ids: [7, 8] });
    expect(lit('road').quiet).toEqual([]);
    expect(lit(null).targets).toEqual({ kind: 'none' });
    expect(lit(null).quiet.map(({ piece }) => piece)).toEqual(['city', 'settlement', 'road']);
  });

  it('lights by itself what has to be placed', () => {
    const free = testSnapshot({ phase: { type: 'free_roads' }, choices: { roads: [7] } });
    const { targets, quiet } = viewModel(free, NO_DRAFT);
    expect(targets).toMatchObject({ kind: 'path', piece: 'road', ids: [7] });
    expect(quiet).toEqual([]);
  });

  it('lights nothing for those who look on', () => {
    expect(viewModel(testSnapshot({ you: null }), NO_DRAFT).targets).toEqual({ kind: 'none' });
  });

  it('asks for a yes where a place is selected', () => {
    const snapshot = testSnapshot({ choices: { cities: [3] } });
    const selected = (id: number) => ({ kind: 'intersection', piece: 'city', id }) as const;
    const model = viewModel(snapshot, { ...NO_DRAFT, selected: selected(3) });
    expect(model.confirmation).toMatchObject({ title: 'Build a city here?', yes: 'Build' });
    expect(viewModel(snapshot, { ...NO_DRAFT, selected: selected(4) }).confirmation).toBeNull();
  });

  it('warns before the robber blocks the viewer', () => {
    const snapshot = testSnapshot({ phase: { type: 'move_robber' } });
    const own = snapshot.view.seats[0]?.settlements[0] ?? snapshot.view.seats[0]?.cities[0] ?? -1;
    const hex = snapshot.board.hexes.findIndex(
      ({ corners, token }) => token !== null && corners.includes(own),
    );
    const moving = { ...snapshot, choices: { ...snapshot.choices, robber: robberMoves(hex) } };
    const selected = { kind: 'hex', piece: 'robber', id: hex } as const;
    const model = viewModel(moving, { ...NO_DRAFT, selected });
    expect(model.confirmation?.detail).toMatch(/^It blocks a hex of your own/);
  });
});

describe('the buttons', () => {
  it('say what is missing', () => {
    const { actions } = viewModel(testSnapshot(), NO_DRAFT);
    const road = actions.find((button) => button.id === 'road');
    expect(road).toMatchObject({ enabled: false, missing: [0, 1, 0, 0, 0] });
    expect(road?.why).toBe('1 lumber is missing.');
  });

  it('ask nothing for the first pieces, and blame no card while it is not their turn', () => {
    const snapshot = testSnapshot({ phase: { type: 'set_up_settlement' }, choices: NO_CHOICES });
    const { actions } = viewModel(snapshot, NO_DRAFT);
    const found = Object.fromEntries(actions.map((button) => [button.id, button]));
    for (const id of ['settlement', 'road']) {
      expect(found[id], id).toMatchObject({ cost: [0, 0, 0, 0, 0], missing: null });
      expect(found[id]?.why, id).toBe('Something else has to be done first.');
    }
    expect(found.city).toMatchObject({ cost: [0, 0, 0, 2, 3], missing: null });
    expect(found.city?.why).toBe('Something else has to be done first.');
  });

  it('give the reason of the rules where cards are not the reason', () => {
    const { actions } = viewModel(testSnapshot(), NO_DRAFT);
    expect(actions.find((button) => button.id === 'settlement')).toMatchObject({
      why: 'There is a building on a neighboring corner.',
      clause: 'BLD-09',
    });
  });

  it('say whose turn it is to everybody else', () => {
    const snapshot = testSnapshot({ view: { active: 2 }, choices: NO_CHOICES });
    const { actions, primary } = viewModel(snapshot, NO_DRAFT);
    expect(actions.every((button) => !button.enabled)).toBe(true);
    expect(primary).toMatchObject({ why: 'It is Cleo’s turn.', clause: 'TRN-04' });
    for (const button of actions) expect(button.clause).toBe('TRN-04');
  });

  it('roll first and end later', () => {
    const before = testSnapshot({ choices: { ...NO_CHOICES, roll: true }, view: { dice: null } });
    expect(viewModel(before, NO_DRAFT).primary).toMatchObject({ kind: 'roll', enabled: true });
    expect(viewModel(testSnapshot(), NO_DRAFT).primary).toMatchObject({ kind: 'end_turn' });
  });
});

describe('the panel', () => {
  it('shows one thing, the most pressing first', () => {
    const kind = (snapshot: ReturnType<typeof testSnapshot>, draft = NO_DRAFT) =>
      viewModel(snapshot, draft).panel.kind;
    const trade: TradeDraft = {
      ...{ mode: 'offer', give: NO_DRAFT.tray, get: NO_DRAFT.tray, to: [1] },
      ...{ anyGive: 0, anyGet: 0, answers: null, declinedBy: [], declinedTwice: false },
    };
    expect(kind(testSnapshot())).toBe('none');
    expect(kind(testSnapshot(), { ...NO_DRAFT, trade })).toBe('builder');
    expect(kind(testSnapshot({ choices: { discard: 3 } }), { ...NO_DRAFT, trade })).toBe('discard');
    expect(kind(testSnapshot({ choices: { robber: robberMoves(1) } }))).toBe('robber');
    expect(kind(testSnapshot({ choices: { victims: [1, 2] } }))).toBe('victims');
    const watched = testSnapshot({ you: null, choices: NO_CHOICES });
    const open = { name: null, kind: { type: 'human' } } as const;
    const seats = watched.seats.map((info, seat) => (seat === 1 ? { ...info, ...open } : info));
    expect(kind({ ...watched, seats })).toBe('waiting');
    const seating = { ...watched.seating, to_take: [2] };
    const { panel } = viewModel({ ...watched, seats, seating }, NO_DRAFT);
    expect(panel).toEqual({ kind: 'waiting', open: [2], free: true });
    const plenty = testSnapshot({ choices: { play: ['year_of_plenty'], plenty: 2 } });
    expect(kind(plenty, { ...NO_DRAFT, chooser: 'year_of_plenty' })).toBe('plenty');
    expect(kind(testSnapshot(), { ...NO_DRAFT, chooser: 'monopoly' })).toBe('none');
  });

  it('counts what lies in the tray', () => {
    const snapshot = testSnapshot({ choices: { discard: 2 } });
    const full = viewModel(snapshot, { ...NO_DRAFT, tray: [0, 0, 2, 0, 0] });
    expect(full.panel).toMatchObject({ kind: 'discard', due: 2, ready: true });
    expect(full.hand.find((heap) => heap.resource === 'wool')?.lifted).toBe(2);
  });
});

describe('the result', () => {
  it('ranks the winner first, and tells where the points come from', () => {
    const model = viewModel(testSnapshot({ phase: { type: 'over', winners: [2] } }), NO_DRAFT);
    expect(model.ranking?.[0]).toMatchObject({ seat: 2, winner: true });
    const rest = model.ranking?.slice(1).map((row) => row.points) ?? [];
    expect(rest).toEqual([...rest].sort((a, b) => b - a));
    for (const row of model.ranking ?? []) {
      const { settlements, cities, longest_road, largest_army, victory_points } = row.sources;
      expect(settlements + cities + longest_road + largest_army + victory_points).toBe(row.points);
    }
  });
});
