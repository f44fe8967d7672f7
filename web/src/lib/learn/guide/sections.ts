/** What the guide tells, section by section, and which clauses say it exactly. It follows the rules of a game. */

import { t } from '../../base/language/messages';
import type { Rules } from '../../base/protocol';
import { OPTIONS } from '../../make/setup/options';
import { isLarge, type Game } from './game';
import type { PictureId } from './pictures';

/** A part of the guide. */
export interface Section {
  readonly id: PictureId;
  readonly title: () => string;
  readonly paragraphs: (game: Game) => readonly string[];
  /** What its picture shows. */
  readonly shown: (game: Game) => string;
  readonly clauses: readonly string[];
  /** The rules that it tells of. Where a table has changed them, that is told here. */
  readonly rules: readonly string[];
}

/** The place of a section on the page. */
export function placeOf(id: PictureId): string {
  return `guide-${id}`;
}

/** Whether whoever has built trades no more in that turn. */
function tradesFirst({ trade_then_build: always, variants }: Rules): boolean {
  return always || variants.no_trade_after_building;
}

const PARTS: readonly Section[] = [
  {
    id: 'board',
    title: () => t('guide.board'),
    paragraphs: (game) => [
      t('guide.boardLand'),
      t('guide.boardTokens'),
      t('guide.boardPlaces'),
      t('guide.boardSize', { island: isLarge(game) ? 'large' : 'small' }),
    ],
    shown: () => t('guide.boardShown'),
    clauses: ['BRD-01', 'BRD-02', 'BRD-03', 'BRD-04', 'BRD-05', 'BRD-16', 'BRD-17', 'PRB-01'],
    rules: [
      'number_start',
      'number_direction',
      'number_layout',
      'harbor_facing',
      'harbor_layout',
      'reds_apart',
      'balanced_board',
    ],
  },
  {
    id: 'goal',
    title: () => t('guide.goal'),
    paragraphs: ({ rules, pieces }) => [
      t('guide.goalPoints', { points: rules.points_to_win }),
      t('guide.goalSources'),
      t('guide.goalPieces', pieces),
    ],
    shown: () => t('guide.goalShown'),
    clauses: ['WIN-01', 'WIN-02', 'BRD-12'],
    rules: ['points_to_win'],
  },
  {
    id: 'setUp',
    title: () => t('guide.setUp'),
    paragraphs: ({ rules }) => [
      ...(rules.set_up.type === 'placed' ? [t('guide.setUpRounds')] : []),
      t('guide.setUpDistance'),
      t('guide.setUpAdvice'),
    ],
    shown: () => t('guide.setUpShown'),
    clauses: ['SET-01', 'SET-02', 'SET-03', 'SET-05', 'BLD-09', 'TAC-01'],
    rules: ['set_up', 'first_player'],
  },
  {
    id: 'turn',
    title: () => t('guide.turn'),
    paragraphs: ({ rules, special_building: othersBuild }) => [
      t('guide.turnRoll'),
      t('guide.turnTrade', { order: tradesFirst(rules) ? 'fixed' : 'any' }),
      t('guide.turnEnd'),
      ...(rules.variants.cards_after_roll ? [] : [t('guide.turnCard')]),
      ...(othersBuild ? [t('guide.turnOthers')] : []),
    ],
    shown: () => t('guide.turnShown'),
    clauses: ['TRN-01', 'TRN-02', 'TRN-03', 'TRN-04', 'TRN-05', 'SBP-01'],
    rules: [
      'dice',
      'trade_then_build',
      'variants.no_trade_after_building',
      'variants.cards_after_roll',
      'special_building_phase',
    ],
  },
  {
    id: 'gain',
    title: () => t('guide.gain'),
    paragraphs: ({ rules, bank }) => [
      t('guide.gainCards'),
      t('guide.gainBank', { count: bank[0] ?? 0, shortage: rules.bank_shortage }),
      ...(rules.variants.open_hands ? [] : [t('guide.gainHidden')]),
    ],
    shown: () => t('guide.gainShown'),
    clauses: ['PRO-01', 'PRO-02', 'PRO-04', 'BRD-13'],
    rules: ['bank_shortage', 'variants.open_hands'],
  },
  {
    id: 'build',
    title: () => t('guide.build'),
    paragraphs: () => [t('guide.buildRoad'), t('guide.buildSettlement'), t('guide.buildCity')],
    shown: () => t('guide.buildShown'),
    clauses: ['BLD-01', 'BLD-02', 'BLD-03', 'BLD-04', 'BLD-05', 'BLD-06', 'BLD-08', 'BLD-11'],
    rules: ['city_cost', 'variants.keep_a_settlement'],
  },
  {
    id: 'trade',
    title: () => t('guide.trade'),
    paragraphs: ({ rules }) => [
      ...(rules.no_domestic_trade
        ? []
        : [t('guide.tradePlayers', { same: rules.like_for_like ? 'allowed' : 'never' })]),
      t('guide.tradeBank'),
      t('guide.tradeHarbor'),
    ],
    shown: () => t('guide.tradeShown'),
    clauses: ['TRD-01', 'TRD-02', 'TRD-03', 'TRD-06', 'TRD-07', 'TRD-08', 'TRD-12'],
    rules: ['like_for_like', 'no_domestic_trade'],
  },
  {
    id: 'robber',
    title: () => t('guide.robber'),
    paragraphs: ({ rules }) => [
      t('guide.robberDiscard', { limit: rules.hand_limit }),
      [
        t('guide.robberMoves', { desert: rules.robber_on_desert ? 'allowed' : 'never' }),
        t('guide.robberTheft', { theft: rules.steal_optional ? 'may' : 'must' }),
      ].join(' '),
      t('guide.robberStays'),
    ],
    shown: () => t('guide.robberShown'),
    clauses: ['ROB-01', 'ROB-02', 'ROB-03', 'ROB-04', 'ROB-06', 'ROB-07', 'ROB-09'],
    rules: [
      'hand_limit',
      'robber_on_desert',
      'steal_optional',
      'friendly_robber',
      'variants.no_early_seven',
      'variants.robber_may_stay',
      'variants.knight_interrupt',
    ],
  },
  {
    id: 'cards',
    title: () => t('guide.cards'),
    paragraphs: ({ rules, deck }) => [
      t('guide.cardsBought', { count: deck.reduce((sum, count) => sum + count) }),
      t('guide.cardsPlayed'),
      ...(rules.variants.played_victory_points ? [] : [t('guide.cardsPoints')]),
      t('guide.cardsRoads', { laid: rules.free_roads }),
      ...(rules.progress_cards === 'under_the_deck' ? [t('guide.cardsReturn')] : []),
    ],
    shown: () => t('guide.cardsShown'),
    clauses: ['DEV-01', 'DEV-02', 'DEV-03', 'DEV-04', 'DEV-05', 'DEV-06', 'DEV-07', 'DEV-08'],
    rules: ['free_roads', 'progress_cards', 'variants.played_victory_points'],
  },
  {
    id: 'awards',
    title: () => t('guide.awards'),
    paragraphs: ({ rules }) => [
      t('guide.awardsRoad'),
      t('guide.awardsLine', { tie: rules.longest_road_tie }),
      t('guide.awardsArmy'),
    ],
    shown: () => t('guide.awardsShown'),
    clauses: ['LRD-01', 'LRD-02', 'LRD-03', 'LRD-04', 'LRD-05', 'LAR-01', 'LAR-02'],
    rules: ['longest_road_tie'],
  },
  {
    id: 'win',
    title: () => t('guide.win'),
    paragraphs: ({ rules }) => [
      t('guide.winTurn', { points: rules.points_to_win, when: rules.win_when }),
      t('guide.winHidden'),
    ],
    shown: () => t('guide.winShown'),
    clauses: ['WIN-01', 'WIN-03', 'DEV-07'],
    rules: ['win_when', 'time_limit'],
  },
  {
    id: 'editions',
    title: () => t('guide.editions'),
    paragraphs: () => [
      t('guide.editionsDiffer'),
      t('guide.editionsChoice'),
      t('guide.editionsMore'),
    ],
    shown: ({ rules }) =>
      t('guide.editionsShown', { desert: rules.robber_on_desert ? 'allowed' : 'never' }),
    clauses: ['ROB-04', 'BLD-03', 'PRO-02', 'SBP-01', 'VAR-1', 'OPT-01'],
    rules: [],
  },
];

/** The switches that no part names. */
const others = OPTIONS.map(({ id }) => id).filter(
  (id) => !PARTS.some(({ rules }) => rules.includes(id)),
);

/** In the order in which they are read. The last tells of all that the others do not. */
export const SECTIONS: readonly Section[] = PARTS.map((part) =>
  part.id === 'editions' ? { ...part, rules: others } : part,
);
