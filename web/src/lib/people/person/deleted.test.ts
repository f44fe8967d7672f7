import { expect, it } from 'vitest';

import catalog from '../../../messages/en/me/deleted.json';
import privacy from '../../../../../docs/book/privacy.md?raw';
import { DELETED } from './deleted';

it('names each part of what a site tells of a person, as the documentation has them', () => {
  const [, download = ''] = privacy.split('## Get it');
  const parts = [...download.matchAll(/^\| `(\w+)` \|/gm)].map(([, part]) => part);
  expect(parts.length).toBeGreaterThan(9);
  const named = DELETED.map((id) => id.replace('deleted.', ''));
  expect(named.sort()).toEqual(parts.sort());
  expect(Object.keys(catalog).sort()).toEqual(parts);
});
