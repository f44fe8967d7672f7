/**
 * Which goals of a lesson are reached. This is judged by what the server told: what has happened, and
 * what it offers to do next.
 */

import type { TableSnapshot } from '../game/snapshot';
import type { Choices, Event, LogEntry } from '../protocol';

/** What is to be done. */
export type GoalId =
  | 'first_settlement'
  | 'first_road'
  | 'second_settlement'
  | 'second_road'
  | 'roll'
  | 'end'
  | 'turn'
  | 'road'
  | 'settlement'
  | 'city'
  | 'answer'
  | 'offer'
  | 'bank'
  | 'robber'
  | 'steal'
  | 'buy'
  | 'knight'
  | 'win';

/** How far somebody has come. */
export interface Verdict {
  /** For each goal, whether it is reached. */
  readonly reached: readonly boolean[];
  /** Whether the next goal is out of reach for now: cards were spent otherwise, or the turn has passed. */
  readonly strayed: boolean;
}

/** What has happened and was not taken back. */
export function standing(log: readonly LogEntry[]): readonly Event[] {
  const steps: (readonly Event[])[] = [];
  for (const { undone, at_table, events } of log) {
    if (undone !== null) steps.pop();
    else if (at_table === null) steps.push(events);
  }
  return steps.flat();
}

/** Judges what the viewer has done. */
export function judge(
  goals: readonly GoalId[],
  snapshot: TableSnapshot,
  log: readonly LogEntry[],
): Verdict {
  const { you } = snapshot.table;
  if (you === null) return { reached: goals.map(() => false), strayed: false };
  const events = standing(log);
  const reached = goals.map((goal) => isReached(goal, events, you));
  const next = goals.find((_, index) => !reached[index]);
  return { reached, strayed: next !== undefined && isOutOfReach(next, snapshot, you) };
}

function isReached(goal: GoalId, events: readonly Event[], you: number): boolean {
  const count = (type: Event['type']) =>
    events.filter((event) => event.type === type && 'seat' in event && event.seat === you).length;
  const built = (piece: 'road' | 'settlement' | 'city') =>
    events.filter(
      (event) => event.type === 'built' && event.seat === you && event.placed.piece === piece,
    ).length;
  switch (goal) {
    case 'first_settlement':
      return built('settlement') > 0;
    case 'first_road':
      return built('road') > 0;
    case 'second_settlement':
      return built('settlement') > 1;
    case 'second_road':
      return built('road') > 1;
    case 'roll':
      return count('rolled') > 0;
    case 'end':
      return events.some((event) => event.type === 'turn_began' && event.seat !== you);
    case 'turn':
      return count('turn_began') > 0;
    case 'road':
    case 'settlement':
    case 'city':
      return built(goal) > 0;
    case 'answer':
      return count('answered') > 0;
    case 'offer':
      return count('offered') > 0;
    case 'bank':
      return count('traded_with_bank') > 0;
    case 'robber':
      return count('robber_moved') > 0;
    case 'steal':
      return count('stolen') > 0;
    case 'buy':
      return count('bought') > 0;
    case 'knight':
      return events.some(
        (event) => event.type === 'played' && event.seat === you && event.card === 'knight',
      );
    case 'win':
      return events.some((event) => event.type === 'won' && event.seats.includes(you));
  }
}

/** Whether the viewer's turn goes on without a way to the goal. Some goals are always ahead. */
function isOutOfReach(goal: GoalId, { view, choices }: TableSnapshot, you: number): boolean {
  const offered = isOffered(goal, choices);
  if (offered === null) return false;
  if (view.phase.type === 'over' || view.active !== you) return true;
  return view.phase.type === 'turn' && !offered;
}

/** Whether the server offers what the goal takes; null for goals that do not depend on it. */
function isOffered(goal: GoalId, choices: Choices): boolean | null {
  switch (goal) {
    case 'road':
      return choices.roads.length > 0 || choices.bank_trades.length > 0;
    case 'settlement':
      return choices.settlements.length > 0;
    case 'city':
    case 'win':
      return choices.cities.length > 0;
    case 'offer':
      return choices.offer;
    case 'bank':
      return choices.bank_trades.length > 0;
    case 'steal':
    case 'knight':
      return choices.play.includes('knight');
    case 'buy':
      return choices.buy_development_card;
    default:
      return null;
  }
}
