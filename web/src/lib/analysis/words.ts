/** Choices and luck in words. */

import { t } from '../language/messages';
import type { ChanceOutcome, Choice, Stroke } from '../protocol';
import { actionText } from '../statistics/deeds';
import { points } from '../statistics/figures';
import { who, type GameWithStatistics } from '../statistics/game';
import { cardName, resourceName } from '../words';
import { costOf, mostChanged, type Finding } from './findings';

type Told = Pick<GameWithStatistics, 'players' | 'board'>;

/** How good a choice was, and what would have been better. */
export function choiceText(game: Told, choice: Choice): string {
  const cost = costOf(choice);
  return t('analysis.choice', {
    name: who(game, choice.seat).name,
    grade: choice.grade,
    action: actionText(game, choice.action),
    cost: points(cost),
    best: actionText(game, choice.best),
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

/** A finding in a sentence. */
export function findingText(game: Told, finding: Finding): string {
  return finding.kind === 'mistake' ? choiceText(game, finding.of) : strokeText(game, finding.of);
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
