import { readFileSync } from 'node:fs';

import { beforeAll, describe, expect, it, vi } from 'vitest';

import { testSnapshot } from '../game/test-snapshot';
import { LANGUAGES } from '../language/languages';
import { COMMANDS_OF, type CommandMode } from './commands';
import { CORNERS, PlaceNames, SIDES } from './places';

const snapshot = testSnapshot();
const known = { snapshot, places: new PlaceNames(snapshot.board), mode: 'game' } as const;

/** The messages of a topic, by their whole names. */
function catalogOf(language: string, topic: string): Record<string, string> {
  const file = new URL(`../../messages/${language}/text/${topic}.json`, import.meta.url);
  const messages = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  return Object.fromEntries(
    Object.entries(messages).map(([name, message]) => [`${topic}.${name}`, message]),
  );
}

describe.each(LANGUAGES.map(({ code }) => code))('in %s', (language) => {
  let parse: typeof import('./parse');
  let reader: typeof import('./reader');
  let words: typeof import('./lexicon');

  beforeAll(async () => {
    const catalog = { ...catalogOf(language, 'textHelp'), ...catalogOf(language, 'textWords') };
    vi.resetModules();
    vi.doMock('../language/messages', async (original) => ({
      ...(await original<typeof import('../language/messages')>()),
      t: (id: string) => catalog[id] ?? id,
    }));
    [parse, reader, words] = await Promise.all([
      import('./parse'),
      import('./reader'),
      import('./lexicon'),
    ]);
  });

  it('every command is typed as the help says', () => {
    expect(words.lexicon().names.roll === 'roll').toBe(language === 'en');
    for (const mode of Object.keys(COMMANDS_OF) as CommandMode[]) {
      for (const id of COMMANDS_OF[mode]) {
        const typed = parse.usage(id).replaceAll('mira', 'bruno').replaceAll('jun', 'cleo');
        const at = mode === 'setup' ? { mode, fields: [], seats: 4 } : { ...known, mode };
        expect(parse.parse(typed, at), typed).toMatchObject({ command: { id } });
      }
    }
  });

  it('every direction can be typed in each of its ways', () => {
    for (const [word, direction] of words.lexicon().directions) {
      expect(reader.placeTyped(`c3 ${word}`), word).toBe(`c3${direction}`);
    }
    for (const direction of [...CORNERS, ...SIDES]) {
      expect([...words.lexicon().directions.values()]).toContain(direction);
    }
  });

  it('the first letters of the resources are all of them', () => {
    for (const [word, resource] of words.lexicon().resources) {
      expect(reader.resourceCalled(word), word).toBe(resource);
    }
  });

  it('trades are understood', () => {
    const { resourceNames } = words.lexicon();
    const [wool, ore] = [resourceNames.wool, resourceNames.ore];
    const side = (resource: string, count: number) => ({ cards: [{ resource, count }], any: 0 });
    const swap = { give: side('wool', 2), get: side('ore', 1) };
    const offer = words.lexicon().names.offer;
    expect(parse.parse(`${offer} 2 ${wool} > 1 ${ore}`, known)).toEqual({
      command: { id: 'offer', swap, to: null },
    });
  });
});
