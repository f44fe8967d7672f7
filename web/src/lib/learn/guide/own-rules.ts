/** What an address says of the rules of a table. */

import type { FirstPlayer, Rules, SetUp } from '../../base/protocol';
import { namedRules } from '../rules/own-rules';
import { OPTIONS } from '../../make/setup/options';

/** What is more than a word, by its rule and its words. */
const NAMED = new Map<string, FirstPlayer | SetUp>([
  ['first_player=type:roll', { type: 'roll' }],
  ...[0, 1, 2, 3, 4, 5].map(
    (seat) => [`first_player=type:named,seat:${seat}`, { type: 'named', seat }] as const,
  ),
  ['set_up=type:placed', { type: 'placed' }],
  ...([null, 'red', 'orange', 'white', 'blue'] as const).map(
    (left) =>
      [`set_up=type:beginners,left_out:${left}`, { type: 'beginners', left_out: left }] as const,
  ),
]);

/** Makes the usual rules those that an address tells. What cannot be chosen is left as it is. */
export function rulesIn(asked: URLSearchParams, usual: Rules): Rules {
  const rules = { ...usual, variants: { ...usual.variants } };
  for (const id of namedRules(usual).keys()) {
    const value = valueIn(id, asked.get(id));
    if (value === undefined) continue;
    const [key = '', inner] = id.split('.');
    Object.assign(inner ? rules.variants : rules, { [inner ?? key]: value });
  }
  return rules;
}

/** A choice; `undefined` where an address names none that there is. */
function valueIn(id: string, text: string | null): unknown {
  if (text === null) return undefined;
  const number = /^\d{1,3}$/.test(text) ? Number(text) : undefined;
  switch (id) {
    case 'points_to_win':
    case 'hand_limit':
      return number;
    case 'time_limit':
      return text === 'null' ? null : number;
    case 'first_player':
    case 'set_up':
      return NAMED.get(`${id}=${text}`);
    default: {
      const option = OPTIONS.find((each) => each.id === id);
      return option?.choices.find(({ value }) => String(value) === text)?.value;
    }
  }
}
