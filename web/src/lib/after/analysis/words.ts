/** Choices and luck in words. */

import { t } from '../../base/language/messages';
import type { Action, ChanceOutcome, Choice, Stroke } from '../../base/protocol';
import { actionText } from '../statistics/deeds';
import { points } from '../statistics/figures';
import { who, type GameWithStatistics } from '../statistics/game';
import { eventText } from '../statistics/moments';
import { capitalized } from '../../base/language/format';
import { cardName, resourceName } from '../../base/words';
import { costOf, mostChanged, type Finding } from './findings';

type Told = Pick<GameWithStatistics, 'players' | 'board'>;

/** How good a choice was, and what would have been better. */
export function choiceText(game: Told, choice: Choice): string {
  const text = (action: Action) => capitalized(actionText(game, action));
  return t('analysis.choice', {
    name: who(game, choice.seat).name,
    grade: choice.grade,
    action: text(choice.action),
    cost: points(costOf(choice)),
    best: text(choice.best),
  });
}

/** What luck brought, and to whom it meant most. */
export function strokeText(game: Told, stroke: Stroke): string {
  const { seat, change } = mostChanged(stroke);
  return t('analysis.stroke', {
    name: who(game, stroke.seat).name,
    what: outcomeText(stroke.outcome),
    luck: change < 0 ? 'bad' : 'good',
    most: who(game, seat).name,
    change: points(Math.abs(change)),
  });
}

/** A finding in sentences. What luck or a mistake changed is told once. */
export function findingText(game: Told, { events, luck, mistake }: Finding): string {
  const told = luck || mistake ? events.filter(({ type }) => type !== 'swing') : events;
  return [
    ...(told.length ? [`${eventText(game, told)}.`] : []),
    ...(luck ? [strokeText(game, luck)] : []),
    ...(mistake ? [choiceText(game, mistake.choice)] : []),
    ...(mistake && mistake.turns > 1 ? [t('analysis.turns', { count: mistake.turns })] : []),
  ].join(' ');
}

function outcomeText(outcome: ChanceOutcome): string {
  switch (outcome.type) {
    case 'dice':
      return t('analysis.rolled', { sum: outcome.dice[0] + outcome.dice[1] });
    case 'stolen':
      return t('analysis.stolen', { resource: resourceName(outcome.resource) });
    case 'drawn':
      return t('analysis.drawn', { card: cardName(outcome.card) });
  }
}
