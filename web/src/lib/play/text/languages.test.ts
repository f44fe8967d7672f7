import { beforeAll, describe, expect, it, vi } from 'vitest';

import { read } from '../../../../plugins/messages/catalogs';
import { testSnapshot } from '../game/test-snapshot';
import { LANGUAGES } from '../../base/language/languages';
import type { CommandMode } from '../intent/commands';
import { COMMANDS_OF } from './commands';
import { CORNERS, PlaceNames, SIDES } from './places';

const snapshot = testSnapshot();
const known = { snapshot, places: new PlaceNames(snapshot.board), mode: 'game' } as const;

describe.each(LANGUAGES.map(({ code }) => code))('in %s', (language) => {
  let parse: typeof import('./parse');
  let reader: typeof import('./reader');
  let words: typeof import('./lexicon');

  beforeAll(async () => {
    const catalog = read(language, 'text');
    vi.resetModules();
    vi.doMock('../../base/language/messages', async (original) => ({
      ...(await original<typeof import('../../base/language/messages')>()),
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

  it('whatever is said is no command, whatever words of commands it has', () => {
    const { commands, names } = words.lexicon();
    for (const text of [...commands.keys()].filter((each) => /\p{L}/u.test(each))) {
      const line = `${names.say} ${text}`;
      expect(parse.parse(line, known), line).toEqual({ command: { id: 'say', text } });
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

  it('a question mark may stand by itself', () => {
    const { players } = words.lexicon().names;
    expect(parse.parse(`${players} ?`, known)).toEqual({ command: { id: 'players', seat: null } });
  });

  it.runIf(language === 'fr')('an article may be joined to the next word', () => {
    const lines = {
      'proposer 2 d’argile contre du blé': 'proposer 2 argile contre blé',
      'proposer une carte d’argile contre 1 blé': 'proposer 1 argile contre 1 blé',
      'banque de l’argile > blé': 'banque argile > blé',
      "monopole de l'argile": 'monopole argile',
      'chercher l´argile': 'chercher argile',
      'statistiques d’échanges': 'statistiques échanges',
      'colonie à l’intersection c3n': 'colonie c3n',
      'minute d’bruno': 'minute bruno',
    };
    for (const [typed, plain] of Object.entries(lines)) {
      const meant = parse.parse(plain, known);
      expect(meant, plain).toHaveProperty('command');
      expect(parse.parse(typed, known), typed).toEqual(meant);
    }
    const seats = snapshot.seats.map((each, at) =>
      at === 1 ? { ...each, name: 'D’Artagnan' } : each,
    );
    const renamed = { ...known, snapshot: { ...snapshot, seats } };
    for (const typed of ["minute d'Artagnan", 'minute D’Artagnan', 'minute artagnan']) {
      expect(parse.parse(typed, renamed), typed).toEqual({ command: { id: 'minute', seat: 1 } });
    }
  });

  it.runIf(language === 'fr')('cards of any kind are typed as the buttons say', () => {
    for (const any of ['1 au choix', 'une au choix', 'une carte au choix', 'choix 1']) {
      expect(parse.parse(`proposer ${any} contre 1 blé`, known), any).toMatchObject({
        command: { id: 'offer', swap: { give: { cards: [], any: 1 } } },
      });
    }
  });
});
