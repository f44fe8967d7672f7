/** The switches in the words in which a table is asked about them. */

import { t } from '../../base/language/messages';
import { optionCalled } from '../../make/setup/options';
import type { Switch } from './reference';

/** A few words. */
export function titleOf({ id }: Switch): string {
  return t(optionCalled(id).title);
}

/** What is chosen, in one sentence. */
export function sentenceOf({ id }: Switch): string {
  return t(optionCalled(id).sentence);
}

/** What an edition has chosen, in a few words. */
export function choiceOf({ id, options, values }: Switch, edition: string): string {
  const at = options.findIndex(({ words }) => words === values[edition]);
  const choice = optionCalled(id).choices[at];
  if (!choice) throw new RangeError(`${edition} has no value of ${id}`);
  return t(choice.label);
}
