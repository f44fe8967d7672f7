import { expect, it } from 'vitest';

import type { TableSummary } from '../protocol';
import { USUAL } from '../../make/setup/table-options';
import { running, stateOf } from './resume';

const table = (id: string, change: Partial<TableSummary>): TableSummary => ({
  id,
  players: ['Ida', 'Ben'],
  open_seats: 0,
  started: true,
  host: 'Ida',
  edition: 'modern',
  points: 10,
  options: USUAL,
  turn: 4,
  awaited: ['Ben'],
  over: false,
  winners: [],
  your_turn: false,
  created_ms: 0,
  ...change,
});

it('the game that waits for the visitor comes first, and none that is over', () => {
  const tables = [
    table('gathers', { started: false }),
    table('over', { over: true, awaited: [] }),
    table('plays', {}),
    table('waits', { your_turn: true }),
  ];
  expect(running(tables).map(({ id }) => id)).toEqual(['waits', 'plays', 'gathers']);
});

it('a game says whose turn it is', () => {
  expect(stateOf(table('a', {}))).toBe('Ben’s turn');
  expect(stateOf(table('a', { your_turn: true }))).toBe('Your turn');
  const both = ['Ida', 'Ben'];
  expect(stateOf(table('a', { awaited: both }))).toBe('Waiting for Ida and Ben');
  const gathers = { started: false, awaited: [] };
  expect(stateOf(table('a', { ...gathers, open_seats: 2 }))).toBe('Waiting for players');
  expect(stateOf(table('a', gathers))).toBe('Not started');
});
