import { describe, expect, it } from 'vitest';

import { testBoard } from '../../play/board/test-board';
import type { DraftReport } from '../../base/protocol';
import {
  boardOf,
  draftOf,
  emptyDraft,
  isEmpty,
  painted,
  readDraft,
  robberOf,
  textOf,
  withoutHarbor,
  type Draft,
  type Spot,
  type Tool,
} from './draft';
import { FRAMES, frameWith } from './frame';
import { begin, change, redo, undo } from './history';
import { strokeOf } from './keys';

const HILLS: Tool = { type: 'terrain', terrain: 'hills' };
const DESERT: Tool = { type: 'terrain', terrain: 'desert' };
const SIX: Tool = { type: 'token', token: 6 };
const ROBBER: Tool = { type: 'robber' };
const ERASER: Tool = { type: 'eraser' };
const WOOL: Tool = { type: 'harbor', kind: { type: 'special', resource: 'wool' } };
const GENERIC: Tool = { type: 'harbor', kind: { type: 'generic' } };

const hex = (id: number): Spot => ({ kind: 'hex', id });
const coast = (id: number): Spot => ({ kind: 'coast', id });

/** Draws all of it, one after the other. */
function drawn(draft: Draft, ...strokes: readonly [Tool, Spot][]): Draft {
  return strokes.reduce((before, [tool, spot]) => painted(before, tool, spot), draft);
}

const empty = emptyDraft('standard');

describe('the frames', () => {
  it('have the places of the boards of the rules', () => {
    const board = testBoard();
    const { land, hexNames, coasts } = FRAMES.standard;
    expect(land.map(([x, y]) => ({ x, y }))).toEqual(board.hexes.map(({ x, y }) => ({ x, y })));
    expect(hexNames.slice(0, 4)).toEqual(['A1', 'A2', 'A3', 'B1']);
    expect(coasts).toHaveLength(30);
    expect(FRAMES.large.land).toHaveLength(30);
    expect(FRAMES.large.hexNames.at(-1)).toBe('G3');
    expect(FRAMES.large.coasts).toHaveLength(38);
    expect([19, 30].map(frameWith)).toEqual(['standard', 'large']);
  });

  it('have coasts that are all apart from each other, clockwise from the upper left', () => {
    for (const { coasts } of Object.values(FRAMES)) {
      const places = coasts.map(({ hex, side }) => `${hex} ${side}`);
      expect(new Set(places).size).toBe(coasts.length);
      for (const [index, here] of coasts.entries()) {
        const next = coasts[(index + 1) % coasts.length] ?? here;
        const distance = Math.hypot(next.x - here.x, next.y - here.y);
        expect(distance).toBeGreaterThan(42);
        expect(distance).toBeLessThan(72);
      }
      expect(coasts[0]).toMatchObject({ hex: 0, side: 'north_west' });
    }
  });
});

describe('drawing', () => {
  it('changes the place alone, and nothing where there is nothing to change', () => {
    const draft = drawn(empty, [HILLS, hex(3)], [SIX, hex(3)], [ROBBER, hex(4)]);
    expect(draft.hexes[3]).toEqual({ terrain: 'hills', token: 6 });
    expect(draft.hexes.filter(({ terrain }) => terrain)).toHaveLength(1);
    expect(painted(draft, SIX, hex(3))).toBe(draft);
    expect(painted(draft, SIX, coast(3))).toBe(draft);
    expect(painted(draft, WOOL, hex(3))).toBe(draft);
    expect(painted(draft, HILLS, hex(99))).toBe(draft);
    expect(isEmpty(empty)).toBe(true);
    expect(isEmpty(draft)).toBe(false);
  });

  it('takes the number from a hex that becomes a desert, on which the robber then stands', () => {
    const draft = drawn(empty, [SIX, hex(9)], [DESERT, hex(9)]);
    expect(draft.hexes[9]).toEqual({ terrain: 'desert', token: null });
    expect([draft.robber, robberOf(draft)]).toEqual([null, 9]);
    expect(robberOf(painted(draft, DESERT, hex(2)))).toBe(null);
    expect(robberOf(painted(draft, ROBBER, hex(2)))).toBe(2);
  });

  it('lays harbors clockwise, and one at each coast', () => {
    const draft = drawn(empty, [WOOL, coast(7)], [GENERIC, coast(2)], [GENERIC, coast(7)]);
    expect(draft.harbors.map(({ kind }) => kind.type)).toEqual(['generic', 'generic']);
    expect(textOf(draft)).toMatch(/~a2nw:3,b4ne:3$/);
    expect(withoutHarbor(draft, 0).harbors).toEqual(draft.harbors.slice(1));
    expect(painted(draft, GENERIC, coast(7))).toBe(draft);
  });

  it('erases all that lies at a place', () => {
    const draft = drawn(
      empty,
      [HILLS, hex(3)],
      [SIX, hex(3)],
      [ROBBER, hex(3)],
      [WOOL, coast(7)],
      [ERASER, hex(3)],
      [ERASER, coast(7)],
    );
    expect(draft).toEqual(empty);
    expect(painted(draft, ERASER, coast(7))).toBe(draft);
  });
});

describe('the text', () => {
  it('is the notation of boards, with a question mark for what is open', () => {
    expect(textOf(empty)).toBe('???/????/?????/????/???');
    const draft = drawn(
      empty,
      [HILLS, hex(0)],
      [SIX, hex(0)],
      [SIX, hex(1)],
      [DESERT, hex(9)],
      [ROBBER, hex(18)],
      [GENERIC, coast(0)],
      [WOOL, coast(3)],
    );
    expect(textOf(draft)).toBe('B6?6?/????/??D??/????/???*~a1nw:3,a2ne:W');
    expect(textOf(emptyDraft('large'))).toBe('???/????/?????/??????/?????/????/???');
  });

  it('as it is read by the rules gives the same draft, as does what is kept', () => {
    const draft = drawn(empty, [HILLS, hex(0)], [WOOL, coast(3)], [GENERIC, coast(0)]);
    const { hexes, harbors, robber } = draft;
    // The rules keep the order of the text.
    const report = { hexes, harbors: [...harbors].reverse(), robber } as unknown as DraftReport;
    expect(draftOf(report)).toEqual(draft);
    expect(readDraft(JSON.parse(JSON.stringify(draft)), 'standard')).toEqual(draft);
    expect(readDraft(draft, 'large')).toBe(null);
    expect(readDraft({ ...draft, robber: 19 }, 'standard')).toBe(null);
    expect(
      readDraft({ ...draft, hexes: [...hexes.slice(1), { terrain: 'sea' }] }, 'standard'),
    ).toBe(null);
    expect(readDraft(null, 'standard')).toBe(null);
  });

  it('describes the board that is drawn', () => {
    const board = boardOf(drawn(empty, [SIX, hex(0)], [WOOL, coast(0)]));
    expect(board.hexes[0]).toMatchObject({ token: 6, pips: 5 });
    expect(board.harbors).toHaveLength(1);
    expect(board.intersections).toHaveLength(54);
  });
});

describe('the history', () => {
  it('goes back and forth, a stroke at a time', () => {
    const one = painted(empty, HILLS, hex(0));
    const two = painted(one, HILLS, hex(1));
    const three = painted(two, SIX, hex(1));
    const all = change(change(change(begin(empty), one), two, true), three);
    expect(undo(all).present).toBe(two);
    expect(undo(undo(all)).present).toBe(empty);
    expect(undo(undo(undo(all)))).toEqual(undo(undo(all)));
    expect(redo(undo(all))).toEqual(all);
    expect(redo(all)).toBe(all);
    // What is drawn after going back is all that is to come.
    expect(change(undo(all), one).future).toEqual([]);
    expect(change(all, three)).toBe(all);
  });
});

describe('the keys', () => {
  it('are those of the notation of boards', () => {
    expect(strokeOf('b', hex(0), '')).toEqual({ tool: HILLS });
    expect(strokeOf('D', hex(0), '')).toEqual({ tool: DESERT });
    expect(strokeOf('6', hex(0), '')).toEqual({ tool: SIX });
    expect(strokeOf('r', hex(0), '')).toEqual({ tool: ROBBER });
    expect(strokeOf('Delete', coast(0), '')).toEqual({ tool: ERASER });
    expect(strokeOf('w', coast(0), '')).toEqual({ tool: WOOL });
    expect(strokeOf('3', coast(0), '')).toEqual({ tool: GENERIC });
    for (const key of ['d', '4', 'r', 'x']) expect(strokeOf(key, coast(0), '')).toBe(null);
    for (const key of ['7', '0', 'x', 'Tab']) expect(strokeOf(key, hex(0), '')).toBe(null);
  });

  it('write a number of two digits one after the other', () => {
    expect(strokeOf('1', hex(0), '')).toEqual({ begun: '1' });
    expect(strokeOf('2', hex(0), '1')).toEqual({ tool: { type: 'token', token: 12 } });
    expect(strokeOf('1', hex(0), '1')).toEqual({ tool: { type: 'token', token: 11 } });
    expect(strokeOf('3', hex(0), '1')).toBe(null);
  });
});
