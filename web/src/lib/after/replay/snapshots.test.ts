import { describe, expect, it } from 'vitest';

import { testSnapshot, WELCOME } from '../../play/game/test-snapshot';
import { lineText } from '../../play/game/log-lines';
import type { ChatLine, Event, OwnHand, Replay } from '../../base/protocol';
import { Player } from './player.svelte';
import { openSeats, replayLines, rolledAt, snapshotAt, turnFrom } from './snapshots';

const HANDS: OwnHand[] = [0, 1, 2, 3].map((seat) => ({
  hand: [seat, 0, 0, 0, 1],
  development: [0, 0, 0, 0, seat],
  bought: [0, 0, 0, 0, 0],
}));

const UNSEEN: Event[] = [{ type: 'stolen', seat: 1, victim: 2, resource: null }];

function replayOf(steps: Event[][]): Replay {
  const { view } = testSnapshot();
  const points = view.seats.map((each, seat) => ({ ...each.points, victory_points: seat }));
  const scene = { view, hands: HANDS, points };
  return {
    table: WELCOME.table,
    board: WELCOME.board,
    seats: WELCOME.update.seats,
    start: scene,
    chat: [],
    fair: null,
    steps: steps.map((events, index) => ({
      ...{ seq: index + 1, turn: 0, text: '', events, scene },
      told: events.some(({ type }) => type === 'stolen') ? [{ to: [0, 3], events: UNSEEN }] : [],
    })),
  };
}

const turn = (seat: number, number: number): Event => ({ type: 'turn_began', seat, turn: number });
const GAME = replayOf([
  [{ type: 'starting_cards', seat: 0, cards: [1, 0, 0, 0, 0] }],
  [turn(0, 1)],
  [{ type: 'rolled', seat: 0, dice: [2, 6], gains: [], short: [], blocked: null }],
  [turn(1, 2)],
  [{ type: 'stolen', seat: 1, victim: 2, resource: 'ore' }],
]);

describe('a step of a finished game', () => {
  it('shows the hands that one looks into, with the points in them', () => {
    const points = (eyes: 'all' | number) =>
      snapshotAt(GAME, 1, eyes).view.seats.map((seat) => seat.points.victory_points);
    const base = testSnapshot().view.seats.map((seat) => seat.points.victory_points);
    expect(points('all')).toEqual([0, 1, 2, 3]);
    expect(points(2)).toEqual(base.map((count, seat) => (seat === 2 ? 2 : count)));
    const open = openSeats(GAME, 1, 2).map(({ openHand, openDevelopment }) => [
      openHand !== null,
      openDevelopment !== null,
    ]);
    expect(open).toEqual([
      [false, false],
      [false, false],
      [true, true],
      [false, false],
    ]);
  });

  it('tells a theft to those who know of it', () => {
    const last = (eyes: 'all' | number) => lineText(replayLines(GAME, eyes).at(-1)?.parts ?? []);
    expect(last('all')).toBe('Bruno steals ore from Cleo');
    expect(last(2)).toBe('Bruno steals ore from Cleo');
    expect(last(3)).toBe('Bruno steals a card from Cleo');
  });

  it('knows what was rolled, and only then', () => {
    expect([2, 3, 4].map((at) => rolledAt(GAME, at))).toEqual([null, 8, null]);
  });
});

describe('going through', () => {
  it('finds where turns begin, and stops at both ends', () => {
    expect([0, 2, 3, 4, 5].map((at) => turnFrom(GAME, at, 1))).toEqual([2, 4, 4, 5, 5]);
    expect([5, 4, 3, 2, 0].map((at) => turnFrom(GAME, at, -1))).toEqual([4, 2, 2, 0, 0]);
  });

  it('tells what was said after the step that it followed, but not by whom one has muted', () => {
    const line = (number: number, name: string, text: string): ChatLine => ({
      number,
      at_ms: 0,
      seat: 1,
      name,
      text: { type: 'words', text },
    });
    const replay: Replay = {
      ...GAME,
      chat: [
        { after: 0, line: line(1, 'Ida', 'Hello') },
        { after: 3, line: line(2, 'Ida', 'Nice roll') },
        { after: 3, line: line(3, 'Mal', 'Bah') },
      ],
    };
    const told = replayLines(replay, 'all', ['Mal']).map(({ seq, parts }) => [
      seq,
      lineText(parts),
    ]);
    const said = told.filter(([, text]) => String(text).startsWith('Ida'));
    expect(said).toEqual([
      [0, 'Ida says: Hello'],
      [3, 'Ida says: Nice roll'],
    ]);
    expect(told[0]).toEqual(said[0]);
    expect(told.findIndex(([seq]) => seq === 4)).toBe(told.indexOf(said[1] ?? []) + 1);
    expect(told.some(([, text]) => String(text).includes('Bah'))).toBe(false);
  });

  it('never leaves the game', () => {
    const player = new Player(GAME, 99);
    expect(player.at).toBe(5);
    player.step(1);
    expect(player.at).toBe(5);
    player.step(-99);
    expect(player.at).toBe(0);
    expect(new Player(GAME, Number.NaN).at).toBe(0);
  });
});
