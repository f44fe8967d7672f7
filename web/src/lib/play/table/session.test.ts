import { expect, it, vi } from 'vitest';

import type { Socket } from '../../base/transport/transport';
import { lineText } from '../game/log-lines';
import { WELCOME } from '../game/test-snapshot';
import type { ServerMessage } from '../../base/protocol';
import { TableSession } from './session.svelte';

const socket: Socket = {
  readyState: 1,
  onopen: null,
  onclose: null,
  onmessage: null,
  close: () => undefined,
  send: () => undefined,
};

vi.mock('../../base/transport', async (load) => ({
  ...(await load<object>()),
  connect: () => socket,
}));
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });

function say(message: ServerMessage): void {
  socket.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
}

it('tells in order what has happened while the words for it were loaded', async () => {
  const session = new TableSession('test');
  const spoken: string[] = [];
  session.announcer.listener = (text) => spoken.push(text);
  session.store.start();
  say(WELCOME);
  for (const [step, count] of [1, 2].entries()) {
    const seq = WELCOME.update.seq + 1 + step;
    const events = [{ type: 'free_roads_forgone', seat: 1, roads: count }] as const;
    const log = [{ seq, undone: null, at_table: null, events: [...events] }];
    say({ type: 'update', update: { ...structuredClone(WELCOME.update), log, seq } });
  }
  const at_ms = WELCOME.update.now_ms + 1;
  const text = { type: 'words', text: 'Oh' } as const;
  say({ type: 'chat', lines: [{ number: 1, at_ms, seat: 1, name: 'Mira', text }] });
  // The table is there already.
  expect(session.store.snapshot?.seq).toBe(WELCOME.update.seq + 2);
  expect(spoken).toEqual([]);

  await vi.waitFor(() => expect(spoken.length).toBeGreaterThanOrEqual(3));
  const about = spoken.filter((text) => /road|Oh/.test(text));
  expect(about).toHaveLength(3);
  expect(about[0]).toContain('1 free road');
  expect(about[1]).toContain('2 free roads');
  expect(about[2]).toContain('Oh');
  const lines = session.store.lines.map(({ parts }) => lineText(parts));
  expect(lines.slice(-2).join()).toMatch(/1 free road.*2 free roads/);
  session.store.stop();
});

it('invites to a rematch by the name of the player who wants it, until that is put away', () => {
  const session = new TableSession('test');
  session.store.start();
  say(WELCOME);
  expect(session.invitation).toBeNull();
  const { you } = WELCOME.table;
  const by = WELCOME.update.seats.findIndex((_, seat) => seat !== you);
  say({ type: 'rematch', table: 'next', by });
  const name = WELCOME.update.seats[by]?.name ?? '';
  expect(session.invitation).toMatchObject({
    text: `${name} wants a rematch`,
    action: 'Join',
    href: '/t/next',
  });
  // A server that has begun anew does not know who has asked.
  say({ type: 'rematch', table: 'next' });
  expect(session.invitation?.text).toMatch(/^There is a rematch/);
  session.invitation?.onclose();
  expect(session.invitation).toBeNull();
  session.store.stop();
});
