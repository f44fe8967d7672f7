/** Problems in the words of the page. */

import { wantProblems } from './language/problems.svelte';
import { isMessage, t, type MessageId } from './language/messages';
import type { AnyProblem, LocalProblem } from './problem';
import type {
  BoardFault,
  BoardFaultKind,
  HandshakeFault,
  Illegal,
  LogFault,
  Problem,
  RecordFault,
  RequestFault,
  RulesError,
} from './protocol';

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
  | `boardFaults.${Camel<BoardFaultKind['type']>}`
  | `handshakeFaults.${Camel<HandshakeFault['type']>}`
  | `logFaults.${Camel<LogFault['type']>}`
  | `recordFaults.${Camel<RecordFault['type']>}`
  | `requestFaults.${Camel<RequestFault['type']>}`
  | `unplayable.${Camel<RulesError['type']>}`;

/** The problems that have a reason of their own, and the topic that words it. */
const REASONS = {
  bad_record: 'recordFaults',
  malformed: 'requestFaults',
  no_upgrade: 'handshakeFaults',
  other_rules: 'logFaults',
  too_few: 'unplayable',
  unplayable_rules: 'unplayable',
} as const;

type Reason = Extract<Problem, { code: keyof typeof REASONS }>['arguments']['why'];

function worded(problem: AnyProblem): string | null {
  try {
    return inWords(problem);
  } catch {
    // A server of another version may bring other arguments.
    return null;
  }
}

function inWords(problem: AnyProblem): string | null {
  const { code } = problem;
  switch (code) {
    case 'bad_record':
    case 'malformed':
    case 'no_upgrade':
    case 'other_rules':
    case 'too_few':
    case 'unplayable_rules': {
      const why = reason(REASONS[code], problem.arguments.why);
      return why && say(['problem'], code, { why });
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

function reason(topic: string, fault: Reason): string | null {
  switch (fault.type) {
    case 'unplayable': {
      const why = say(['unplayable'], fault.why.type, fault.why);
      return why && say([topic], fault.type, { why });
    }
    case 'board': {
      // Rules can be unplayable with a board, which is a fault of another kind.
      if (!('faults' in fault)) return say([topic], fault.type, fault);
      const why = fault.faults[0] ? boardFault(fault.faults[0]) : '';
      return why === null ? null : say([topic], fault.type, { why });
    }
    case 'illegal': {
      const illegal = say(['illegal'], fault.illegal);
      return illegal && say([topic], fault.type, { ...fault, illegal });
    }
    default:
      return say([topic], fault.type, fault);
  }
}

/** What is wrong with the text of a board; null until the words for it are loaded. */
export function boardFault({ line, fault }: BoardFault): string | null {
  const said = say(['boardFaults'], fault.type, fault);
  return said === null || line === null ? said : t('boardFaults.atLine', { line, fault: said });
}

/** Every single fault of a problem that can have several, as soon as the words for it are loaded. */
export function problemDetails(problem: AnyProblem): readonly string[] {
  const faults = faultsOf(problem).map(boardFault);
  return faults.flatMap((fault, index) => fault ?? problem.details[index] ?? []);
}

function faultsOf(problem: AnyProblem): readonly BoardFault[] {
  if (problem.code === 'bad_board') return problem.arguments.faults;
  if (problem.code !== 'bad_record') return [];
  const { why } = problem.arguments;
  // The first one is in the sentence already.
  return why.type === 'board' ? why.faults.slice(1) : [];
}

/** The message of a code in the first topic that has it; null where this page has none. */
function say(topics: readonly string[], code: string, values: object = {}): string | null {
  const name = code.replace(/_./g, (letter) => letter.charAt(1).toUpperCase());
  const found = topics.map((topic) => `${topic}.${name}`).find(isMessage);
  const id: MessageId | undefined = found as Named | undefined;
  if (!id) wantProblems();
  return id ? (t as (id: MessageId, values: object) => string)(id, values) : null;
}
