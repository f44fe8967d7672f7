import { afterEach, describe, expect, it, vi } from 'vitest';

import { COUNT, readKept, resumed, writeKept } from './kept';

/** A storage that holds this text. */
function storage(text: string | null): void {
  let kept = text;
  vi.stubGlobal('localStorage', {
    getItem: () => kept,
    setItem: (_: string, value: string) => (kept = value),
  });
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('how far somebody is', () => {
  it('is kept', () => {
    storage(null);
    expect(readKept()).toEqual({ at: 1, done: [], chosen: {} });
    const kept = { at: 4, done: [1, 2, 3], chosen: { corner: 'd3n' } };
    writeKept(kept);
    expect(readKept()).toEqual(kept);
  });

  it('begins anew where something else is kept', () => {
    for (const text of ['{"done":[1,2],"tables":[["a",1]]}', '{"at":99,"done":[]}', 'x', '3']) {
      storage(text);
      expect(readKept(), text).toEqual({ at: 1, done: [], chosen: {} });
    }
    storage(`{"at":2,"done":[1,"x",99]}`);
    expect(readKept()).toEqual({ at: 2, done: [1], chosen: {} });
  });

  it('begins anew where everything is done', () => {
    const done = Array.from({ length: COUNT }, (_, at) => at + 1);
    const chosen = { corner: 'd3n' };
    expect(resumed({ at: COUNT, done, chosen })).toEqual({ at: 1, done, chosen });
    expect(resumed({ at: 4, done, chosen })).toEqual({ at: 4, done, chosen });
    expect(resumed({ at: COUNT, done: [1], chosen }).at).toBe(COUNT);
  });
});
