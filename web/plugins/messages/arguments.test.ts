import { expect, test } from 'vitest';

import { declaration } from './arguments.ts';

test('a message is declared with the types of its arguments', () => {
  expect(declaration('log.won', 'Won')).toBe("'log.won': undefined;");
  expect(
    declaration(
      'log.got',
      '{who, select, you {You} other {{name}}} got <b>{count, plural, one {# card} other {# cards}}</b>',
    ),
  ).toBe("'log.got': { b: (parts: (string | V)[]) => V; count: number; name: V; who: string };");
});
