/**
 * What can be chosen about the rules of a table: that of `docs/rules/editions.json`, which the code
 * of the rules writes. Its words are messages, so that other languages have them, too.
 */

import { t, type MessageId } from '../language/messages';
import type { Rules } from '../protocol';

/** What a choice of a few can be. */
export type Value = string | boolean;

/** A message about the rules. */
export type SwitchMessage = Extract<MessageId, `switches.${string}`>;

/** Something about the rules that is chosen, and the clause that tells of it. */
export interface Explained {
  /** Where it stands in {@link Rules}, such as `variants.open_hands`. */
  readonly id: string;
  readonly clause: string;
  readonly title: SwitchMessage;
  readonly sentence: SwitchMessage;
}

/** A choice of a few. */
export interface Option extends Explained {
  readonly choices: readonly { readonly value: Value; readonly label: SwitchMessage }[];
  /** Whether it needs no words but yes and no. */
  readonly yesOrNo: boolean;
}

/** Where editions differ. */
export const SWITCHES: readonly Option[] = [
  option('number_start', 'BRD-10', ['corner', 'coast']),
  option('number_direction', 'BRD-10', ['counter_clockwise', 'clockwise']),
  option('harbor_facing', 'BRD-05', ['longest_line', 'either']),
  option('harbor_layout', 'BRD-20', ['shuffled', 'frame', 'published']),
  option('bank_shortage', 'PRO-02', ['sole_claimant', 'nobody']),
  option('trade_then_build', 'TRN-03', [false, true]),
  option('like_for_like', 'TRD-12', [false, true]),
  option('city_cost', 'BLD-03', ['three_ore_two_grain', 'two_ore_three_grain']),
  option('robber_on_desert', 'ROB-04', [false, true]),
  option('steal_optional', 'ROB-06', [false, true]),
  option('free_roads', 'DEV-04', ['at_once', 'within_turn']),
  option('progress_cards', 'DEV-08', ['leave_the_game', 'under_the_deck']),
  option('longest_road_tie', 'LRD-05', ['holder_keeps', 'nobody']),
  option('win_when', 'WIN-03', ['own_turn', 'any_time']),
  option('special_building_phase', 'SBP-01', [false, true]),
];

/** The variants of the oldest rulebook. */
export const VARIANTS: readonly Option[] = [
  yesOrNo('variants.played_victory_points', 'VAR-1'),
  yesOrNo('variants.open_hands', 'VAR-2'),
  yesOrNo('variants.cards_after_roll', 'VAR-3'),
  yesOrNo('variants.no_early_seven', 'VAR-4'),
  yesOrNo('variants.robber_may_stay', 'VAR-5'),
  yesOrNo('variants.no_trade_after_building', 'VAR-6'),
  yesOrNo('variants.keep_a_settlement', 'VAR-7'),
  yesOrNo('variants.knight_interrupt', 'VAR-8'),
];

/** What no rulebook has. */
export const HOUSE_RULES: readonly Option[] = [
  option('number_layout', 'OPT-06', ['spiral', 'shuffled']),
  yesOrNo('reds_apart', 'OPT-01'),
  yesOrNo('balanced_board', 'OPT-02'),
  yesOrNo('friendly_robber', 'OPT-03'),
  option('dice', 'OPT-04', ['dice', 'deck']),
  yesOrNo('no_domestic_trade', 'OPT-07'),
];

/** All of them. */
export const OPTIONS: readonly Option[] = [...SWITCHES, ...VARIANTS, ...HOUSE_RULES];

/** Who begins: no choice of a few. */
export const FIRST_PLAYER = explained('first_player', 'SET-08');

/** How the first pieces come onto the board: no choice of a few, either. */
export const SET_UP = explained('set_up', 'SET-07');

/** Something of the rules, with the words that are named like it. */
export function explained(id: string, clause: string): Explained {
  return { id, clause, title: message(id), sentence: message(id, 'sentence') };
}

/** What the rules have chosen. */
export function valueOf(rules: Rules, id: string): Value {
  let found: unknown = rules;
  for (const key of id.split('.')) found = (found as Readonly<Record<string, unknown>>)[key];
  if (typeof found !== 'string' && typeof found !== 'boolean') {
    throw new RangeError(`${id} is no choice of a few`);
  }
  return found;
}

/** The rules with another choice. */
export function withValue(rules: Rules, id: string, value: Value): Rules {
  const [key = '', inner] = id.split('.');
  const outer = rules as unknown as Readonly<Record<string, unknown>>;
  const changed = inner ? { ...(outer[key] as object), [inner]: value } : value;
  return { ...outer, [key]: changed } as unknown as Rules;
}

/** The words for a choice. */
export function labelOf({ choices }: Option, value: Value): string {
  const found = choices.find((choice) => choice.value === value);
  return found ? t(found.label) : String(value);
}

function option(id: string, clause: string, values: readonly Value[]): Option {
  const choices = values.map((value) => ({ value, label: message(id, String(value)) }));
  return { ...explained(id, clause), choices, yesOrNo: false };
}

function yesOrNo(id: string, clause: string): Option {
  const choices = [
    { value: false, label: 'switches.no' },
    { value: true, label: 'switches.yes' },
  ] as const;
  return { ...explained(id, clause), choices, yesOrNo: true };
}

/** `switches.openHandsSentence` for `variants.open_hands` and `sentence`. */
function message(id: string, what = ''): SwitchMessage {
  const words = `${id.slice(id.indexOf('.') + 1)}_${what}`;
  const name = words.replace(/_(.?)/g, (_, letter: string) => letter.toUpperCase());
  // A test sees to it that there is one for each.
  return `switches.${name}` as SwitchMessage;
}
