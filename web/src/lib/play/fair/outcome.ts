/** What chance brought, in words. */

import { t } from '../../base/language/messages';
import type { Resource } from '../../base/protocol';

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
  if (kind === 'stolen') return t('verify.stolen', { resource: RESOURCE[what] ?? what });
  if (kind === 'drawn') return t('verify.drawn', { card: what.replaceAll('-', '_') });
  return outcome ?? t('verify.nothing');
}
