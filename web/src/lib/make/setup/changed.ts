/** Which rules of a table are not those of its edition, by their names alone. */

import type { Rules } from '../../base/protocol';

/** The names of what differs, such as `city_cost` and `variants.open_hands`. */
export function changedRules(rules: Rules, usual: Rules): string[] {
  const before = flat(usual);
  return [...flat(rules)].flatMap(([id, value]) =>
    id === 'players' || before.get(id) === value ? [] : [id],
  );
}

function flat({ variants, ...rules }: Rules): Map<string, string> {
  const named = Object.entries(variants).map(([id, value]) => [`variants.${id}`, value] as const);
  return new Map(
    [...Object.entries(rules), ...named].map(([id, value]) => [id, JSON.stringify(value)]),
  );
}
