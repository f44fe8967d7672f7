import { expect, test } from 'vitest';

import { editions } from '../../../../docs/rules/editions.json';
import { PRESETS } from './editions';

test('editions have the names and the order that the rules give them', () => {
  const named = PRESETS.map(({ id, name }) => ({ id, name }));
  expect(named).toEqual(editions.map(({ id, name }) => ({ id, name })));
});
