import { describe, expect, it } from 'vitest';

import { WELCOME } from '../game/test-snapshot';
import { table } from '../game/test-table';
import type { Update } from '../protocol';
import { decide } from './decide';
import { handOver } from './people';

/** A table at which something is decided, and what was said there. */
function deciding(more: Partial<Update>) {
  const made = table();
  made.store.online = true;
  made.say({ ...WELCOME, update: { ...structuredClone(WELCOME.update), ...more } });
  const vote = (id: 'agree' | 'against', text = '') =>
    decide({ id, text }, made.store).lines.join(' ');
  return { ...made, vote };
}

const you = WELCOME.table.you ?? 0;
const NOTHING = { requests: [], votes: [], ending: null, removed: [] };
const request = (id: number, name: string) => ({
  ...{ id, seat: 1, name, decide: [you], yes: [], waits_ms: null },
});

describe('who is asked', () => {
  it('votes on the end of the game', () => {
    const ending = { by: [1], missing: [you], left_ms: 60_000 };
    const { sent, vote } = deciding({ seating: { ...NOTHING, ending } });
    expect(vote('agree')).toBe('');
    expect(vote('against')).toBe('');
    expect(sent).toMatchObject([
      { type: 'end_game', yes: true },
      { type: 'end_game', yes: false },
    ]);
  });

  it('votes on who gets a seat, by name where several ask', () => {
    const requests = [request(7, 'Mia'), request(8, 'Olaf')];
    const { sent, vote } = deciding({ seating: { ...NOTHING, requests } });
    expect(vote('agree')).toBe('Who: Mia or Olaf?');
    expect(vote('agree', 'ol')).toBe('');
    expect(vote('against', 'Mia')).toBe('');
    expect(vote('agree', 'Ida')).toBe('There is nothing to vote on.');
    expect(sent).toMatchObject([
      { type: 'admit', request: 8, yes: true },
      { type: 'admit', request: 7, yes: false },
    ]);
  });
});

it('only the host makes somebody else the host, and only a person', () => {
  const bots = deciding({ host: true });
  expect(handOver(1, bots.store).lines.join()).toMatch(/^There is no other person on the seat of /);
  const guest = deciding({ host: false });
  expect(handOver(1, guest.store).lines).toEqual(['Only the host can do that.']);
  expect([...bots.sent, ...guest.sent]).toEqual([]);
});
