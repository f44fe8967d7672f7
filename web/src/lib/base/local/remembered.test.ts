import { beforeEach, expect, it, vi } from 'vitest';

import {
  hasPlayed,
  rememberedHere,
  rememberedTables,
  rememberRunning,
  rememberTable,
} from './remembered';
import { stubStorage } from './test-storage';

let kept: Map<string, string>;

beforeEach(() => {
  kept = stubStorage();
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

it('the list of tables replaces what was remembered, and nobody without a table counts as a player', () => {
  rememberRunning([], 0);
  expect(hasPlayed()).toBe(false);
  rememberTable('a', true);
  rememberRunning(['b'], 2);
  expect(rememberedTables()).toEqual(['b']);
  rememberRunning([], 0);
  expect(rememberedTables()).toEqual([]);
});

it('nothing is running where something else is kept, or nothing can be kept', () => {
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
