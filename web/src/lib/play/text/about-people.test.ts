import { describe, expect, it } from 'vitest';

import { Chat } from '../chat/chat.svelte';
import { WELCOME } from '../game/test-snapshot';
import { table } from '../game/test-table';
import type { AboutPeople as Offered } from '../../people/moderation/somebody';
import type { TableSession } from '../table/session.svelte';
import { aboutPeople, reasonIn } from './about-people';
import type { AboutPeople } from './commands';

const storage = { getItem: () => null, setItem: () => undefined };
const OFFERED = { has: (seat: number) => seat === 1 } as unknown as Offered;

/** A table with a person on seat 1, at a site that keeps order or does not. */
function at(people: Offered | null) {
  const { store, say } = table();
  const message = structuredClone(WELCOME);
  const [, one] = message.update.seats;
  if (one) Object.assign(one, { name: 'Ida', kind: { type: 'human' } });
  say(message);
  const chat = new Chat(store, storage);
  chat.people = people;
  const session = { id: store.id, store, chat } as unknown as TableSession;
  const type = (command: AboutPeople) => {
    const said = aboutPeople(command, session, () => undefined);
    return 'ask' in said ? said.ask : said.lines.join(' ');
  };
  return { chat, type };
}

describe('typed commands about people', () => {
  it('mute somebody and let them be read again, whatever the site offers', () => {
    const { chat, type } = at(null);
    type({ id: 'mute', seat: 1 });
    expect(chat.isMuted('Ida')).toBe(true);
    type({ id: 'mute', seat: 1 });
    expect(chat.isMuted('Ida')).toBe(true);
    type({ id: 'unmute', seat: 1 });
    expect(chat.isMuted('Ida')).toBe(false);
  });

  it('ask before somebody is blocked or reported, and say what is sent along', () => {
    const { type } = at(OFFERED);
    expect(type({ id: 'avoid', seat: 1 })).toMatch(/^Block Ida\?/u);
    const asked = type({ id: 'report', seat: 1, text: 'cheating they share a seat' });
    expect(asked).toMatch(/^Report Ida for: Cheating/u);
    expect(asked).toContain('up to ten of the last chat messages');
    expect(type({ id: 'report', seat: 1, text: '' })).toContain('insults, spoiling');
    expect(type({ id: 'avoid', seat: 2 })).toMatch(/^Nobody else is sitting in/u);
  });

  it('are refused where the site keeps no order', () => {
    const { type } = at(null);
    expect(type({ id: 'avoid', seat: 1 })).toBe('This site does not offer that.');
    expect(type({ id: 'report', seat: 1, text: 'name' })).toBe('This site does not offer that.');
  });

  it('know a reason by any of its words, and keep what follows', () => {
    expect(reasonIn('Threats and  more')).toEqual({ reason: 'insults', words: 'and more' });
    expect(reasonIn('spam')).toEqual({ reason: 'advertising', words: null });
    expect(reasonIn('because')).toBeNull();
  });
});
