/** What is about to be decided about somebody. */

import type { MessageId } from '../../../base/language/messages';
import type { Person, ReportCard, SiteAct } from '../../../base/protocol';

/** What can be decided about people. */
export type Judgement = Extract<
  SiteAct['type'],
  'warn' | 'suspend' | 'rename' | 'lift' | 'settle' | 'moderator'
>;

/** What is on the button of each. */
export const JUDGEMENTS = {
  warn: 'host.warn',
  suspend: 'host.suspend',
  rename: 'host.rename',
  lift: 'host.lift',
  settle: 'host.dismiss',
  moderator: 'host.letHelp',
} as const satisfies Record<Judgement, MessageId>;

export interface Decision {
  readonly act: Judgement;
  readonly person: Person;
  /** The report that it answers; null where there is none. */
  readonly report: ReportCard | null;
}

/** Has something decided about somebody. */
export type OnDecide = (act: Judgement, person: Person, report?: ReportCard | null) => void;
