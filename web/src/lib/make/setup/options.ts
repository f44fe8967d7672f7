/**
 * What can be chosen about the rules of a table: that of `docs/rules/editions.json`, which the code
 * of the rules writes. Its words are messages, so that other languages have them, too.
 */

import { switches } from '../../../../../docs/rules/editions.json';
import { t, type MessageId } from '../../base/language/messages';
import type { Rules } from '../../base/protocol';

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
export const SWITCHES: readonly Option[] = optionsOf('edition');

/** The variants of the oldest rulebook. */
export const VARIANTS: readonly Option[] = optionsOf('variant');

/** What no rulebook has. */
export const HOUSE_RULES: readonly Option[] = optionsOf('house_rule');

/** All of them. */
export const OPTIONS: readonly Option[] = [...SWITCHES, ...VARIANTS, ...HOUSE_RULES];

/** How a game begins. The rules say more of it than the names of these choices. */
const BEGINNINGS: readonly Option[] = optionsOf('set_up');

/** Who begins. */
export const FIRST_PLAYER = optionCalled('first_player');

/** How the first pieces come onto the board. */
export const SET_UP = optionCalled('set_up');

/** What can be chosen about a switch, by its name in `docs/rules/editions.json`. */
export function optionCalled(name: string): Option {
  const called = ({ id }: Option) => id === name || id === `variants.${name}`;
  const found = [...OPTIONS, ...BEGINNINGS].find(called);
  if (!found) throw new RangeError(`there is no switch ${name}`);
  return found;
}

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

/** The switches of a kind. */
function optionsOf(kind: string): Option[] {
  return switches
    .filter((each) => each.kind === kind)
    .map(({ id: name, clause, options }) => {
      const id = kind === 'variant' ? `variants.${name}` : name;
      const yesOrNo = options.every(({ words }) => words === 'no' || words === 'yes');
      const choices = options.map(({ id: value, words }) => ({
        value: value === 'true' || (value === 'false' ? false : value),
        label: yesOrNo ? (`switches.${words}` as SwitchMessage) : message(id, value),
      }));
      return { ...explained(id, clause), choices, yesOrNo };
    });
}

/** `switches.openHandsSentence` for `variants.open_hands` and `sentence`. */
function message(id: string, what = ''): SwitchMessage {
  const words = `${id.slice(id.indexOf('.') + 1)}_${what}`;
  const name = words.replace(/_(.?)/g, (_, letter: string) => letter.toUpperCase());
  // A test sees to it that there is one for each.
  return `switches.${name}` as SwitchMessage;
}

/** The house rules that most ask for. */
export const COMMON: readonly Option[] = [
  'friendly_robber',
  'dice',
  'no_domestic_trade',
  'variants.no_early_seven',
  'variants.open_hands',
].flatMap((wanted) => OPTIONS.filter(({ id }) => id === wanted));

/** Of each of those, the first value is how it usually is, and the second the house rule. */
export function valueAt(option: Option, on: boolean): Value {
  return option.choices[on ? 1 : 0]?.value ?? on;
}

/** Whether one of those is played. */
export function isHouseRule(rules: Rules, option: Option): boolean {
  return valueOf(rules, option.id) === valueAt(option, true);
}
