/**
 * What this browser has sent into the chance of its games, and what was promised to it. Kept here and
 * nowhere else, so that a finished game can be held to it.
 */

import type { Action, FairInfo } from '../../base/protocol';

export interface Memory {
  /** The commitment that was shown first. */
  commitment: string | null;
  /** The seed that was sent, the last one if there were several. */
  seed: string | null;
  /** The nonces that were sent with what leads to a draw. */
  nonces: string[];
}

export interface MemoryVerdict {
  commitment: boolean;
  seed: boolean;
  /** The nonces that were sent and stand at no draw. */
  lost: string[];
}

/** Where to remember: the browser's storage, or none. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const KEY = 'brickwood.fair';
/** Of so many games; then the oldest is forgotten. */
const MOST_GAMES = 20;

/** What is remembered of a table; null where there is nothing. */
export function memoryOf(table: string, store: Store | null = storage()): Memory | null {
  return read(`${KEY}.${table}`, store, isMemory);
}

/** The first commitment counts: a server cannot come with another one later. */
export function rememberCommitment(
  table: string,
  commitment: string,
  store: Store | null = storage(),
): void {
  change(table, store, (memory) => (memory.commitment ??= commitment));
}

export function rememberSeed(table: string, seed: string, store: Store | null = storage()): void {
  change(table, store, (memory) => (memory.seed = seed));
}

/** Once the server has the action. Only of an action from which a draw follows in any case. */
export function rememberNonce(
  table: string,
  action: Action,
  nonce: string,
  store: Store | null = storage(),
): void {
  if (action.type !== 'roll' && action.type !== 'buy_development_card') return;
  change(table, store, (memory) => memory.nonces.push(nonce));
}

/** Whether a finished game agrees with what is remembered of it. */
export function compare(fair: FairInfo, memory: Memory): MemoryVerdict {
  const stand = new Set(fair.draws.map(({ nonce }) => nonce));
  return {
    commitment: memory.commitment === null || memory.commitment === fair.commitment,
    // Whichever seat: they move up when the game begins without some of them.
    seed: memory.seed === null || fair.seeds.some(({ seed }) => seed === memory.seed),
    lost: memory.nonces.filter((nonce) => !stand.has(nonce)),
  };
}

function change(table: string, store: Store | null, work: (memory: Memory) => void): void {
  const memory = memoryOf(table, store) ?? { commitment: null, seed: null, nonces: [] };
  work(memory);
  const tables = (read(KEY, store, isTables) ?? []).filter((each) => each !== table);
  tables.push(table);
  try {
    while (tables.length > MOST_GAMES) store?.removeItem(`${KEY}.${tables.shift() ?? ''}`);
    store?.setItem(`${KEY}.${table}`, JSON.stringify(memory));
    store?.setItem(KEY, JSON.stringify(tables));
  } catch {
    // Storage may be full: then there is one thing less to compare with.
  }
}

function read<T>(key: string, store: Store | null, is: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(store?.getItem(key) ?? 'null');
    return is(value) ? value : null;
  } catch {
    return null;
  }
}

function storage(): Store | null {
  try {
    return localStorage;
  } catch {
    // It may be forbidden.
    return null;
  }
}

function isTables(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function isMemory(value: unknown): value is Memory {
  if (typeof value !== 'object' || value === null) return false;
  const { commitment, seed, nonces } = value as Record<string, unknown>;
  const isText = (each: unknown) => each === null || typeof each === 'string';
  return isText(commitment) && isText(seed) && isTables(nonces);
}
