import { describe, expect, it } from 'vitest';

import { NO_DRAFT } from '../game/draft';
import { testSnapshot, WELCOME } from '../game/test-snapshot';
import { viewModel } from '../game/view-model';
import type { TableCommand } from '../intent/commands';
import { resolve, type Intent } from '../intent/intent';
import { tradeCommand } from '../intent/trade';
import type { Cards, Choices, Update, View } from '../../base/protocol';
import type { ConfirmMode } from '../../base/settings.svelte';
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

/** Somebody who types at a table: what is said to it, and what it sends there. */
function typist({ view, choices, more }: Change = {}, confirm: ConfirmMode = 'touch') {
  const known = testSnapshot({ choices });
  const own = known.view.own && { ...known.view.own, hand: [1, 1, 1, 1, 1] as Cards };
  const snapshot = { ...known, view: { ...known.view, own, ...view }, ...more };
  const caution = { confirm, confirms: false };
  const model = viewModel(snapshot, NO_DRAFT);
  const sent: TableCommand[] = [];
  const want = (intent: Intent) => {
    const outcome = resolve(snapshot, intent, NO_DRAFT, caution);
    if ('send' in outcome) sent.push(...outcome.send);
  };
  let yes: () => void = () => undefined;
  const type = (line: string): string => {
    const parsed = parse(line, { snapshot, places: new PlaceNames(snapshot.board), mode: 'game' });
    if (!('command' in parsed)) return parsed.problem;
    const performed = perform(parsed.command, { snapshot, model, caution });
    if (!performed) return '';
    if ('lines' in performed) return performed.lines.join(' ');
    if ('offer' in performed) {
      sent.push(tradeCommand(snapshot, performed.offer));
      return '';
    }
    if ('ask' in performed) {
      yes = () => {
        want(performed.intent);
      };
      return performed.ask;
    }
    want(performed.intent);
    return performed.answer?.lines.join(' ') ?? '';
  };
  /** Answers what was asked. */
  const agree = () => {
    yes();
  };
  const done = () => sent.map((command) => (command.type === 'act' ? command.action : command));
  return { sent, type, agree, done };
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
    expect(accepting.type('accept')).toBe('Give 1 lumber for 1 wool?');
    expect(accepting.done()).toEqual([]);
    accepting.agree();
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
    expect(player.type('accept cleo')).toMatch(/^Give 1 \w+ for 1 \w+\?$/);
    player.agree();
    expect(player.sent).toMatchObject([{ type: 'take_suggestion', suggestion: 82 }]);
    player.type('decline bruno');
    expect(player.sent.at(-1)).toMatchObject({ word: { type: 'decline', suggestion: 81 } });
  });

  it('discards only after a yes', () => {
    const player = typist({
      view: { phase: { type: 'discard', due: [2, 0, 0, 0, 0, 0] } },
      choices: { discard: 2 },
    });
    expect(player.type('discard ore and wool')).toBe('Discard 1 wool and 1 ore?');
    expect(player.sent).toEqual([]);
    player.agree();
    expect(player.done().at(-1)).toEqual({ type: 'discard', cards: [0, 0, 1, 0, 1] });
  });

  it('gives cards away without a question where the reader never wants to be asked', () => {
    const player = typist(ASKED, 'never');
    expect(player.type('accept')).toBe('');
    expect(player.done()).toEqual([{ type: 'accept' }]);
  });

  it('says why something cannot be done', () => {
    const waits = typist({ view: { active: 1 }, choices: { end_turn: false, roll: false } });
    expect(waits.type('roll')).toMatch(/^That is not possible now\. Bruno’s turn\.$/);
    expect(waits.type('accept')).toBe('There is no offer to accept.');
    expect(waits.type('withdraw')).toBe('You have no offer to take back.');
    expect(waits.type('undo')).toBe('There is nothing to undo.');
    expect(waits.type('knight')).toBe('You do not have such a card.');
    expect(waits.type('discard ore')).toMatch(/^That is not possible now/);
    expect(waits.sent).toEqual([]);
  });

  it('is not traded where the bank takes more', () => {
    const player = typist({ choices: { maritime_trade: true, offer: true } });
    expect(player.type('bank 4 wool > ore')).toMatch(/^You have /);
    expect(player.type('bank wool and ore > grain')).toMatch(/^The bank does not trade/);
    expect(player.sent).toEqual([]);
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

  it('asks before it votes to remove a player', () => {
    const player = typist();
    expect(player.type('remove bruno')).toBe('Remove Bruno from the game?');
    expect(player.sent).toEqual([]);
    player.agree();
    expect(player.sent).toMatchObject([{ type: 'remedy', seat: 1, remedy: 'remove' }]);
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
