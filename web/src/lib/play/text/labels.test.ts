import { IntlMessageFormat } from 'intl-messageformat';
import { beforeAll, describe, expect, test, vi } from 'vitest';

import { areas, read, texts } from '../../../../plugins/messages/catalogs';
import { LABELS } from '../../../../plugins/messages/labels';
import { testSnapshot } from '../game/test-snapshot';
import { LANGUAGES } from '../../base/language/languages';
import type { MessageId } from '../../base/language/messages';
import type { CommandMode } from '../intent/commands';
import { COMMANDS_OF, type CommandId } from './commands';
import { PlaceNames } from './places';

const snapshot = testSnapshot();

/** Labels that are typed in some of the modes alone, by the topic that they are of. */
const MODES: Readonly<Record<string, readonly CommandMode[]>> = {
  lobby: ['room'],
  share: ['room'],
  seats: ['room'],
  setupPanel: ['room'],
  replay: ['replay'],
  replayFrom: ['replay'],
  notes: ['replay'],
  newTable: ['setup'],
  common: ['game', 'room', 'replay', 'setup'],
};
/** Commands that do the same where the other has nothing to do. */
const ALSO: Readonly<Partial<Record<CommandId, readonly CommandId[]>>> = { back: ['unpause'] };
/** The commands of lines that are typed as a whole. */
const WHOLES: Readonly<Record<string, CommandId>> = {
  declineAll: 'decline',
  botsForAll: 'seat',
  lockAll: 'seat',
  nextTurn: 'next',
  previousTurn: 'previous',
};

/** All messages of a language. */
function messagesOf(language: string): Record<string, string> {
  return Object.assign({}, ...areas(language).map((area) => read(language, area))) as Record<
    string,
    string
  >;
}

describe.each(LANGUAGES.map(({ code }) => code))('in %s', (language) => {
  const catalog = messagesOf(language);
  let parse: typeof import('./parse');
  let words: typeof import('./lexicon');

  beforeAll(async () => {
    vi.resetModules();
    vi.doMock('../../base/language/messages', async (original) => ({
      ...(await original<typeof import('../../base/language/messages')>()),
      t: (id: string) => catalog[id] ?? id,
    }));
    [parse, words] = await Promise.all([import('./parse'), import('./lexicon')]);
  });

  /** A label, as it is heard about one of the players. */
  function label(id: MessageId): string {
    const values = { name: 'Bruno', left: 1, heard: (parts: string[]) => parts.join('') };
    return String(new IntlMessageFormat(catalog[id] ?? '', language).format<string>(values));
  }

  /** The commands that a label may be: alone, or where more is typed behind it. */
  function meanings(typed: string, mode: CommandMode): (CommandId | string | null)[] {
    const places = new PlaceNames(snapshot.board);
    const known = mode === 'setup' ? { mode, fields: [], seats: 4 } : { mode, snapshot, places };
    const parsed = parse.parse(typed, known);
    const alone = 'command' in parsed ? parsed.command.id : parsed.problem;
    return [alone, words.commandCalled(typed, true, mode)];
  }

  test('what a button says can be typed', () => {
    const not = Object.entries(LABELS).flatMap(([list, labels]) => {
      const command = WHOLES[list] ?? (list as CommandId);
      return labels.flatMap((id) =>
        (MODES[id.split('.')[0] ?? ''] ?? ['game'])
          .filter((mode) => COMMANDS_OF[mode].includes(command))
          .flatMap((mode) => {
            const found = meanings(label(id as MessageId), mode);
            const same: readonly unknown[] = [command, ...(ALSO[command] ?? [])];
            return found.some((each) => same.includes(each))
              ? []
              : [`${mode} ${command} < ${label(id as MessageId)} (${id}): ${found.join()}`];
          }),
      );
    });
    expect(not).toEqual([]);
  });

  test('no word stands twice in a list', async () => {
    const { fold } = await import('./fold');
    for (const [id, listed] of Object.entries(texts(language, 'text'))) {
      if (!id.startsWith('textWords.')) continue;
      const folds = listed.split(',').map((word) => fold(word.trim()));
      expect(folds.length, `${id}: ${listed}`).toBe(new Set(folds).size);
    }
  });
});
