/** The rules of one table in the address of the guide, by their names. */

import type { Rules } from '../../base/protocol';

/** Rules in an address, such as `points_to_win=8&variants.open_hands=true`: those that differ, or all. */
export function queryOf(rules: Rules, usual?: Rules): string {
  return new URLSearchParams(differing(rules, usual)).toString();
}

/** Every rule, how many play apart, as JSON without quotes and braces. */
export function namedRules({ variants, ...rules }: Rules): Map<string, string> {
  const named = Object.entries(variants).map(([id, value]) => [`variants.${id}`, value] as const);
  return new Map(
    [...Object.entries(rules), ...named].flatMap(([id, value]) =>
      id === 'players' ? [] : [[id, JSON.stringify(value).replace(/["{}]/g, '')]],
    ),
  );
}

function differing(rules: Rules, usual?: Rules): [string, string][] {
  const before = usual && namedRules(usual);
  return [...namedRules(rules)].filter(([id, value]) => before?.get(id) !== value);
}
