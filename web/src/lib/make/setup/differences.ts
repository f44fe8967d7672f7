/** In what the rules of a table differ from the edition that they began as. */

import { listed } from '../../base/language/format';
import { currentLanguage, t } from '../../base/language/messages';
import type { FirstPlayer, Rules, SetUp } from '../../base/protocol';
import {
  explained,
  FIRST_PLAYER,
  labelOf,
  OPTIONS,
  SET_UP,
  valueOf,
  type Explained,
} from './options';

/** Something that a table has chosen otherwise. */
export interface Difference extends Explained {
  readonly here: string;
  /** What the edition has. */
  readonly usual: string;
  /** Whether it is simply so, as its title says. */
  readonly on: boolean;
}

/** What is chosen apart from the choices of a few, in words. */
export const WORDED: readonly (Explained & { readonly words: (rules: Rules) => string })[] = [
  { ...explained('points_to_win', 'WIN-02'), words: (rules) => String(rules.points_to_win) },
  { ...explained('hand_limit', 'ROB-02'), words: (rules) => String(rules.hand_limit) },
  { ...explained('time_limit', 'WIN-05'), words: (rules) => timeLimit(rules.time_limit) },
  { ...FIRST_PLAYER, words: (rules) => firstPlayer(rules.first_player) },
  { ...SET_UP, words: (rules) => setUp(rules.set_up, rules.players) },
];

/** Everything that differs, switches first. */
export function differences(rules: Rules, usual: Rules): Difference[] {
  const switched = OPTIONS.flatMap((option) => {
    const [here, there] = [valueOf(rules, option.id), valueOf(usual, option.id)];
    if (here === there) return [];
    const on = option.yesOrNo && here === true;
    return [{ ...option, here: labelOf(option, here), usual: labelOf(option, there), on }];
  });
  const worded = WORDED.flatMap(({ words, ...about }) => {
    const [here, there] = [words(rules), words(usual)];
    return here === there ? [] : [{ ...about, here, usual: there, on: false }];
  });
  return [...switched, ...worded];
}

/** `Differs from Modern in what a city costs (2 ore and 3 grain), open hands.` */
export function summary(edition: string, found: readonly Difference[]): string {
  return found.length
    ? t('rulesInForce.differs', { edition, changes: changesOf(found) })
    : t('rulesInForce.unchanged', { edition });
}

/** `what a city costs (2 ore and 3 grain), open hands` */
export function changesOf(found: readonly Difference[]): string {
  const items = found.map(({ title, here, on }) => {
    const rule = withinSentence(t(title));
    return on ? rule : t('rulesInForce.change', { rule, value: here });
  });
  return listed(items, 'unit');
}

/** `A friendly robber: yes` */
export function ruleWords(rule: Explained, value: string): string {
  return t('rulesInForce.rule', { rule: t(rule.title), value });
}

function withinSentence(title: string): string {
  // German begins nouns with a capital wherever they stand.
  if (currentLanguage() === 'de') return title;
  return title.charAt(0).toLocaleLowerCase(currentLanguage()) + title.slice(1);
}

function timeLimit(minutes: number | null): string {
  return minutes === null
    ? t('rulesInForce.noTimeLimit')
    : t('rulesInForce.timeLimit', { minutes });
}

function firstPlayer(first: FirstPlayer): string {
  return first.type === 'roll'
    ? labelOf(FIRST_PLAYER, first.type)
    : t('rulesInForce.firstNamed', { number: first.seat + 1 });
}

function setUp(set_up: SetUp, players: number): string {
  if (set_up.type === 'placed' || players !== 3) return labelOf(SET_UP, set_up.type);
  return labelOf(SET_UP, `beginners_without_${set_up.left_out ?? 'red'}`);
}
