import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { announce, type SpeechLevel } from '../game/announce';
import type { Socket } from '../../base/transport/transport';
import { LogBook, lineText, type LogLine } from '../game/log-lines';
import { GameStore } from '../game/store.svelte';
import { messages, type Recording } from '../game/test-recording';
import type { Event, LogEntry } from '../../base/protocol';

const GAME = new URL('../../../../tests/fixtures/game.json', import.meta.url);

/** What one update has the page say. */
interface Spoken {
  /** Sentences, with a mark before those that are said at once. */
  readonly said: readonly string[];
  readonly entries: readonly LogEntry[];
  readonly lines: readonly LogLine[];
}

/** Everything that is said in a recorded game to a listener who wants this much of it. */
function spoken(level: SpeechLevel): Spoken[] {
  const game = JSON.parse(readFileSync(GAME, 'utf8')) as Recording;
  const all: Spoken[] = [];
  const socket: Socket = {
    readyState: 1,
    onopen: null,
    onclose: null,
    onmessage: null,
    close: () => undefined,
    send: () => undefined,
  };
  const store: GameStore = new GameStore(
    'test',
    {
      moved: (before, entries, lines) => {
        if (!store.snapshot) return;
        const circumstances = { lines, answersItself: false, level };
        const said = announce(before, store.snapshot, entries, circumstances);
        all.push({
          said: said.map(({ text, urgent }) => `${urgent ? '! ' : ''}${text}`),
          entries,
          lines,
        });
      },
    },
    () => socket,
  );
  store.write(() => new LogBook());
  store.start();
  for (const message of messages(game)) {
    socket.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  }
  store.stop();
  return all;
}

const games = { short: spoken('short'), normal: spoken('normal'), full: spoken('full') };
const queue = (level: SpeechLevel) => games[level].flatMap(({ said }) => said);
const words = (level: SpeechLevel) => queue(level).join(' ').split(' ').length;

describe('a whole game', () => {
  it('is said as it was', async () => {
    for (const level of ['short', 'normal', 'full'] as const) {
      const file = `../../../../tests/fixtures/spoken-${level}.txt`;
      await expect(`${queue(level).join('\n')}\n`).toMatchFileSnapshot(file);
    }
  });

  it('is said in more words to whoever wants more', () => {
    expect(words('short')).toBeLessThan(words('normal'));
    expect(words('normal')).toBeLessThan(words('full'));
  });

  it('is said without a doubled line', () => {
    for (const level of ['short', 'normal', 'full'] as const) {
      const all = queue(level);
      expect(all.filter((text, index) => index > 0 && text === all[index - 1])).toEqual([]);
      for (const { said } of games[level]) {
        const sentences = said.flatMap((text) => text.replace(/^! /, '').split('. '));
        expect(new Set(sentences).size, sentences.join(' | ')).toBe(sentences.length);
      }
    }
  });

  it('has every event with its place and its terms, where all is said', () => {
    for (const { said, entries, lines } of games.full) {
      const text = said.join('. ');
      for (const { seq, events } of entries) {
        for (const [index, event] of events.entries()) {
          const line = lines.find(({ id }) => id === `${seq}.${index}`);
          if (!line || isToldByStatus(event)) continue;
          expect(text).toContain(lineText(line.parts));
          if ('placed' in event) expect(lineText(line.parts)).toMatch(/ at [A-Z]\d+ [a-z-]+/);
          if ('terms' in event) expect(lineText(line.parts)).toMatch(/\d \w+.* for \d \w+/);
        }
      }
    }
  });

  it('tells whoever wants little what they do and what is done to them', () => {
    const text = queue('short').join('\n');
    const own = games.short.flatMap(({ entries }) =>
      entries.flatMap(({ events }) =>
        events.filter((event) => 'seat' in event && event.seat === 0),
      ),
    );
    const built = own.filter((event) => event.type === 'built').length;
    expect(text.match(/You (build|place) a /g)).toHaveLength(built);
    expect(text).not.toMatch(/\w+ builds a settlement/);
    expect(text).toMatch(/! Your turn: roll/);
  });
});

/** Whether the sentence that asks the listener to act says the same. */
function isToldByStatus(event: Event): boolean {
  if (event.type === 'offered') return event.to.includes(0);
  if (event.type === 'turn_began' || event.type === 'special_building_began') {
    return event.seat === 0;
  }
  return event.type === 'won' || event.type === 'called_off';
}
