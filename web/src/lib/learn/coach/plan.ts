/** What the coach is up to in a turn: it keeps a plan from hint to hint, or says that it has a better one. */

import type { AdvisedGoal } from '../../base/protocol';
import { builtBy, type Paid } from './steps';
import type { Idea } from './words';

/** So much of the chance to win, in thousandths, nobody can tell apart. */
const AS_GOOD = 5;

/** What a hint was for. */
export interface Plan {
  /** The line of the log at which it was given. */
  readonly seq: number;
  readonly turn: number;
  /** Null where it is done with that hint. */
  readonly goal: AdvisedGoal | null;
}

/** What an idea brings: what it builds, or what comes after it. */
function goalOf({ action, reason }: Idea): AdvisedGoal | Paid | null {
  return builtBy(action) ?? (reason?.type === 'goal' ? reason.goal : null);
}

/** What a hint promises; null where it keeps what was promised, and undefined where it promises nothing. */
function promiseOf(idea: Idea): AdvisedGoal | null | undefined {
  if (builtBy(idea.action)) return null;
  return idea.reason?.type === 'goal' ? idea.reason.goal : undefined;
}

/** The plans with what a hint is for. It takes the place of another hint at the same line. */
export function noted(plans: readonly Plan[], seq: number, turn: number, idea: Idea): Plan[] {
  const earlier = plans.filter((plan) => plan.turn === turn && plan.seq < seq);
  const goal = promiseOf(idea);
  return goal === undefined ? earlier : [...earlier, { seq, turn, goal }];
}

/**
 * Ideas in the order in which they are told, the best first: one that goes on with the plan comes first, where it is as good as
 * the best. `dropped` is the plan that the first one gives up.
 */
export function kept(
  ideas: readonly Idea[],
  plan: Plan | undefined,
): { readonly ideas: readonly Idea[]; readonly dropped: AdvisedGoal | null } {
  const [best, ...others] = ideas;
  const goal = plan?.goal ?? null;
  if (!best || !goal) return { ideas, dropped: null };
  const found = goalOf(best);
  if (found === null || found === goal) return { ideas, dropped: null };
  const same = others.find((idea) => goalOf(idea) === goal && (idea.cost ?? 0) <= AS_GOOD);
  if (!same) return { ideas, dropped: goal };
  const rest = others.filter((idea) => idea !== same);
  return { ideas: [{ ...same, cost: undefined }, { ...best, cost: 0 }, ...rest], dropped: null };
}
