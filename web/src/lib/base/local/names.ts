/** The random values of a new table. */

import type { Names } from '../protocol/room';
import { newLocalId } from './id';

const SEED_BYTES = 32;

/** An id, and the secret of the dice. Nobody follows a code to this browser. */
export function newNames(): Names {
  const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));
  return { id: newLocalId(random), seed: [...random(SEED_BYTES)], code: '' };
}
