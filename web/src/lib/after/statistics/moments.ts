/** What is worth telling of a game, in words. */

import { hexShort } from '../../play/game/labels';
import { listed } from '../../base/language/format';
import { t } from '../../base/language/messages';
import type { GameStatistics, Moment, Seat, SeatSet, Timeline } from '../../base/protocol';
import { cardsText, resourceName } from '../../base/words';
import { points, signedPoints } from './figures';
import { who, type GameWithStatistics } from './game';

type Told = Pick<GameWithStatistics, 'players' | 'board'>;

/** The kinds that always change who wins; most others happen all the time. */
const GREAT = new Set<Moment['type']>(['lead', 'longest_road', 'largest_army', 'won']);

/** From so much of the chance to win on, a change of it is told. */
export const SWING = 0.05;

/** Whether a moment is one of the few. A monopoly that finds nothing changes nothing, and in some games nothing does. */
export function isGreat(moment: Moment): boolean {
  if (moment.type === 'monopoly') return moment.cards > 0;
  if (moment.type === 'swing') return Math.abs(moment.change) >= SWING;
  return GREAT.has(moment.type);
}

/**
 * The moments of a game, those of one action together: what it took, and what that changed. They are in the order of
 * the game.
 */
export function eventsOf(
  { moments, timeline }: Pick<GameStatistics, 'moments' | 'timeline'>,
  isTold: (moment: Moment) => boolean = isGreat,
): Moment[][] {
  const events = new Map<number, Moment[]>();
  for (const moment of moments.filter(isTold)) {
    const end = actionEnd(timeline, moment.step);
    events.set(end, [...(events.get(end) ?? []), moment]);
  }
  return [...events].sort(([a], [b]) => a - b).map(([, event]) => event);
}

/** The step that ends the action of a step: in the middle of one, no chance changes. */
export function actionEnd({ turns, seats }: Timeline, step: number): number {
  for (let end = step; end < turns.length && turns[end] === turns[step]; end += 1) {
    if (seats.some(({ chance }) => chance[end] !== chance[end - 1])) return end;
  }
  return step;
}

/** Whom a moment is about, the first of all it most. */
export function seatsOf(moment: Moment): Seat[] {
  switch (moment.type) {
    case 'longest_road':
    case 'largest_army':
      return [moment.to, moment.from].filter((seat) => seat !== null);
    case 'robber':
      return [moment.seat, ...moment.victims];
    case 'theft':
      return [moment.seat, moment.victim];
    case 'won':
      return [...moment.seats];
    default:
      return [moment.seat];
  }
}

/**
 * What one action did: `Bruno takes the longest road (+15)`. The figure is what it changed for whom it is about; where
 * that is somebody else, it has a sentence.
 */
export function eventText(game: Told, event: readonly Moment[]): string {
  const swing = event.find((moment) => moment.type === 'swing');
  const others = event.filter((moment) => moment !== swing);
  if (!swing) return others.map((moment) => momentText(game, moment)).join('. ');
  if (!others.length) return momentText(game, swing);
  const told = others.map((moment) => momentText(game, moment)).join('. ');
  return others.some((moment) => seatsOf(moment)[0] === swing.seat)
    ? `${told} (${signedPoints(swing.change)})`
    : `${told}. ${changeText(game, swing)}`;
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

type Swing = Extract<Moment, { type: 'swing' }>;

/** Whose chance changed by how much. */
function changeText(game: Told, { seat, change }: Swing): string {
  return t(change < 0 ? 'moments.swingDown' : 'moments.swingUp', {
    ...who(game, seat),
    change: points(Math.abs(change)),
  });
}

/** The same, and what changed it. */
function swingText(game: Told, swing: Swing): string {
  const { by, cause } = swing;
  return t('moments.swingWhy', {
    what: changeText(game, swing),
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
