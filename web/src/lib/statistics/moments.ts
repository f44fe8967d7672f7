/** What is worth telling of a game, in words. */

import { hexShort } from '../game/labels';
import { listed } from '../language/format';
import { t } from '../language/messages';
import type { Moment, SeatSet } from '../protocol';
import { cardsText, resourceName } from '../words';
import { points } from './figures';
import { who, type GameWithStatistics } from './game';

type Told = Pick<GameWithStatistics, 'players' | 'board'>;

/** The kinds that change who wins; the others happen all the time. */
const GREAT = new Set<Moment['type']>([
  'lead',
  'longest_road',
  'largest_army',
  'swing',
  'monopoly',
  'won',
]);

/** Whether a moment is one of the few. A monopoly that finds nothing changes nothing. */
export function isGreat(moment: Moment): boolean {
  return GREAT.has(moment.type) && !(moment.type === 'monopoly' && moment.cards === 0);
}

/** A moment in a sentence. */
export function momentText(game: Told, moment: Moment): string {
  switch (moment.type) {
    case 'lead':
      return t('moments.lead', { ...who(game, moment.seat), count: moment.points });
    case 'longest_road':
    case 'largest_army':
      return awardText(game, moment);
    case 'swing':
      return swingText(game, moment);
    case 'robber':
      return t('moments.robber', {
        ...who(game, moment.seat),
        hex: hexShort(game.board, moment.to),
        count: moment.blocked,
      });
    case 'theft': {
      const victim = who(game, moment.victim);
      return t('moments.theft', {
        ...who(game, moment.seat),
        victim: victim.who,
        victimName: victim.name,
        resource: resourceName(moment.resource),
      });
    }
    case 'discard':
      return t('moments.discard', { ...who(game, moment.seat), cards: cardsText(moment.cards) });
    case 'monopoly':
      return t('moments.monopoly', {
        ...who(game, moment.seat),
        count: moment.cards,
        resource: resourceName(moment.resource),
      });
    case 'won':
      return wonText(game, moment.seats);
  }
}

/** Whose chance changed by how much, and what changed it. */
function swingText(
  game: Told,
  { seat, change, by, cause }: Extract<Moment, { type: 'swing' }>,
): string {
  const what = t(change < 0 ? 'moments.swingDown' : 'moments.swingUp', {
    ...who(game, seat),
    change: points(Math.abs(change)),
  });
  return t('moments.swingWhy', {
    what,
    cause: cause.type,
    by: by === null ? '' : who(game, by).name,
    total: cause.type === 'roll' ? cause.total : 0,
  });
}

function awardText(
  game: Told,
  { type, from, to }: Extract<Moment, { type: 'longest_road' | 'largest_army' }>,
): string {
  const road = type === 'longest_road';
  if (to === null) return t(road ? 'moments.roadLost' : 'moments.armyLost');
  if (from === null) return t(road ? 'moments.road' : 'moments.army', who(game, to));
  const before = who(game, from);
  return t(road ? 'moments.roadFrom' : 'moments.armyFrom', {
    ...who(game, to),
    from: before.who,
    fromName: before.name,
  });
}

function wonText(game: Told, seats: SeatSet): string {
  const [first] = seats;
  if (first === undefined) return t('moments.ended');
  if (seats.length === 1) return t('moments.won', who(game, first));
  return t('moments.shared', { names: listed(seats.map((seat) => who(game, seat).name)) });
}
