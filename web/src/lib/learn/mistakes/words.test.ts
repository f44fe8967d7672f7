import { expect, it } from 'vitest';

import type { SeatSummary } from '../../base/protocol';
import { noneText } from './words';

const WELL: SeatSummary = {
  ...{
    choices: 20,
    inaccuracies: 0,
    mistakes: 0,
    blunders: 0,
    luck: 0,
    poor_start: false,
    misses: [],
  },
  ...{ quality: 92, by_kind: { settling: 95, building: 90, trade: null, robber: 85, cards: 99 } },
};

it('praises only those who have played well, and blames the others only for what they did', () => {
  expect(noneText(true, WELL)).toBe('No mistakes worth a look. Well played!');
  expect(noneText(false, WELL)).toMatch(/the dice and the others decided this one\.$/);
  expect(noneText(true, { ...WELL, poor_start: true })).toMatch(/Your start decided this one/);
  const hoarder = { ...WELL, quality: 63, by_kind: { ...WELL.by_kind, trade: 6 } };
  expect(noneText(true, hoarder)).toBe(
    'No single mistake is worth a look, but many small ones added up. Your weakest side: Trade.',
  );
});
