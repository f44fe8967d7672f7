/** In what the rules of a table differ from the edition that they began as. */

import type { BeginnersPieces, FirstPlayer, Rules, SetUp } from '../protocol';
import { counted } from '../words';
import { explained, labelOf, OPTIONS, valueOf, type Explained } from './options';

/** Something that a table has chosen otherwise. */
export interface Difference extends Explained {
  readonly here: string;
  /** What the edition has. */
  readonly usual: string;
}

/** The names of the pieces on the beginners' sheet. */
export const PIECES_NAME: Readonly<Record<BeginnersPieces, string>> = {
  red: 'red',
  orange: 'orange',
  white: 'white',
  blue: 'blue',
};

/** What is chosen apart from the choices of a few, in words. */
export const WORDED: readonly (Explained & { readonly words: (rules: Rules) => string })[] = [
  {
    id: 'points_to_win',
    clause: 'WIN-02',
    title: 'Points to win',
    sentence: 'How many points win the game.',
    words: (rules) => String(rules.points_to_win),
  },
  {
    id: 'hand_limit',
    clause: 'ROB-02',
    title: 'Cards safe from a 7',
    sentence: 'The largest hand that is safe from a 7.',
    words: (rules) => String(rules.hand_limit),
  },
  {
    id: 'time_limit',
    clause: 'WIN-05',
    title: 'Time limit',
    sentence: 'When it runs out, the turn is finished and the most points win.',
    words: (rules) => timeLimit(rules.time_limit),
  },
  { ...explained('first_player'), words: (rules) => firstPlayer(rules.first_player) },
  { ...explained('set_up'), words: (rules) => setUp(rules.set_up, rules.players) },
];

/** Everything that differs, switches first. */
export function differences(rules: Rules, usual: Rules): Difference[] {
  const switched = OPTIONS.flatMap((option) => {
    const [here, there] = [valueOf(rules, option.id), valueOf(usual, option.id)];
    if (here === there) return [];
    return [{ ...option, here: labelOf(option, here), usual: labelOf(option, there) }];
  });
  const worded = WORDED.flatMap(({ words, ...about }) => {
    const [here, there] = [words(rules), words(usual)];
    return here === there ? [] : [{ ...about, here, usual: there }];
  });
  return [...switched, ...worded];
}

/** `Differs from Today in what a city costs (2 ore and 3 grain) and open hands.` */
export function summary(edition: string, found: readonly Difference[]): string {
  if (!found.length) return `The rules of “${edition}”, unchanged.`;
  const items = found.map(({ title, here }) => {
    const name = title.charAt(0).toLowerCase() + title.slice(1);
    return here === 'yes' ? name : `${name} (${here})`;
  });
  return `Differs from ${edition} in ${items.join(', ')}.`;
}

function timeLimit(minutes: number | null): string {
  return minutes === null ? 'none' : counted(minutes, 'minute');
}

function firstPlayer(first: FirstPlayer): string {
  return first.type === 'roll' ? 'whoever rolls highest' : `seat ${first.seat + 1}`;
}

function setUp(set_up: SetUp, players: number): string {
  if (set_up.type === 'placed') return 'placed in turns';
  const left = players === 3 ? `, without the ${PIECES_NAME[set_up.left_out ?? 'red']} ones` : '';
  return `as on the beginners’ sheet${left}`;
}
