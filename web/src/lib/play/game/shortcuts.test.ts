import { describe, expect, it } from 'vitest';

import { rebind } from '../../base/preferences/keys';
import { COMMANDS, type Row } from '../intent/commands';
import { pressed, readKeys, SHORTCUT_IDS } from './shortcuts';
import type { Panel } from './view-model';

const NONE: Panel = { kind: 'none' };
const press = (key: string, code = '') => ({ key, code, shiftKey: false });

describe('the keys of a table', () => {
  it('are each for one thing', () => {
    const keys = SHORTCUT_IDS.map((id) => COMMANDS[id].key);
    expect(new Set(keys).size).toBe(keys.length);
    for (const id of SHORTCUT_IDS) {
      const { key, asked }: Row = COMMANDS[id];
      const meant = asked === id ? null : { type: 'command', id };
      expect(pressed(press(key === 'space' ? ' ' : key), NONE)).toEqual(meant);
    }
  });

  it('can be chosen, and the usual one then means nothing', () => {
    const bound = rebind('road', 'q', {});
    expect(bound).toEqual({ keys: { road: 'q' } });
    const keys = 'keys' in bound ? bound.keys : {};
    expect(pressed(press('Q'), NONE, keys)).toEqual({ type: 'command', id: 'road' });
    expect(pressed(press('w'), NONE, keys)).toBeNull();
    // The free key is there for another.
    expect(rebind('roll', 'w', keys)).toEqual({ keys: { road: 'q', roll: 'w' } });
  });

  it('are refused where they do something else, with a word', () => {
    expect(rebind('road', 's', {})).toEqual({
      refused: 'S is already used for “Build a settlement”.',
    });
    for (const key of ['1', 'enter', 'escape', 'tab', 'arrowup', 'f5', 'shift', 'space']) {
      expect(rebind('road', key, {}), key).toHaveProperty('refused');
    }
  });

  it('are the usual ones again without being remembered', () => {
    expect(rebind('road', 'w', { road: 'q' })).toEqual({ keys: {} });
  });

  it('are read from what was kept, and are the usual ones where two of that are alike', () => {
    expect(readKeys({ road: 'q', settlement: 5, nothing: 'z' })).toEqual({ road: 'q' });
    expect(readKeys({ road: 'q', roll: 'q' })).toEqual({});
    const swapped = { road: 's', settlement: 'w' };
    expect(readKeys(swapped)).toEqual(swapped);
  });
});
