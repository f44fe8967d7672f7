import { expect, it } from 'vitest';

import editions from '../../../../tests/fixtures/editions.json';
import type { EditionInfo, Rules } from '../../base/protocol';
import { changedRules } from './changed';
import { differences } from './differences';

it('counts what the sheet of the rules lists', () => {
  const [modern, ...others] = (editions as EditionInfo[]).map(({ rules }) => rules);
  if (!modern) throw new Error('no edition');
  const own: Rules = {
    ...modern,
    players: 3,
    time_limit: 20,
    set_up: { type: 'beginners', left_out: null },
    variants: { ...modern.variants, open_hands: true },
  };
  for (const rules of [...others, modern, own]) {
    const listed = differences(rules, modern).map(({ id }) => id);
    expect(changedRules(rules, modern).sort()).toEqual(listed.sort());
  }
});
