import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import type { ClientMessage, Event, LogEntry, ServerMessage } from '../../base/protocol';
import { announce, type Utterance } from './announce';
import type { Socket } from '../../base/transport/transport';
import { LogBook } from './log-lines';
import type { TableSnapshot } from './snapshot';
import { GameStore } from './store.svelte';
import { messages, type Recording } from './test-recording';
import { testSnapshot } from './test-snapshot';

function entry(seq: number, ...events: Event[]): LogEntry {
  return { seq, undone: null, at_table: null, events };
}

function said(
  before: TableSnapshot | null,
  snapshot: TableSnapshot,
  ...entries: LogEntry[]
): Utterance[] {
  const lines = new LogBook().add(snapshot, entries);
  return announce(before, snapshot, entries, { lines, answersItself: false });
}

const polite = (text: string): Utterance => ({ text, urgent: false });
const urgent = (text: string): Utterance => ({ text, urgent: true });

describe('what is said', () => {
  it('is what the listener gets, and once that they are to act', () => {
    const snapshot = testSnapshot();
    const rolled: Event = {
      type: 'rolled',
      seat: 1,
      dice: [3, 5],
      gains: [{ seat: 0, cards: [0, 2, 0, 0, 0] }],
      short: [],
      blocked: null,
    };
    expect(said(testSnapshot({ view: { active: 1 } }), snapshot, entry(1, rolled))).toEqual([
      polite('Bruno rolled 8: you get 2 lumber'),
      urgent('Your turn: trade, build or end'),
    ]);
    expect(said(snapshot, snapshot)).toEqual([]);
  });

  it('is what anybody builds and discards, and what the listener takes back', () => {
    const snapshot = testSnapshot();
    const built = (seat: number): Event => ({
      type: 'built',
      seat,
      placed: { piece: 'road', at: 3 },
      paid: true,
    });
    const road = /^You build a road at [A-E]\d/;
    expect(said(snapshot, snapshot, entry(1, built(0)))[0]?.text).toMatch(road);
    expect(said(snapshot, snapshot, entry(1, built(2)))[0]?.text).toMatch(/^Cleo builds a road at/);
    const cards = { type: 'discarded', seat: 1, cards: [0, 0, 2, 0, 1] } as const;
    expect(said(snapshot, snapshot, entry(1, cards as never))).toEqual([
      polite('Bruno discards 2 wool and 1 ore'),
    ]);
    const undo = { seq: 2, undone: 0, at_table: null, events: [] };
    expect(said(snapshot, snapshot, entry(1, built(0)), undo)[0]?.text).toMatch(
      /^You build a road at (.+)\. You take back the road at \1$/,
    );
  });

  it('is one sentence for the special building of all others', () => {
    const builds = (special: number | null) =>
      testSnapshot({ phase: { type: 'special_building' }, view: { active: 0, special } });
    const turn = testSnapshot();
    expect(said(turn, builds(1))).toEqual([polite('Special building')]);
    expect(said(builds(1), builds(2))).toEqual([]);
    expect(said(builds(2), builds(3))).toEqual([]);
  });

  it('does not call whom the page answers for', () => {
    const snapshot = testSnapshot({
      view: { phase: { type: 'special_building' }, active: 2, special: 0 },
      choices: { pass: true },
    });
    const before = testSnapshot({ view: { active: 2 } });
    const circumstances = { lines: [], answersItself: true };
    expect(announce(before, snapshot, [], circumstances)).toEqual([]);
    expect(announce(before, snapshot, [], { ...circumstances, answersItself: false })).toEqual([
      urgent('Special building: build and buy'),
    ]);
  });

  it('begins with where the table stands', () => {
    expect(said(null, testSnapshot({ view: { active: 1 } }))).toEqual([polite('Bruno’s turn')]);
  });
});

/** Everything that is said in a recorded game, update by update. */
function spokenGame(): {
  said: Utterance[];
  entries: readonly LogEntry[];
  snapshot: TableSnapshot;
}[] {
  const path = new URL('../../../../tests/fixtures/game.json', import.meta.url);
  const game = JSON.parse(readFileSync(path, 'utf8')) as Recording;
  const spoken: ReturnType<typeof spokenGame> = [];
  const socket: Socket = {
    readyState: 1,
    onopen: null,
    onclose: null,
    onmessage: null,
    close: () => undefined,
    send: (data) => void (JSON.parse(String(data)) as ClientMessage),
  };
  const store: GameStore = new GameStore(
    'test',
    {
      moved: (before, entries, lines) => {
        const { snapshot } = store;
        if (!snapshot) return;
        const words = announce(before, snapshot, entries, { lines, answersItself: false });
        spoken.push({ said: words, entries, snapshot });
      },
    },
    () => socket,
  );
  store.write(() => new LogBook());
  store.start();
  for (const message of messages(game)) hear(message);
  store.stop();
  return spoken;

  function hear(message: ServerMessage): void {
    socket.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  }
}

describe('a whole game with special building', () => {
  const game = spokenGame();
  const all = game.flatMap(({ said }) => said.map(({ text }) => text));
  const sentences = all.flatMap((text) => text.split('. '));
  const events = game.flatMap(({ entries }) => entries.flatMap((each) => each.events));
  const count = <T extends Event['type']>(type: T) =>
    events.filter((event) => event.type === type).length;

  it('is long enough to tell', () => {
    expect(count('turn_began')).toBeGreaterThan(10);
    expect(count('special_building_began')).toBeGreaterThan(10);
    expect(game.some(({ entries }) => entries.some(({ undone }) => undone !== null))).toBe(true);
    expect(game.at(-1)?.snapshot.view.phase.type).toBe('over');
  });

  it('is spoken without a doubled line', () => {
    const doubled = all.filter((text, index) => index > 0 && text === all[index - 1]);
    expect(doubled).toEqual([]);
    // Nor is a sentence said politely and at once.
    for (const { said } of game) {
      const once = said.flatMap(({ text }) => text.split('. '));
      expect(new Set(once).size).toBe(once.length);
    }
  });

  it('calls the listener once a turn to roll', () => {
    const own = events.filter((event) => event.type === 'turn_began' && event.seat === 0).length;
    const calls = sentences.filter((text) => text.startsWith('Your turn: roll'));
    expect(own).toBeGreaterThan(2);
    expect(calls).toHaveLength(own);
  });

  it('says everything that is built, with its place, and what was taken back', () => {
    const built = sentences.filter((text) => / (build|builds|place|places) a /.test(text));
    expect(built).toHaveLength(count('built'));
    for (const text of built) expect(text).toMatch(/ at [A-Z]\d+ [a-z-]+/);
    expect(sentences.filter((text) => text.startsWith('You take back the '))).toHaveLength(1);
  });

  it('says of special building one sentence a turn at most', () => {
    let said = 0;
    for (const each of game) {
      const began = each.entries.some(({ events }) => events.some(isTurn));
      if (began) said = 0;
      said += each.said.filter(({ text }) => /^Special building|may build/.test(text)).length;
      expect(said).toBeLessThanOrEqual(2);
    }
    expect(all.filter((text) => text.includes('may build'))).toEqual([]);
  });
});

function isTurn(event: Event): boolean {
  return event.type === 'turn_began';
}
