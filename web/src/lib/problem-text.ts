/** Problems in the words of the page. */

import { wantProblems } from './language/problems.svelte';
import { isMessage, t, type MessageId } from './language/messages';
import type { AnyProblem, LocalProblem } from './problem';
import type { Illegal, Problem, RecordFault, RulesError } from './protocol';

/**
 * A problem in the words of the page. The words for problems are loaded when the first one is shown. Until
 * then, and for what this page does not know, it is said in those of the server, which are English.
 */
export function problemText(problem: AnyProblem): string {
  return worded(problem) ?? problem.message;
}

/** The language of a problem's text where it is not that of the page, for `lang`. */
export function problemLanguage(problem: AnyProblem): 'en' | undefined {
  return worded(problem) === null ? 'en' : undefined;
}

/** `too_close` as messages are named: `tooClose`. */
type Camel<Code extends string> = Code extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<Camel<Rest>>}`
  : Code;

/** The messages of all codes. Where a code of the protocol has none, `say` does not compile. */
type Named =
  | `connection.${Camel<Exclude<LocalProblem['code'], 'unknown'>>}`
  | `problem.${Camel<Exclude<Problem['code'], Illegal>>}`
  | `illegal.${Camel<Illegal>}`
  | `recordFaults.${Camel<RecordFault['type']>}`
  | `unplayable.${Camel<RulesError['type']>}`;

function worded(problem: AnyProblem): string | null {
  const { code } = problem;
  switch (code) {
    case 'unplayable_rules':
    case 'too_few': {
      const { why } = problem.arguments;
      const reason = say(['unplayable'], why.type, why);
      return reason && say(['problem'], code, { why: reason });
    }
    case 'bad_record': {
      const reason = recordFault(problem.arguments.why);
      return reason && say(['problem'], code, { why: reason });
    }
    case 'illegal_step': {
      const illegal = say(['illegal'], problem.arguments.illegal);
      return illegal && say(['problem'], code, { ...problem.arguments, illegal });
    }
    default: {
      const values = 'arguments' in problem ? problem.arguments : {};
      return say(['connection', 'problem', 'illegal'], code, values);
    }
  }
}

function recordFault(fault: RecordFault): string | null {
  if (fault.type !== 'unplayable') return say(['recordFaults'], fault.type, fault);
  const why = say(['unplayable'], fault.why.type, fault.why);
  return why && say(['recordFaults'], fault.type, { why });
}

/** The message of a code in the first topic that has it; null where this page has none. */
function say(topics: readonly string[], code: string, values: object = {}): string | null {
  const name = code.replace(/_./g, (letter) => letter.charAt(1).toUpperCase());
  const found = topics.map((topic) => `${topic}.${name}`).find(isMessage);
  const id: MessageId | undefined = found as Named | undefined;
  if (!id) wantProblems();
  try {
    return id ? (t as (id: MessageId, values: object) => string)(id, values) : null;
  } catch {
    // A server of another version may bring other arguments.
    return null;
  }
}
