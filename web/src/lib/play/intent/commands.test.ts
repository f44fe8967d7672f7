import { describe, expect, it } from 'vitest';

import { read } from '../../../../plugins/messages/catalogs';
import { LANGUAGES } from '../../base/language/languages';
import { COMMAND_IDS } from '../text/commands';
import { COMMANDS, command, type Row, type TableCommand } from './commands';

describe('a command', () => {
  it('says what its row says, about what it is given', () => {
    expect(command('moreTime')).toEqual({ type: 'more_time' });
    expect(command('skip', 2)).toEqual({ type: 'remedy', seat: 2, remedy: 'skip' });
    expect(command('host', 1)).toEqual({ type: 'arrange', order: { type: 'hand_over', to: 1 } });
  });

  it('for the table is put together by its row alone', () => {
    // @ts-expect-error What has the shape of one is none.
    const made: TableCommand = { type: 'more_time' };
    expect(made).toEqual(command('moreTime'));
  });
});

describe.each(LANGUAGES.map(({ code }) => code))('in %s', (language) => {
  const named = (topic: string, area: string) =>
    Object.keys(read(language, area)).flatMap((id) =>
      id.startsWith(`${topic}.`) ? [id.slice(topic.length + 1)] : [],
    );

  it('every command with a key is called something, and nothing else is', () => {
    const rows: readonly [string, Row][] = Object.entries(COMMANDS);
    const keyed = rows.filter(([, { key, label }]) => key && !label).map(([id]) => id);
    const names = named('commands', 'panels');
    expect(keyed.filter((id) => !names.includes(id))).toEqual([]);
    expect(names.filter((id) => !(id in COMMANDS))).toEqual([]);
    for (const [, { label }] of rows)
      if (label) expect(read(language, 'page')).toHaveProperty([label]);
  });

  it('every typed command has words, and help that says how it is typed', () => {
    const [words, help] = [named('textWords', 'text'), named('textHelp', 'text')];
    expect(COMMAND_IDS.filter((id) => !words.includes(id))).toEqual([]);
    expect(help.sort()).toEqual(COMMAND_IDS.flatMap((id) => [id, `${id}Use`]).sort());
  });
});
