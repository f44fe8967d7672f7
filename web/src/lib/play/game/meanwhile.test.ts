import { expect, it } from 'vitest';

import type { LogEntry } from '../../base/protocol';
import type { LogLine } from './log-lines';
import { meanwhile } from './meanwhile';

const at = (seq: number, type: 'away' | 'back', seat = 1): LogEntry => ({
  ...{ seq, undone: null, events: [] },
  at_table: { type, seat },
});
const turn = (seq: number, seat: number): LogEntry => ({
  ...{ seq, undone: null, at_table: null },
  events: [{ type: 'turn_began', seat, turn: seq }],
});
const line = (seq: number, color: 'cobalt' | 'coral', change: Partial<LogLine> = {}) =>
  ({ id: `${seq}`, seq, kind: 'line', color, parts: [], undone: false, ...change }) as LogLine;

it('tells what a bot did between leaving and coming back, until its player acts', () => {
  const lines = [
    line(1, 'cobalt'),
    line(3, 'cobalt'),
    line(4, 'coral'),
    line(5, 'cobalt', { undone: true }),
    line(6, 'cobalt'),
    line(8, 'cobalt'),
  ];
  const log = [turn(1, 1), at(2, 'away'), turn(3, 1), turn(6, 1), at(7, 'back')];
  const told = (entries: readonly LogEntry[]) =>
    meanwhile(entries, lines, 1, 'cobalt').map(({ seq }) => seq);
  expect(told(log)).toEqual([3, 6]);
  // Others go on.
  expect(told([...log, turn(8, 0)])).toEqual([3, 6]);
  expect(told([...log, turn(8, 1)])).toEqual([]);
  expect(told(log.slice(0, -1))).toEqual([]);
  expect(told([at(7, 'back')])).toEqual([]);
  expect(told([at(2, 'away', 0), at(7, 'back', 0)])).toEqual([]);
});
