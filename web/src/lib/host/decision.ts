/** What is about to be decided about somebody. */

import type { ConductReport, Person, SiteAct } from '../protocol';

/** What can be decided about people. */
export type Judgement = Extract<
  SiteAct['type'],
  'warn' | 'suspend' | 'rename' | 'lift' | 'settle' | 'helper'
>;

export interface Decision {
  readonly act: Judgement;
  readonly person: Person;
  /** The report that it answers; null where there is none. */
  readonly report: ConductReport | null;
}

/** Has something decided about somebody. */
export type OnDecide = (act: Judgement, person: Person, report?: ConductReport | null) => void;
