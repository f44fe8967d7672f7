/** What keeps a set-up from being played, each at the field that it concerns. */

import { t } from '../../base/language/messages';
import { characters, isTooLong } from '../../base/page/name-length';
import type { AnyProblem } from '../../base/problem';
import { problemText } from '../../base/problem-text';
import { problemDetails } from '../../base/problems/details';
import { LONGEST_NAME } from '../../base/protocol/constants';
import { LIMITS } from '../../base/protocol/limits';
import type { Setup } from './orders';
import { withRules } from './setup';
import { withRated } from './table-options';

/** The fields of the form that can have something wrong. */
export type FieldName =
  'seats' | 'points' | 'board' | 'seed' | 'own' | 'hand' | 'minutes' | 'pieces' | 'run';

/** Something wrong. */
export interface FieldProblem {
  /** Where; null for what concerns the whole. */
  readonly field: FieldName | null;
  readonly text: string;
  readonly clause: string | null;
  /** Every single fault, where there are several. */
  readonly details: readonly string[];
  /** A way out. */
  readonly fix: { readonly label: string; readonly setup: Setup } | null;
}

/** What the page sees by itself while one chooses. The server judges. */
export function problemsOf(setup: Setup): FieldProblem[] {
  return [
    ...peopleMissing(setup),
    ...namesTooLong(setup),
    ...numbersOutside(setup),
    ...contradictions(setup),
  ];
}

/** What the server has found, at its field. */
export function problemFrom(found: AnyProblem, setup: Setup): FieldProblem {
  const { clause } = found;
  const [text, details] = [problemText(found), problemDetails(found)];
  return { field: fieldOf(found, setup), text, clause, details, fix: fixOf(found, setup) };
}

function fixOf({ code }: AnyProblem, setup: Setup): FieldProblem['fix'] {
  if (code !== 'not_rated') return null;
  const options = withRated(setup.options, false);
  return { label: t('setup.unrate'), setup: { ...setup, options } };
}

function fieldOf(found: AnyProblem, { board }: Setup): FieldName | null {
  switch (found.code) {
    case 'bad_board':
    case 'long_board':
      return 'own';
    case 'long_board_seed':
      return 'seed';
    case 'color_taken':
    case 'too_few_seats':
    case 'wrong_seat_count':
    case 'no_such_bot':
    case 'bad_name':
    case 'name_taken':
      return 'seats';
    case 'bad_options':
    case 'not_rated':
      return 'run';
    case 'unplayable_rules':
      // A board of one's own may not fit the rules, and nothing else in the form can.
      return board === 'own' ? 'own' : null;
    default:
      return null;
  }
}

function problem(
  field: FieldName,
  text: string,
  clause: string | null = null,
  fix: FieldProblem['fix'] = null,
): FieldProblem {
  return { field, text, clause, details: [], fix };
}

function peopleMissing({ seats }: Setup): FieldProblem[] {
  if (seats.some(({ who }) => who === 'human')) return [];
  return [problem('seats', t('setup.noSeatYours'))];
}

/** Names at this device that are too long. The name of whoever sets up is judged where it is typed. */
function namesTooLong({ seats }: Setup): FieldProblem[] {
  const names = seats.flatMap(({ who, name }) => (who === 'local' && name ? [name] : []));
  return names
    .filter(isTooLong)
    .map((name) =>
      problem('seats', t('names.tooLong', { length: characters(name), most: LONGEST_NAME })),
    );
}

function numbersOutside({ rules, board, seed, own }: Setup): FieldProblem[] {
  const found: FieldProblem[] = [];
  const judge = (
    field: FieldName,
    value: number | null,
    { least, most }: { least: number; most: number },
  ) => {
    if (value !== null && (!Number.isInteger(value) || value < least || value > most)) {
      found.push(problem(field, t('setup.numberOutside', { least, most })));
    }
  };
  judge('points', rules.points_to_win, LIMITS.points_to_win);
  judge('hand', rules.hand_limit, LIMITS.hand_limit);
  judge('minutes', rules.time_limit, LIMITS.time_limit);
  if (board === 'seed' && !seed.trim()) found.push(problem('seed', t('setup.boardUnnamed')));
  if (board === 'own' && !own.trim()) found.push(problem('own', t('setup.boardUnwritten')));
  return found;
}

function contradictions(setup: Setup): FieldProblem[] {
  const { rules, board } = setup;
  const found: FieldProblem[] = [];
  const placed = withRules(setup, { set_up: { type: 'placed' } });
  if (rules.set_up.type === 'beginners') {
    if (rules.players !== 3 && rules.players !== 4) {
      found.push(
        problem('pieces', t('setup.piecesForPlayers', { players: rules.players }), 'SET-07', {
          label: t('setup.letPlayersPlace'),
          setup: placed,
        }),
      );
    } else if (board !== 'beginners') {
      found.push(
        problem('pieces', t('setup.piecesNeedBoard'), 'SET-07', {
          label: t('setup.usePrintedBoard'),
          setup: { ...setup, board: 'beginners' },
        }),
      );
    }
  } else if (board === 'beginners' && rules.players > 4) {
    found.push(
      problem('board', t('setup.boardForPlayers', { players: rules.players }), 'BRD-18', {
        label: t('setup.useRandomBoard'),
        setup: { ...setup, board: 'random' },
      }),
    );
  }
  if (board === 'beginners' && (rules.reds_apart || rules.balanced_board)) {
    found.push(
      problem('board', t('setup.boardIsFixed'), rules.reds_apart ? 'OPT-01' : 'OPT-02', {
        label: t('setup.turnThatOff'),
        setup: withRules(setup, { reds_apart: false, balanced_board: false }),
      }),
    );
  }
  return found;
}
