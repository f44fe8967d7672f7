/** The faults of a problem that can have several. */

import { problemWords } from '../language/problems.svelte';
import type { AnyProblem } from '../problem';
import type { BoardFault } from '../protocol';

/** Every single fault, in the words of the page as soon as those for problems are loaded. */
export function problemDetails(problem: AnyProblem): readonly string[] {
  const words = problemWords();
  return faultsOf(problem).flatMap(
    (fault, index) => words?.boardFault(fault) ?? problem.details[index] ?? [],
  );
}

function faultsOf(problem: AnyProblem): readonly BoardFault[] {
  if (problem.code === 'bad_board') return problem.arguments.faults;
  if (problem.code !== 'bad_record') return [];
  const { why } = problem.arguments;
  // The first one is in the sentence already.
  return why.type === 'board' ? why.faults.slice(1) : [];
}
