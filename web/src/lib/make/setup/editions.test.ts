import { expect, test } from 'vitest';

import { editions } from '../../../../../docs/rules/editions.json';
import { t } from '../../base/language/messages';
import { PRESETS, presetName } from './editions';

test('editions have the names and the order that the rules give them', () => {
  const named = PRESETS.map(({ id, name }) => ({ id, name: t(name) }));
  expect(named).toEqual(editions.map(({ id, name }) => ({ id, name })));
});

test('an edition that this page does not know is called as others call it', () => {
  expect(presetName('modern')).toBe('Modern');
  expect(presetName('of-tomorrow')).toBe('of-tomorrow');
});

test('nothing that people read names a publisher', () => {
  const catalogs = import.meta.glob('../../../messages/*/*/*.json', {
    eager: true,
    import: 'default',
  });
  expect(Object.keys(catalogs).length).toBeGreaterThan(50);
  const named = Object.values(catalogs)
    .flatMap((messages) => Object.values(messages as Record<string, string>))
    .filter((message) => /mayfair/i.test(message));
  expect(named).toEqual([]);
});
