/** Which choices of a game are worth another look. */

import type { Action, Choice, Seat } from '../../base/protocol';

/** What costs less of the chance to win is no mistake: as in the analysis. */
export const LEAST = 0.02;
/** So many moments are shown first, if there are as many. */
const FEWEST = 2;
export const MOST = 5;
/** The rounds of the set-up are numbered from below, and none is right before the first turn. */
const PLACED = 10;
/** Beyond the first two, a moment must weigh so much of what the heaviest weighs. */
const PART = 0.25;

/** A mistake, however many choices it took. */
export interface Moment {
  /** The choice that it cost most, by its step from 1. */
  readonly step: number;
  /** The turn of that choice; 0 in the set-up. */
  readonly turn: number;
  /** What it cost, as a part of the chance to win. */
  readonly cost: number;
  /** On how many turns of the seat the same was left out. */
  readonly turns: number;
}

/** What a choice was about. What is decided about different things does not follow from one another. */
type Subject = 'hand' | 'roll' | 'robber' | 'discard' | 'answer';

/** A choice that was not the best, and where it belongs. */
interface Miss {
  readonly choice: Choice;
  readonly cost: number;
  /** Which turn of the seat, those of the set-up first; null in the turns of others. */
  readonly round: number | null;
  /** What it shares with mistakes that follow from it. */
  readonly slot: string;
  /** What was left out. */
  readonly omitted: string;
}

/** All moments of a seat, the heaviest first. */
export function momentsOf(choices: readonly Choice[], seat: Seat): Moment[] {
  const chains = chained(missesOf(choices.filter((choice) => choice.seat === seat)));
  chains.sort((a, b) => heaviest(b).cost - heaviest(a).cost);
  const taken = new Set<string>();
  const moments: Moment[] = [];
  for (const chain of chains) {
    const rest = chain.filter(({ slot }) => !taken.has(slot));
    for (const { slot } of rest) taken.add(slot);
    if (!rest.length) continue;
    const { choice, cost } = heaviest(rest);
    if (cost < LEAST && !rest.some(({ choice: each }) => isPoorCorner(each))) continue;
    const turns = new Set(rest.map(({ round, slot }) => round ?? slot)).size;
    moments.push({ step: choice.step, turn: choice.turn, cost, turns });
  }
  return moments.sort(byWeight);
}

/** Whether a moment is shown first, with these that weigh more: two to five are, by their weight. */
export function isFirst(heavier: readonly Moment[], { cost }: Moment): boolean {
  const least = (heavier[0]?.cost ?? 0) * PART;
  return heavier.length < FEWEST || (heavier.length < MOST && cost >= least);
}

/** The order of the game. */
export function byStep(a: Moment, b: Moment): number {
  return a.step - b.step;
}

function byWeight(a: Moment, b: Moment): number {
  return b.cost - a.cost || a.step - b.step;
}

/** The choices that were not the best. */
function missesOf(choices: readonly Choice[]): Miss[] {
  const turns = [...new Set(choices.filter(isOwnTurn).map(({ turn }) => turn))];
  /** How many settlements the seat has placed in the set-up. */
  let placed = 0;
  return choices.flatMap((choice) => {
    const { turn, action, best, grade, chance, best_chance: most } = choice;
    // In the set-up, a road follows from its settlement.
    if (turn === 0 && action.type === 'build_settlement') placed += 1;
    const cost = most - chance;
    if (grade === 'forced' || cost <= 0) return [];
    const round = turns.indexOf(turn);
    return [
      {
        choice,
        cost,
        round: turn === 0 ? placed - PLACED : round < 0 ? null : round,
        slot: turn === 0 ? `set-up ${placed}` : `${turn} ${subjectOf(choice)}`,
        omitted: omissionOf(best),
      },
    ];
  });
}

/** Puts together what was left out on one turn of the seat and again on the next one. */
function chained(misses: readonly Miss[]): Miss[][] {
  const chains: Miss[][] = [];
  for (const miss of misses) {
    const before = chains.find((chain) => chain.some((other) => isSameOmission(other, miss)));
    if (before) before.push(miss);
    else chains.push([miss]);
  }
  return chains;
}

function isSameOmission(before: Miss, after: Miss): boolean {
  if (before.round === null || after.round === null || before.omitted !== after.omitted) {
    return false;
  }
  const isOmission = [before, after].every(({ choice }) => subjectOf(choice) !== 'robber');
  return isOmission && after.round - before.round <= 1;
}

/** Whether a settlement of the set-up stands on a corner that promises less than most of those that were free. */
function isPoorCorner({ corner }: Choice): boolean {
  return corner ? 2 * corner.better > corner.all : false;
}

function heaviest(misses: readonly Miss[]): Miss {
  return misses.reduce((most, miss) => (miss.cost > most.cost ? miss : most));
}

function isOwnTurn({ action, turn }: Choice): boolean {
  return turn > 0 && (action.type === 'roll' || action.type === 'end_turn');
}

function subjectOf({ action, best }: Choice): Subject {
  const { type } = action.type === 'pass' ? best : action;
  switch (type) {
    case 'roll':
    case 'discard':
      return type;
    case 'move_robber':
    case 'rob':
      return 'robber';
    case 'accept':
    case 'decline':
    case 'counter':
      return 'answer';
    default:
      return 'hand';
  }
}

/** What was left out: the same thing at the same place. What is done nowhere is the same whatever it is done for. */
function omissionOf(action: Action): string {
  switch (action.type) {
    case 'build_settlement':
    case 'build_city':
    case 'build_road':
    case 'take_first_cards':
      return `${action.type} ${action.at}`;
    case 'maritime_trade':
      return `${action.type} ${action.take}`;
    case 'offer':
    case 'counter':
      return `${action.type} ${action.terms.take.join()}`;
    default:
      return action.type;
  }
}
