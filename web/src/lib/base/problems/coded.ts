/** Messages by the codes of the protocol. */

import { camel, type Camel } from '../language/camel';
import { isMessage, t, type MessageId } from '../language/messages';
import type { LocalProblem } from '../problem';
import type {
  BoardFaultKind,
  HandshakeFault,
  Illegal,
  LogFault,
  Problem,
  RatedFault,
  RecordFault,
  RequestFault,
  RulesError,
} from '../protocol';

/** The messages of all codes. Where a code of the protocol has none, `coded` does not compile. */
type Named =
  | `connection.${Camel<Exclude<LocalProblem['code'], 'unknown'>>}`
  | `problem.${Camel<Exclude<Problem['code'], Illegal>>}`
  | `illegal.${Camel<Illegal>}`
  | `boardFaults.${Camel<BoardFaultKind['type']>}`
  | `handshakeFaults.${Camel<HandshakeFault['type']>}`
  | `logFaults.${Camel<LogFault['type']>}`
  | `ratedFaults.${Camel<RatedFault['type']>}`
  | `recordFaults.${Camel<RecordFault['type']>}`
  | `requestFaults.${Camel<RequestFault['type']>}`
  | `unplayable.${Camel<RulesError['type']>}`;

/** The message of a code in the first topic that has it; null where none is here. */
export function coded(topics: readonly string[], code: string, values: object = {}): string | null {
  const found = topics.map((topic) => `${topic}.${camel(code)}`).find(isMessage);
  const id: MessageId | undefined = found as Named | undefined;
  return id ? (t as (id: MessageId, values: object) => string)(id, values) : null;
}
