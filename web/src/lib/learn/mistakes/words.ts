/** What is said of mistakes. */

import { nameOfPlace } from '../coach/words';
import type { Answer, PosedQuestion } from '../exercise/posed.svelte';
import { answerText } from '../exercise/words';
import { numbers, t } from '../../base/language/messages';
import { signedPoints } from '../../after/statistics/figures';
import type { Action, Cards, QualityByKind, SeatSummary } from '../../base/protocol';
import type { PosedMoment } from './mistakes.svelte';

/** What was done: `You ended the turn here.` */
export function didText({ snapshot, done }: PosedQuestion): string {
  if (!done) return '';
  return t('mistakes.did', {
    action: done.action.type,
    place: done.place ? nameOfPlace(snapshot, done.place) : '',
    what: answerText(snapshot, done),
  });
}

/** What was done, and what is asked. */
export function askedText(question: PosedQuestion): string {
  return `${didText(question)} ${t('mistakes.better')}`;
}

/** What is better: `Better: Road on C3 east`. */
export function betterText({ snapshot, right }: PosedQuestion): string {
  return right ? t('mistakes.betterIs', { what: answerText(snapshot, right) }) : '';
}

/** The same above the board, which shows where: `A road here is better`. */
export function hereText({ snapshot, right }: PosedQuestion): string {
  if (!right) return '';
  return t('mistakes.here', { action: right.action.type, what: answerText(snapshot, right) });
}

/** That it was found, or something as good; nothing before. */
export function foundText({ chosen, best, isFound }: PosedQuestion): string {
  if (!chosen || !isFound) return '';
  return chosen === best ? t('mistakes.found') : t('mistakes.alsoGood', { chance: chosen.percent });
}

/** That the last answer was not it; nothing where it was, or none was given. */
export function missedText({ tried, isFound, isOver }: PosedQuestion): string {
  const last = isFound ? null : tried.at(-1);
  return last ? t('mistakes.missed', { chance: last.percent, again: isOver ? 'no' : 'yes' }) : '';
}

/** How a moment was answered, so far. */
export type Result = 'open' | 'found' | 'missed';

/** How the question of a moment was answered. */
export function resultOf({ isOver, isFound }: PosedQuestion): Result {
  if (!isOver) return 'open';
  return isFound ? 'found' : 'missed';
}

/** Which of the moments it is. */
export function whereText(
  { turn }: PosedMoment,
  index: number,
  count: number,
  isBrief = false,
): string {
  const phase = turn === 0 ? 'placing' : 'turn';
  const brief = isBrief ? 'yes' : 'no';
  return t('mistakes.where', { number: index + 1, count, turn, phase, brief });
}

/** Answers of one kind that are given on the board. */
export interface PlacedAnswers {
  readonly action: Action['type'];
  readonly count: number;
  /** What one of them costs; null where it costs nothing. */
  readonly cost: Cards | null;
}

/** The answers that are given on the board alone, by kind. */
export function placedAnswers(question: PosedQuestion): PlacedAnswers[] {
  const { costs } = question.snapshot.table;
  const isFree = question.snapshot.view.phase.type !== 'turn';
  const kinds = new Map<Action['type'], number>();
  for (const answer of question.offered) {
    if (!answer.place || !question.isOpen(answer)) continue;
    kinds.set(answer.action.type, (kinds.get(answer.action.type) ?? 0) + 1);
  }
  const price: Partial<Record<Action['type'], Cards>> = {
    build_road: costs.road,
    build_settlement: costs.settlement,
    build_city: costs.city,
  };
  return [...kinds].map(([action, count]) => ({
    action,
    count,
    cost: isFree ? null : (price[action] ?? null),
  }));
}

/** The answers that have no place on the board, and what was done. */
export function listedAnswers({ offered, done }: PosedQuestion): Answer[] {
  const others = offered.filter((answer) => answer.place === null && answer !== done);
  return done ? [...others, done] : others;
}

/** A quality, from 0 to 100, as a whole number. */
export function qualityText(quality: number): string {
  return new Intl.NumberFormat(numbers(), { maximumFractionDigits: 0 }).format(quality);
}

/** What luck gave or took over a game, in percentage points. */
export function luckText(luck: number): string {
  return t('mistakes.luckText', {
    points: signedPoints(luck),
    count: Math.abs(Math.round(luck * 100)),
  });
}

/** What decisions are about. */
export const DECISION_KINDS = ['settling', 'building', 'trade', 'robber', 'cards'] as const;

/** The quality from which on a game was played well. */
const WELL = 80;

/**
 * What is said where no moment is worth a look: praise only for whoever has played well and came first or second, who would
 * not hear mockery in it; and no comfort for whoever has played poorly.
 */
export function noneText(praised: boolean, summary: SeatSummary | null): string {
  if (summary?.poor_start) return t('mistakes.poorStart');
  const { quality = null, by_kind } = summary ?? {};
  if (by_kind && quality !== null && quality < WELL) {
    const worth = (kind: keyof QualityByKind) => by_kind[kind] ?? 100;
    const weakest = DECISION_KINDS.reduce((a, b) => (worth(b) < worth(a) ? b : a));
    return t('mistakes.addedUp', { kind: t('mistakes.kind', { kind: weakest }) });
  }
  return t(praised ? 'mistakes.none' : 'endSheet.othersDecided');
}

/** How many minutes somebody needs for so many moments. */
export function minutesFor(moments: number): number {
  return Math.max(1, Math.round(moments / 2));
}
