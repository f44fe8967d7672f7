import { describe, expect, it } from 'vitest';

import { WELCOME } from '../game/test-snapshot';
import { table } from '../game/test-table';
import type { Update } from '../../base/protocol';
import { decide } from './decide';
import { handOver } from './people';

/** A table at which something is decided, and what was said there. */
function deciding(more: Partial<Update>) {
  const made = table();
  made.store.online = true;
  made.say({ ...WELCOME, update: { ...structuredClone(WELCOME.update), ...more } });
  const vote = (id: 'agree' | 'against', text = '') => decide({ id, text }, made.store);
  const told = (id: 'agree' | 'against', text = '') => {
    const said = vote(id, text);
    return 'ask' in said ? said.ask : said.lines.join(' ');
  };
  return { ...made, vote, told };
}

const you = WELCOME.table.you ?? 0;
const NOTHING = { requests: [], remedies: [], votes: [], ending: null, removed: [] };
const request = (id: number, name: string) => ({
  ...{ id, seat: 1, name, decide: [you], yes: [], waits_ms: null },
});

describe('who is asked', () => {
  it('votes on the end of the game', () => {
    const ending = { by: [1], missing: [you], left_ms: 60_000 };
    const { sent, vote, told } = deciding({ seating: { ...NOTHING, ending } });
    expect(told('against')).toBe('');
    expect(sent).toMatchObject([{ type: 'end_game', yes: false }]);
    const asked = vote('agree');
    if (!('ask' in asked)) throw new Error('nothing was asked');
    expect(asked.ask).toBe('End the game without a winner?');
    expect(sent).toHaveLength(1);
    asked.run();
    expect(sent.at(-1)).toMatchObject({ type: 'end_game', yes: true });
  });

  it('votes on who gets a seat, by name where several ask', () => {
    const requests = [request(7, 'Mia'), request(8, 'Olaf')];
    const { sent, told } = deciding({ seating: { ...NOTHING, requests } });
    expect(told('agree')).toBe('Who: Mia or Olaf?');
    expect(told('agree', 'ol')).toBe('');
    expect(told('against', 'Mia')).toBe('');
    expect(told('agree', 'Ida')).toBe('There is nothing to vote on.');
    expect(sent).toMatchObject([
      { type: 'admit', request: 8, yes: true },
      { type: 'admit', request: 7, yes: false },
    ]);
  });
});

it('only the host makes somebody else the host, and only a person', () => {
  const bots = deciding({ host: true });
  expect(handOver(1, bots.store).lines.join()).toMatch(/^Nobody else is sitting in /);
  const guest = deciding({ host: false });
  expect(handOver(1, guest.store).lines).toEqual(['Only the host can do that.']);
  expect([...bots.sent, ...guest.sent]).toEqual([]);
});
