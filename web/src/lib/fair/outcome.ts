/** What chance brought, in words. */

import type { DevelopmentCard, Resource } from '../protocol';
import { CARD_NAME } from '../words';

/** The letters by which records name resources. */
const RESOURCE: Readonly<Record<string, Resource>> = {
  B: 'brick',
  L: 'lumber',
  W: 'wool',
  G: 'grain',
  O: 'ore',
};

/** An outcome of a record: a throw, a stolen card or a drawn one. */
export function outcomeText(outcome: string | null): string {
  const [kind, what = '', other = ''] = outcome?.split(' ') ?? [];
  if (kind === 'dice') return `${what} + ${other} = ${Number(what) + Number(other)}`;
  if (kind === 'stolen') return `stolen: ${RESOURCE[what] ?? what}`;
  if (kind === 'drawn') {
    const name = CARD_NAME[what.replaceAll('-', '_') as DevelopmentCard];
    return `drawn: ${name ? name.toLowerCase() : what}`;
  }
  return outcome ?? 'nothing';
}
