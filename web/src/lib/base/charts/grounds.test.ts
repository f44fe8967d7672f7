import { expect, it } from 'vitest';

import { RESOURCE_TERRAIN, TERRAIN } from '../../play/art/palette';
import type { Resource } from '../protocol';
import { groundStyle } from './grounds';

it('paints resources in the colors of the board, and nothing else', () => {
  for (const [resource, terrain] of Object.entries(RESOURCE_TERRAIN)) {
    expect(groundStyle(resource as Resource)).toContain(`--fill:${TERRAIN[terrain].fill}`);
  }
  expect(groundStyle('ore')).not.toBe(groundStyle('brick'));
  expect(groundStyle(undefined)).toBeUndefined();
});
