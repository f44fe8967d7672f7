import { describe, expect, it } from 'vitest';

import { WELCOME } from '../game/test-snapshot';
import { actions, table } from '../game/test-table';
import type { Cards, Choices, ServerMessage, Update, View } from '../protocol';
import { parse } from './parse';
import { perform } from './perform';
import { PlaceNames } from './places';

const TERMS = { give: [0, 0, 1, 0, 0] as Cards, take: [0, 1, 0, 0, 0] as Cards };
const NOBODY = { type: 'not_asked' } as const;

interface Change {
  readonly view?: Partial<View>;
  readonly choices?: Partial<Choices>;
  readonly more?: Partial<Update>;
}

/** A table at which one types: what is sent there, and what was not possible. */
function typist({ view, choices, more }: Change = {}) {
  const made = table();
  const { update, ...rest } = structuredClone(WELCOME);
  const own = update.view.own && { ...update.view.own, hand: [1, 1, 1, 1, 1] as Cards };
  const message: ServerMessage = {
    ...rest,
    update: {
      ...update,
      view: { ...update.view, own, ...view },
      choices: { ...update.choices, ...choices },
      ...more,
    },
  };
  made.store.online = true;
  made.say(message);
  const plan = { victim: null };
  const type = (line: string): string => {
    const { snapshot } = made.store;
    if (!snapshot) throw new Error('there is no table');
    const parsed = parse(line, { snapshot, places: new PlaceNames(snapshot.board), mode: 'game' });
    if (!('command' in parsed)) return parsed.problem;
    const reply = perform(parsed.command, made.controller, plan);
    made.answer();
    return reply?.lines.join(' ') ?? '';
  };
  return { ...made, type, done: () => actions(made.sent) };
}

/** Somebody else's offer to the one who types. */
const ASKED: Change = {
  view: {
    active: 1,
    phase: {
      type: 'trade',
      trade: {
        terms: TERMS,
        answers: [{ type: 'pending' }, NOBODY, NOBODY, NOBODY, NOBODY, NOBODY],
      },
    },
  },
  choices: { answer: true, accept: true, decline_all: true },
  more: { offer: { line: 90, answers: [null, null, null, null, null, null] } },
};

/** A suggestion of another in the turn of the one who types. */
const SUGGESTED: Change = {
  choices: { offer: true, suggest: true },
  more: {
    suggestions: [1, 2].map((from) => ({
      ...{ line: 80 + from, from, answers: null, declined: [] },
      terms: { ...TERMS, any_give: 0, any_take: 0 },
    })),
  },
};

describe('what is typed', () => {
  it('answers an offer', () => {
    const accepting = typist(ASKED);
    expect(accepting.type('accept')).toBe('');
    expect(accepting.done()).toEqual([{ type: 'accept' }]);
    const declining = typist(ASKED);
    declining.type('decline bruno');
    expect(declining.done()).toEqual([{ type: 'decline' }]);
    const refusing = typist(ASKED);
    refusing.type('decline all');
    expect(refusing.done()).toMatchObject([{ type: 'trade_talk', word: { type: 'decline_all' } }]);
  });

  it('counters an offer with other terms, or asks for more', () => {
    const other = typist(ASKED);
    // What the active seat gives is what the one who types gets.
    other.type('counter lumber > 2 wool');
    const terms = { give: [0, 0, 2, 0, 0], take: [0, 1, 0, 0, 0] };
    expect(other.sent.filter(({ type }) => type === 'act')).toMatchObject([
      { action: { type: 'counter', terms }, answers: 90 },
    ]);
    const more = typist(ASKED);
    more.type('counter + ore');
    expect(more.done().at(-1)).toMatchObject({
      type: 'counter',
      terms: { give: [0, 0, 1, 0, 1], take: [0, 1, 0, 0, 0] },
    });
  });

  it('answers suggestions of several only by name', () => {
    const player = typist(SUGGESTED);
    expect(player.type('accept')).toBe('Whose: Bruno or Cleo?');
    expect(player.sent).toEqual([]);
    player.type('accept cleo');
    expect(player.sent).toMatchObject([{ type: 'take_suggestion', suggestion: 82 }]);
    player.type('decline bruno');
    expect(player.sent.at(-1)).toMatchObject({ word: { type: 'decline', suggestion: 81 } });
  });

  it('says why something cannot be done', () => {
    const waits = typist({ view: { active: 1 }, choices: { end_turn: false, roll: false } });
    expect(waits.type('roll')).toMatch(/^That is not possible now\. Bruno's turn\.$/);
    expect(waits.type('accept')).toBe('There is no offer to accept.');
    expect(waits.type('withdraw')).toBe('You have no offer to take back.');
    expect(waits.type('undo')).toBe('Nothing can be taken back now.');
    expect(waits.type('knight')).toBe('You hold no such card.');
    expect(waits.type('discard ore')).toMatch(/^That is not possible now/);
    expect(waits.sent).toEqual([]);
  });

  it('is not traded where the bank takes more', () => {
    const player = typist({ choices: { maritime_trade: true, offer: true } });
    expect(player.type('bank 4 wool > ore')).toMatch(/^You hold /);
    expect(player.type('bank wool and ore > grain')).toMatch(/^The bank does not trade/);
    expect(player.sent).toEqual([]);
    expect(player.controller.draft.trade).toBeNull();
  });

  it('arranges what the table does about a player', () => {
    const player = typist();
    player.type('remind bruno');
    player.type('replace cleo');
    player.type('minute dario');
    expect(player.sent).toMatchObject([
      { type: 'remedy', seat: 1, remedy: 'remind' },
      { type: 'remedy', seat: 2, remedy: 'replace' },
      { type: 'remedy', seat: 3, remedy: 'clock' },
    ]);
  });

  it('is said to all, as a phrase where only these are allowed', () => {
    const { options } = WELCOME.update;
    const free = typist({ more: { options: { ...options, chat: 'free' } } });
    expect(free.type('say Hello there')).toBe('You say: Hello there');
    expect(free.sent).toMatchObject([{ text: { type: 'words', text: 'Hello there' } }]);
    const phrases = typist({ more: { options: { ...options, chat: 'phrases' } } });
    expect(phrases.type('say thank')).toBe('You say: Thank you!');
    expect(phrases.sent).toMatchObject([{ text: { type: 'phrase', phrase: 'thanks' } }]);
    expect(phrases.type('say xyzzy')).toMatch(/^At this table only phrases/);
  });
});
