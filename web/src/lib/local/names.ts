/** The random values of a new table. */

import { randomHex } from '../random-hex';
import { newLocalId } from './id';

const SEED_BYTES = 32;

/** An id, and the secret of the dice. */
export function newNames(): { id: string; seed: string } {
  const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));
  return { id: newLocalId(random), seed: randomHex(SEED_BYTES) };
}
