import { expect, it } from 'vitest';

import editions from '../../../../tests/fixtures/editions.json';
import type { AnyProblem } from '../../base/problem';
import type { EditionInfo } from '../../base/protocol';
import { firstSetup } from './orders';
import { problemFrom } from './problems';
import { withRated } from './table-options';

it('what keeps a game from being rated stands at the table, with a way out', () => {
  const setup = firstSetup(editions as EditionInfo[], 'hard');
  const rated = { ...setup, options: withRated(setup.options, true) };
  const refused = {
    ...{ code: 'not_rated', arguments: { why: { type: 'rules' } }, message: '' },
    ...{ clause: null, details: [], line: null },
  } as AnyProblem;
  expect(problemFrom(refused, rated)).toMatchObject({
    field: 'run',
    text: 'A game can be rated only if it is played by the rules of an edition.',
    fix: { label: 'Do not rate the game', setup: { options: { rated: false, coach: 'alone' } } },
  });
});
