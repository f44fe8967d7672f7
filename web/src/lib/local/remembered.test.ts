import { beforeEach, expect, it, vi } from 'vitest';

import {
  hasPlayed,
  rememberedHere,
  rememberedTables,
  rememberRunning,
  rememberTable,
} from './remembered';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

it('a table is running from when it is opened until its game is over', () => {
  expect(hasPlayed()).toBe(false);
  for (const id of ['~here', 'there', '~here']) rememberTable(id, true);
  expect(rememberedTables()).toEqual(['there', '~here']);
  expect(rememberedHere()).toEqual(['~here']);
  rememberTable('there', false);
  rememberTable('~here', false);
  expect(rememberedTables()).toEqual([]);
  expect(hasPlayed()).toBe(true);
});

it('a list says better which are running, and makes nobody a player who has no table', () => {
  rememberRunning([], 0);
  expect(hasPlayed()).toBe(false);
  rememberTable('a', true);
  rememberRunning(['b'], 2);
  expect(rememberedTables()).toEqual(['b']);
  rememberRunning([], 0);
  expect(rememberedTables()).toEqual([]);
});

it('whoever has something else kept, or can keep nothing, has no running game', () => {
  for (const text of ['2', 'null', '{"a":1}', 'x', '']) {
    kept.set('brickwood.running', text);
    expect(rememberedTables(), text).toEqual([]);
    expect(hasPlayed()).toBe(true);
  }
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('forbidden');
    },
    setItem: () => {
      throw new Error('forbidden');
    },
  });
  rememberTable('a', true);
  expect(rememberedTables()).toEqual([]);
  expect(hasPlayed()).toBe(false);
});
