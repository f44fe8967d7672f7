/**
 * What can be chosen about the rules of a table, in the words of `docs/rules/editions.json`, which
 * the code of the rules writes.
 */

import { switches } from '../../../../docs/rules/editions.json';
import type { Rules } from '../protocol';

/** What a choice of a few can be. */
export type Value = string | boolean;

/** Something about the rules that is chosen, and the clause that tells of it. */
export interface Explained {
  /** Where it stands in {@link Rules}, such as `variants.open_hands`. */
  readonly id: string;
  readonly clause: string;
  readonly title: string;
  readonly sentence: string;
}

/** A choice of a few. */
export interface Option extends Explained {
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
}

/** Where editions differ. */
export const SWITCHES: readonly Option[] = ofKind('edition');

/** The variants of the oldest rulebook. */
export const VARIANTS: readonly Option[] = ofKind('variant');

/** What no rulebook has. */
export const HOUSE_RULES: readonly Option[] = ofKind('house_rule');

/** All of them. */
export const OPTIONS: readonly Option[] = [...SWITCHES, ...VARIANTS, ...HOUSE_RULES];

/** The words for what is no choice of a few: who begins, and the first pieces. */
export function explained(id: 'first_player' | 'set_up'): Explained {
  const found = switches.find((each) => each.id === id);
  if (!found) throw new RangeError(`nothing explains ${id}`);
  return found;
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
export function labelOf(option: Option, value: Value): string {
  return option.choices.find((choice) => choice.value === value)?.label ?? String(value);
}

/** Whether it needs no words but yes and no. */
export function isYesOrNo({ choices }: Option): boolean {
  return choices.every(({ label }) => label === 'yes' || label === 'no');
}

function ofKind(kind: string): Option[] {
  return switches
    .filter((each) => each.kind === kind)
    .map(({ id, clause, title, sentence, options }) => ({
      id: kind === 'variant' ? `variants.${id}` : id,
      clause,
      title,
      sentence,
      choices: options.map((choice) => ({ value: valueNamed(choice.id), label: choice.words })),
    }));
}

/** Yes and no have names in the file, as all other values have. */
function valueNamed(name: string): Value {
  return name === 'true' || name === 'false' ? name === 'true' : name;
}
