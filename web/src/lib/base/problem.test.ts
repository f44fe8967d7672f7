import { describe, expect, it } from 'vitest';

import { typeset } from '../../../plugins/messages/typography';
import book from '../../../../docs/book/problems.md?raw';
import { localProblem } from './problem';
import { problemLanguage, problemText } from './problem-text';
import { problemDetails } from './problems/details';
import type { Problem } from './protocol';

const ROW = /^\| `(?<code>\w+)` \| .* \| (?<sentence>.+) \|$/gm;

/** The problems as they are documented: written from the code of the server. */
const DOCUMENTED = [...book.matchAll(ROW)].map(({ groups }) => ({
  code: groups?.code ?? '',
  sentence: groups?.sentence ?? '',
}));

/** What is filled in: no number is one, of which plurals speak otherwise. */
const ARGUMENTS = {
  name: 'external:deep',
  step: '1 roll',
  seconds: 45,
  version: 7,
  most: 16384,
  least: 2,
  players: 5,
  seats: 4,
  steps: 8,
  number: 12,
  place: 3,
  address: '192.168.1.24:7878',
  detail: 'permission denied',
};

/** The problems that have a reason of their own: one of them, and what it says. */
const REASONS: Readonly<Record<string, readonly [object, string]>> = {
  unplayable_rules: [{ type: 'time_limit', value: 0 }, 'a time limit is 1 to 600 minutes, not 0'],
  too_few: [{ type: 'time_limit', value: 0 }, 'a time limit is 1 to 600 minutes, not 0'],
  bad_record: [{ type: 'not_over' }, 'The record gives a result, but the game is not over.'],
  malformed: [{ type: 'too_long' }, 'This is too long.'],
  not_rated: [{ type: 'shared_device' }, 'everybody has a device of their own'],
  no_upgrade: [{ type: 'method' }, 'its method must be GET'],
  other_rules: [
    { type: 'diverged', line: 3 },
    'line 3 of the log leads to another state than it did when it was written',
  ],
};

function problem(code: string, given: object = {}): Problem {
  const rest = { clause: null, message: 'As the server says.', details: [], line: null };
  return { code, arguments: given, ...rest } as unknown as Problem;
}

function filled(sentence: string, values: Readonly<Record<string, string | number>>): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}

describe('a problem', () => {
  it('is documented', () => {
    expect(DOCUMENTED.length).toBeGreaterThan(150);
  });

  it('says from when on a new device may do something', () => {
    const given = { from_ms: Date.UTC(2026, 10, 30, 12) };
    expect(problemText(problem('new_device', given))).toMatch(/from .*2026, .* on, or/);
  });

  it('says until when somebody is suspended, and what for', () => {
    const given = { until_ms: Date.UTC(2026, 10, 27, 12), reason: 'insults' };
    expect(problemText(problem('suspended', given))).toMatch(/2026, .*: insults or threats\.$/);
  });

  // The server leaves it to pages to write a time.
  const plain = DOCUMENTED.filter(({ code }) => !['new_device', 'suspended'].includes(code));

  it.each(plain.map(({ code, sentence }) => [code, sentence] as const))(
    'is said in English as the server says it: %s',
    (code, sentence) => {
      const [option, optionText] = ['turn_seconds', 'The seconds per turn'];
      const [illegal, illegalText] = ['too_close', sentenceOf('too_close')];
      const [why, whyText] = REASONS[code] ?? [];
      const given = { ...ARGUMENTS, option, illegal, why };
      const said = { ...ARGUMENTS, option: optionText, illegal: illegalText, why: whyText ?? '' };
      const expected = typeset(filled(sentence, said), 'en');
      expect(problemText(problem(code, given))).toBe(expected);
      expect(problemLanguage(problem(code, given))).toBeUndefined();
    },
  );

  it('counts what there is one of', () => {
    expect(problemText(problem('too_many_offers', { most: 1 }))).toBe(
      'You can make at most 1 offer per turn.',
    );
  });

  it('tells why rules cannot be played', () => {
    const why = { type: 'points_to_win', value: 99 };
    expect(problemText(problem('unplayable_rules', { why }))).toBe(
      'These rules cannot be played: the goal is 3 to 22 points, not 99.',
    );
  });

  it('tells why a text is no record', () => {
    const told = (why: object) => problemText(problem('bad_record', { why }));
    expect(told({ type: 'version', version: '9' })).toBe(
      'This record is of version 9, and this program reads version 1.',
    );
    expect(told({ type: 'operand', word: 'road', rest: 'here' })).toBe(
      '`road` cannot be followed by `here`.',
    );
    expect(told({ type: 'unplayable', why: { type: 'hand_limit', value: 1 } })).toBe(
      'The rules of this record cannot be played: the hand limit is 2 to 50 cards, not 1.',
    );
  });

  it('tells each fault of a board, also of one in a record, and the first only once', () => {
    const faults = [
      { line: 2, column: 4, fault: { type: 'missing_number', hex: 'B1' } },
      { line: null, column: null, fault: { type: 'no_robber' } },
    ];
    const board = problem('bad_board', { faults });
    expect(problemText(board)).toBe('This text does not describe a board.');
    const said = ['Line 2: B1 needs a number.', 'The robber has no place: mark a hex with a star.'];
    expect(problemDetails(board)).toEqual(said);
    const record = problem('bad_record', { why: { type: 'board', faults } });
    expect(problemText(record)).toBe(`The board of this record cannot be read. ${said[0]}`);
    expect(problemDetails(record)).toEqual(said.slice(1));
  });

  it('tells which rule a stored game breaks', () => {
    const why = { type: 'illegal', line: 9, illegal: 'too_close' };
    expect(problemText(problem('other_rules', { why }))).toContain(
      `line 9 of the log breaks the rules as they are now. ${sentenceOf('too_close')} It is stored`,
    );
  });

  it.each([
    problem('newer_than_this_page'),
    problem('malformed', { why: { type: 'newer_than_this_page' } }),
    problem('malformed', { why: 'As an older server says.' }),
    problem('bad_record', { why: { type: 'newer_than_this_page' } }),
    problem('too_soon'),
    problem('unplayable_rules', { why: { type: 'newer_than_this_page' } }),
    problem('illegal_step', { number: 1, step: '1 roll', illegal: 'newer_than_this_page' }),
  ])('that this page does not know is said as the server says it, in English: $code', (newer) => {
    expect(problemText(newer)).toBe('As the server says.');
    expect(problemLanguage(newer)).toBe('en');
  });

  it('of the page itself needs no server', () => {
    expect(problemText(localProblem({ code: 'http', arguments: { status: 502 } }))).toBe(
      'The server answered with error 502.',
    );
    expect(problemText(localProblem({ code: 'unknown' }, 'A fault.'))).toBe('A fault.');
  });
});

function sentenceOf(code: string): string {
  return DOCUMENTED.find((each) => each.code === code)?.sentence ?? '';
}
