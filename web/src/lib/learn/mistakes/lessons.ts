/** The one thing to remember of a game: what its mistakes have in common. */

import { NO_CARDS, total } from '../../base/cards';
import type { Action, View } from '../../base/protocol';
import type { PosedMoment } from './mistakes.svelte';

/** What can be learned from mistakes of one kind. */
export type LessonId =
  | 'places'
  | 'roads'
  | 'build'
  | 'bank'
  | 'buy'
  | 'play'
  | 'robber'
  | 'offer'
  | 'answer'
  | 'discard'
  | 'keep'
  | 'compare';

/** What is to be remembered. */
export interface Lesson {
  readonly id: LessonId;
  /** How many resource cards the seat held when it cost most. */
  readonly cards: number;
}

/** What one mistake teaches: `done` was done, and `best` would have been better. */
export function lessonOf(phase: View['phase'], best: Action, done: Action): LessonId {
  if (phase.type === 'set_up_settlement' || phase.type === 'first_cards') return 'places';
  if (phase.type === 'set_up_road') return 'roads';
  const isOmitted = done.type === 'end_turn';
  switch (best.type) {
    case 'build_road':
    case 'build_settlement':
    case 'build_city':
      return isOmitted ? 'build' : 'compare';
    case 'buy_development_card':
      return isOmitted ? 'buy' : 'compare';
    case 'maritime_trade':
      return 'bank';
    case 'play_knight':
    case 'play_road_building':
    case 'play_year_of_plenty':
    case 'play_monopoly':
    case 'play_victory_point':
      return 'play';
    case 'move_robber':
    case 'rob':
      return 'robber';
    case 'offer':
    case 'counter':
      return 'offer';
    case 'accept':
    case 'decline':
    case 'confirm':
    case 'withdraw':
      return 'answer';
    case 'discard':
      return 'discard';
    case 'end_turn':
    case 'pass':
      return 'keep';
    default:
      return 'compare';
  }
}

/** What weighs most of all that moments teach, those of one kind together; null without any. */
export function heaviestLesson(moments: readonly PosedMoment[]): Lesson | null {
  const kinds = new Map<LessonId, { cost: number; most: number; cards: number }>();
  for (const { question, cost } of moments) {
    const { best, done, snapshot } = question;
    if (!best || !done) continue;
    const { view } = snapshot;
    const id = lessonOf(view.phase, best.action, done.action);
    const before = kinds.get(id) ?? { cost: 0, most: 0, cards: 0 };
    const cards = cost > before.most ? total(view.own?.hand ?? NO_CARDS) : before.cards;
    kinds.set(id, { cost: before.cost + cost, most: Math.max(before.most, cost), cards });
  }
  const [first] = [...kinds].sort(([, a], [, b]) => b.cost - a.cost);
  return first ? { id: first[0], cards: first[1].cards } : null;
}
