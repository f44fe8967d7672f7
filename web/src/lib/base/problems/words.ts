/** The words for problems, which are loaded with their messages when the first one is shown. */

import { dateAndTime } from '../language/format';
import { t } from '../language/messages';
import type { AnyProblem } from '../problem';
import type { BoardFault, Problem, RulesError } from '../protocol';
import { LIMITS } from '../protocol/limits';
import { coded } from './coded';

/** The problems that have a reason of their own, and the topic that words it. */
const REASONS = {
  bad_record: 'recordFaults',
  malformed: 'requestFaults',
  no_upgrade: 'handshakeFaults',
  not_rated: 'ratedFaults',
  other_rules: 'logFaults',
  too_few: 'unplayable',
  unplayable_rules: 'unplayable',
} as const;

type Reason = Extract<Problem, { code: keyof typeof REASONS }>['arguments']['why'];

/** A problem in the words of the page; null where this page does not know it. */
export function inWords(problem: AnyProblem): string | null {
  const { code } = problem;
  switch (code) {
    case 'bad_record':
    case 'malformed':
    case 'no_upgrade':
    case 'not_rated':
    case 'other_rules':
    case 'too_few':
    case 'unplayable_rules': {
      const why = reason(REASONS[code], problem.arguments.why);
      return why && coded(['problem'], code, { why });
    }
    case 'illegal_step': {
      const illegal = coded(['illegal'], problem.arguments.illegal);
      return illegal && coded(['problem'], code, { ...problem.arguments, illegal });
    }
    case 'new_device': {
      return coded(['problem'], code, { from: dateAndTime(problem.arguments.from_ms) });
    }
    case 'suspended': {
      const { until_ms, reason } = problem.arguments;
      return coded(['problem'], code, { until: dateAndTime(until_ms), reason });
    }
    default: {
      const values = 'arguments' in problem ? problem.arguments : {};
      return coded(['problem', 'illegal'], code, values);
    }
  }
}

function reason(topic: string, fault: Reason): string | null {
  if (topic === 'unplayable') return unplayable(fault as RulesError);
  switch (fault.type) {
    case 'unplayable': {
      const why = unplayable(fault.why);
      return why && coded([topic], fault.type, { why });
    }
    case 'board': {
      // Rules can be unplayable with a board, which is a fault of another kind.
      if (!('faults' in fault)) return coded([topic], fault.type, fault);
      const why = fault.faults[0] ? boardFault(fault.faults[0]) : '';
      return why === null ? null : coded([topic], fault.type, { why });
    }
    case 'illegal': {
      const illegal = coded(['illegal'], fault.illegal);
      return illegal && coded([topic], fault.type, { ...fault, illegal });
    }
    default:
      return coded([topic], fault.type, fault);
  }
}

/** Why nobody can play by some rules. What a number can be is said with it. */
function unplayable(fault: RulesError): string | null {
  const limits = fault.type in LIMITS ? LIMITS[fault.type as keyof typeof LIMITS] : {};
  return coded(['unplayable'], fault.type, { ...fault, ...limits });
}

/** What is wrong with the text of a board; null where this page does not know it. */
export function boardFault({ line, fault }: BoardFault): string | null {
  const said = coded(['boardFaults'], fault.type, fault);
  return said === null || line === null ? said : t('boardFaults.atLine', { line, fault: said });
}
