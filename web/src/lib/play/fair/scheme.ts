/**
 * The scheme brickwood-fair-v1, as docs/book/fairness.md has it: with hashes of our own on board, for a
 * page that was not loaded over TLS has no `crypto.subtle`.
 */

import { hkdf } from '@noble/hashes/hkdf.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

export const SCHEME = 'brickwood-fair-v1';

/** A seed and the seat that brought it, from 0. */
export interface SeatSeed {
  seat: number;
  seed: string;
}

/** What a draw is, besides its key. */
export interface DrawOf {
  label: string;
  number: number;
  nonce: string | null;
}

/** The hash that the server shows before the game. Bytes come and go as hexadecimal digits. */
export function commitmentOf(secret: string, table: string): string {
  return bytesToHex(sha256(concatBytes(context(table), bytes(secret, 32))));
}

/** The key of a game. */
export function keyOf(secret: string, table: string, seeds: readonly SeatSeed[]): string {
  const salt = [...seeds]
    .sort((one, other) => one.seat - other.seat)
    .flatMap(({ seat, seed }) => [Uint8Array.of(seat + 1), bytes(seed, 32)]);
  return bytesToHex(hkdf(sha256, bytes(secret, 32), concatBytes(...salt), context(table), 32));
}

/** The number below `total` that is drawn. */
export function numberBelow(key: string, draw: DrawOf, total: number): number {
  if (!Number.isInteger(total) || total < 1 || total > WORDS) throw new RangeError('no such total');
  const message = concatBytes(
    counted(utf8ToBytes(draw.label)),
    fourBytes(draw.number),
    counted(draw.nonce === null ? new Uint8Array() : bytes(draw.nonce, 16)),
  );
  const secret = bytes(key, 32);
  // The last few words would make small numbers likelier.
  const usable = WORDS - (WORDS % total);
  for (let attempt = 0; ; attempt += 1) {
    const block = hmac(sha256, secret, concatBytes(message, fourBytes(attempt)));
    const word = new DataView(block.buffer, block.byteOffset).getUint32(0);
    if (word < usable) return word % total;
  }
}

const WORDS = 2 ** 32;

function context(table: string): Uint8Array {
  return concatBytes(counted(utf8ToBytes(SCHEME)), counted(utf8ToBytes(table)));
}

/** Bytes with their number before them. */
function counted(data: Uint8Array): Uint8Array {
  return concatBytes(fourBytes(data.length), data);
}

function fourBytes(number: number): Uint8Array {
  const written = new Uint8Array(4);
  new DataView(written.buffer).setUint32(0, number);
  return written;
}

function bytes(hex: string, length: number): Uint8Array {
  const read = hexToBytes(hex);
  if (read.length !== length) throw new RangeError(`not ${length} bytes`);
  return read;
}
