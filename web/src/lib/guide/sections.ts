/** What the guide tells, section by section, and which clauses say it exactly. */

import { game } from '../../../../docs/rules/editions.json';
import { t } from '../language/messages';
import type { PictureId } from './pictures';

/** A part of the guide. */
export interface Section {
  readonly id: PictureId;
  readonly title: () => string;
  readonly paragraphs: () => readonly string[];
  /** What its picture shows. */
  readonly shown: () => string;
  readonly clauses: readonly string[];
}

/** The place of a section on the page. */
export function placeOf(id: PictureId): string {
  return `guide-${id}`;
}

const { points_to_win: points, hand_limit: limit, pieces, bank, deck } = game;

/** In the order in which they are read. */
export const SECTIONS: readonly Section[] = [
  {
    id: 'board',
    title: () => t('guide.board'),
    paragraphs: () => [t('guide.boardLand'), t('guide.boardTokens'), t('guide.boardPlaces')],
    shown: () => t('guide.boardShown'),
    clauses: ['BRD-03', 'BRD-05', 'BRD-16', 'BRD-17', 'PRB-01'],
  },
  {
    id: 'goal',
    title: () => t('guide.goal'),
    paragraphs: () => [
      t('guide.goalPoints', { points }),
      t('guide.goalSources'),
      t('guide.goalPieces', pieces),
    ],
    shown: () => t('guide.goalShown'),
    clauses: ['WIN-01', 'WIN-02', 'BRD-12'],
  },
  {
    id: 'setUp',
    title: () => t('guide.setUp'),
    paragraphs: () => [t('guide.setUpRounds'), t('guide.setUpDistance'), t('guide.setUpAdvice')],
    shown: () => t('guide.setUpShown'),
    clauses: ['SET-01', 'SET-02', 'SET-03', 'SET-05', 'BLD-09', 'TAC-01'],
  },
  {
    id: 'turn',
    title: () => t('guide.turn'),
    paragraphs: () => [
      t('guide.turnRoll'),
      t('guide.turnTrade'),
      t('guide.turnEnd'),
      t('guide.turnCard'),
    ],
    shown: () => t('guide.turnShown'),
    clauses: ['TRN-01', 'TRN-02', 'TRN-03', 'TRN-04', 'TRN-05'],
  },
  {
    id: 'gain',
    title: () => t('guide.gain'),
    paragraphs: () => [
      t('guide.gainCards'),
      t('guide.gainBank', { count: bank[0] ?? 0 }),
      t('guide.gainHidden'),
    ],
    shown: () => t('guide.gainShown'),
    clauses: ['PRO-01', 'PRO-02', 'PRO-04', 'BRD-13'],
  },
  {
    id: 'build',
    title: () => t('guide.build'),
    paragraphs: () => [t('guide.buildRoad'), t('guide.buildSettlement'), t('guide.buildCity')],
    shown: () => t('guide.buildShown'),
    clauses: ['BLD-01', 'BLD-02', 'BLD-03', 'BLD-04', 'BLD-05', 'BLD-06', 'BLD-08', 'BLD-11'],
  },
  {
    id: 'trade',
    title: () => t('guide.trade'),
    paragraphs: () => [t('guide.tradePlayers'), t('guide.tradeBank'), t('guide.tradeHarbor')],
    shown: () => t('guide.tradeShown'),
    clauses: ['TRD-01', 'TRD-02', 'TRD-03', 'TRD-06', 'TRD-07', 'TRD-08', 'TRD-12'],
  },
  {
    id: 'robber',
    title: () => t('guide.robber'),
    paragraphs: () => [
      t('guide.robberDiscard', { limit }),
      t('guide.robberMoves'),
      t('guide.robberStays'),
    ],
    shown: () => t('guide.robberShown'),
    clauses: ['ROB-01', 'ROB-02', 'ROB-03', 'ROB-06', 'ROB-07', 'ROB-09'],
  },
  {
    id: 'cards',
    title: () => t('guide.cards'),
    paragraphs: () => [
      t('guide.cardsBought', { count: deck.reduce((sum, count) => sum + count) }),
      t('guide.cardsPlayed'),
    ],
    shown: () => t('guide.cardsShown'),
    clauses: ['DEV-01', 'DEV-02', 'DEV-03', 'DEV-04', 'DEV-05', 'DEV-06', 'DEV-07'],
  },
  {
    id: 'awards',
    title: () => t('guide.awards'),
    paragraphs: () => [t('guide.awardsRoad'), t('guide.awardsLine'), t('guide.awardsArmy')],
    shown: () => t('guide.awardsShown'),
    clauses: ['LRD-01', 'LRD-02', 'LRD-03', 'LRD-04', 'LAR-01', 'LAR-02'],
  },
  {
    id: 'win',
    title: () => t('guide.win'),
    paragraphs: () => [t('guide.winTurn', { points }), t('guide.winHidden')],
    shown: () => t('guide.winShown'),
    clauses: ['WIN-01', 'WIN-03', 'DEV-07'],
  },
  {
    id: 'editions',
    title: () => t('guide.editions'),
    paragraphs: () => [
      t('guide.editionsDiffer'),
      t('guide.editionsChoice'),
      t('guide.editionsMore'),
    ],
    shown: () => t('guide.editionsShown'),
    clauses: ['ROB-04', 'BLD-03', 'PRO-02', 'SBP-01', 'VAR-1', 'OPT-01'],
  },
];
