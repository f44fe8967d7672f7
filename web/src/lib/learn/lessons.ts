/** The lessons: on which position each is played, what is to be done there, and what is said about it. */

import { t } from '../language/messages';
import type { GoalId } from './judge';

/** What is to be done in a lesson. */
export interface Goal {
  readonly id: GoalId;
  readonly text: () => string;
  readonly hint: () => string;
}

/** A lesson. */
export interface Lesson {
  /** Its number, from 1. */
  readonly number: number;
  readonly title: () => string;
  /** What is to be done, in a sentence. */
  readonly aim: () => string;
  /** What there is to know, in a few sentences. */
  readonly text: () => string;
  readonly goals: readonly Goal[];
  /** Whether the coach stands by. */
  readonly coach: boolean;
  /** How the others play, if not as simply as can be. */
  readonly bots?: 'medium';
}

/** All of them, in their order. */
export const LESSONS: readonly Lesson[] = [
  {
    number: 1,
    title: () => t('lessons.placing'),
    aim: () => t('lessons.placingAim'),
    text: () => t('lessons.placingText'),
    goals: [
      {
        id: 'first_settlement',
        text: () => t('lessons.firstSettlement'),
        hint: () => t('lessons.firstSettlementHint'),
      },
      {
        id: 'first_road',
        text: () => t('lessons.firstRoad'),
        hint: () => t('lessons.firstRoadHint'),
      },
      {
        id: 'second_settlement',
        text: () => t('lessons.secondSettlement'),
        hint: () => t('lessons.secondSettlementHint'),
      },
      {
        id: 'second_road',
        text: () => t('lessons.secondRoad'),
        hint: () => t('lessons.secondRoadHint'),
      },
    ],
    coach: true,
  },
  {
    number: 2,
    title: () => t('lessons.rolling'),
    aim: () => t('lessons.rollingAim'),
    text: () => t('lessons.rollingText'),
    goals: [
      { id: 'roll', text: () => t('lessons.roll'), hint: () => t('lessons.rollHint') },
      { id: 'end', text: () => t('lessons.end'), hint: () => t('lessons.endHint') },
      { id: 'turn', text: () => t('lessons.turn'), hint: () => t('lessons.turnHint') },
    ],
    coach: false,
  },
  {
    number: 3,
    title: () => t('lessons.building'),
    aim: () => t('lessons.buildingAim'),
    text: () => t('lessons.buildingText'),
    goals: [
      { id: 'road', text: () => t('lessons.road'), hint: () => t('lessons.roadHint') },
      {
        id: 'settlement',
        text: () => t('lessons.settlement'),
        hint: () => t('lessons.settlementHint'),
      },
      { id: 'city', text: () => t('lessons.city'), hint: () => t('lessons.cityHint') },
    ],
    coach: false,
  },
  {
    number: 4,
    title: () => t('lessons.trading'),
    aim: () => t('lessons.tradingAim'),
    text: () => t('lessons.tradingText'),
    goals: [
      { id: 'answer', text: () => t('lessons.answer'), hint: () => t('lessons.answerHint') },
      { id: 'roll', text: () => t('lessons.roll'), hint: () => t('lessons.yourRollHint') },
      { id: 'offer', text: () => t('lessons.offer'), hint: () => t('lessons.offerHint') },
      { id: 'bank', text: () => t('lessons.bank'), hint: () => t('lessons.bankHint') },
      { id: 'road', text: () => t('lessons.tradedRoad'), hint: () => t('lessons.tradedRoadHint') },
    ],
    coach: true,
    // They offer and confirm what helps them, and nothing by chance.
    bots: 'medium',
  },
  {
    number: 5,
    title: () => t('lessons.robber'),
    aim: () => t('lessons.robberAim'),
    text: () => t('lessons.robberText'),
    goals: [
      { id: 'robber', text: () => t('lessons.move'), hint: () => t('lessons.moveHint') },
      { id: 'steal', text: () => t('lessons.steal'), hint: () => t('lessons.stealHint') },
      { id: 'buy', text: () => t('lessons.buy'), hint: () => t('lessons.buyHint') },
      { id: 'knight', text: () => t('lessons.knight'), hint: () => t('lessons.knightHint') },
    ],
    coach: false,
  },
  {
    number: 6,
    title: () => t('lessons.winning'),
    aim: () => t('lessons.winningAim'),
    text: () => t('lessons.winningText'),
    goals: [{ id: 'win', text: () => t('lessons.win'), hint: () => t('lessons.winHint') }],
    coach: false,
  },
];

/** The lesson with a number; null where there is none. */
export function lessonOf(number: number | null): Lesson | null {
  return LESSONS.find((lesson) => lesson.number === number) ?? null;
}
