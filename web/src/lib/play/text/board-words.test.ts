import { expect, it } from 'vitest';

import { testSnapshot } from '../game/test-snapshot';
import { hexLine } from './board-words';

it('ends each sentence about a hex once', () => {
  const snapshot = testSnapshot();
  for (const hex of snapshot.board.hexes.keys()) {
    const line = hexLine(snapshot, hex);
    expect(line).toMatch(/[^.]\.$/);
    expect(line).not.toContain('..');
  }
});
