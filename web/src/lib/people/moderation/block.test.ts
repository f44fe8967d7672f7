import { afterEach, expect, it, vi } from 'vitest';

import { testSnapshot } from '../../play/game/test-snapshot';
import { request } from '../../base/transport';
import type { Chat } from '../../play/chat/chat.svelte';
import { block, removesToo } from './block';

vi.mock('../../base/transport', () => ({ request: vi.fn(() => Promise.resolve()) }));

afterEach(() => vi.clearAllMocks());

function chatAt(table: { started: boolean; host: boolean }) {
  const scene = testSnapshot({ started: table.started });
  const done = vi.fn(() => Promise.resolve(true));
  const seats = scene.seats.map((info, seat) =>
    seat === 1 ? { ...info, name: 'Bob', kind: { type: 'human' as const } } : info,
  );
  const snapshot = { ...scene, host: table.host, seats };
  const store = { id: 'a-b-1-cdefg', snapshot, do: done };
  const chat = { store, isMuted: () => false, toggle: vi.fn() } as unknown as Chat;
  return { chat, done };
}

it('takes the seat of whom the host blocks before the game', async () => {
  const { chat, done } = chatAt({ started: false, host: true });
  expect(removesToo(chat, 1)).toBe(true);
  await block(chat, 1, 'Bob');
  expect(request).toHaveBeenCalledOnce();
  expect(done).toHaveBeenCalledWith('seat', 1, { type: 'open' });
});

it('takes no seat in a game, or at the table of somebody else', async () => {
  for (const table of [
    { started: true, host: true },
    { started: false, host: false },
  ]) {
    const { chat, done } = chatAt(table);
    expect(removesToo(chat, 1)).toBe(false);
    await block(chat, 1, 'Bob');
    expect(done).not.toHaveBeenCalled();
  }
});
