import { beforeEach, expect, it, vi } from 'vitest';

import { stubStorage } from '../../base/local/test-storage';
import { isFirst } from './celebrated';

let kept: Map<string, string>;

beforeEach(() => {
  kept = stubStorage();
});

it('celebrates each table once', () => {
  expect([isFirst('a'), isFirst('b'), isFirst('a'), isFirst('b')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it('celebrates where nothing can be kept, or what is kept is spoilt', () => {
  kept.set('brickwood.celebrated', '{"a":1}');
  expect(isFirst('a')).toBe(true);
  kept.set('brickwood.celebrated', 'null');
  expect(isFirst('a')).toBe(true);
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('full');
    },
  });
  expect(isFirst('a')).toBe(true);
});
