import { expect, it } from 'vitest';

import { testSnapshot } from '../../play/game/test-snapshot';
import type { SeatInfo, TableOptions } from '../../base/protocol';
import { beginsAtOnce } from './begins-at-once';
import { away, awaited, seatStatus, startBlocker } from './readiness';

const SCENE = testSnapshot({ started: false });

function gathering(seats: readonly Partial<SeatInfo>[], options: Partial<TableOptions> = {}) {
  return {
    ...SCENE,
    options: { ...SCENE.options, ...options },
    seats: SCENE.seats.map((info, seat) => ({ ...info, ...seats[seat] })),
  };
}

const OPEN: Partial<SeatInfo> = {
  name: null,
  kind: { type: 'human' },
  present: false,
  ready: false,
  asked: false,
};
const LOCKED: Partial<SeatInfo> = { name: null, kind: { type: 'locked' } };
const IDA: Partial<SeatInfo> = { name: 'Ida', kind: { type: 'human' }, present: true, ready: true };

it('says what keeps the host from beginning', () => {
  expect(startBlocker(gathering([{}, OPEN, OPEN]))).toMatch(/^2 seats are open/);
  expect(startBlocker(gathering([{}, LOCKED, LOCKED, LOCKED]))).toMatch(/two players/);
  expect(startBlocker(gathering([{}, IDA, LOCKED]))).toBeNull();
});

it('waits for those who are away only where all have to allow the coach', () => {
  const away = { ...IDA, present: false, ready: false, asked: true };
  const seats = [{}, away, LOCKED];
  expect(startBlocker(gathering(seats))).toBeNull();
  expect(startBlocker(gathering(seats, { coach: 'everybody' }))).toContain('Ida');
});

it('begins a rated game only when all are ready', () => {
  const away = { ...IDA, present: false, ready: false };
  const seats = [{ ready: true }, away, LOCKED];
  expect(startBlocker(gathering(seats))).toBeNull();
  expect(startBlocker(gathering(seats, { rated: true }))).toContain('Ida');
  expect(startBlocker(gathering([{ ready: true }, IDA, LOCKED], { rated: true }))).toBeNull();
});

it('names those without whom a game would begin now', () => {
  const gone = { ...IDA, present: false };
  expect(away(gathering([{ present: false }, gone, OPEN, LOCKED]))).toEqual(['Ida']);
  expect(away(gathering([{}, IDA, OPEN, LOCKED]))).toEqual([]);
});

it('says whom everybody waits for', () => {
  expect(awaited(gathering([{}, OPEN]))).toBe('1 seat still open');
  expect(awaited(gathering([{}, { ...IDA, present: false, ready: false }]))).toBe(
    'Waiting for Ida',
  );
  expect(awaited(gathering([{}, IDA], { start: 'by_host' }))).toBe('Everybody is here');
});

it('tells a seat by who is there', () => {
  const words = (change: Partial<SeatInfo>) => seatStatus(gathering([{ name: 'Mira' }, change]), 1);
  expect(words(OPEN)).toBe('Open to anyone');
  expect(words(IDA)).toBe('Ready');
  expect(words({ ...IDA, present: false })).toBe('Not here');
  const local = { ...IDA, kind: { type: 'local' as const } };
  expect(words({ ...local, device_of: 0 })).toBe('On Mira’s device');
  expect(words(local)).toBe('On another player’s device');
  const here = gathering([{}, { ...local, device_of: 0 }]);
  const table = { ...here.table, yours: [0, 1] };
  expect(seatStatus({ ...here, table }, 1)).toBe('On this device');
  expect(words({})).toBe('Medium bot');
});

it('knows when nobody is awaited', () => {
  expect(beginsAtOnce(gathering([]))).toBe(true);
  expect(beginsAtOnce(gathering([{}, IDA]))).toBe(false);
  expect(beginsAtOnce(gathering([{}, LOCKED]))).toBe(false);
  expect(beginsAtOnce(gathering([], { start: 'by_host' }))).toBe(false);
});
