/** Who may soon take something from the reader: a site, a road, an award, the game. */

import { developmentCount } from '../../base/cards';
import { placeName } from '../game/labels';
import { placeShort } from '../game/short-places';
import { person, properName, viewerOf, type TableSnapshot } from '../game/snapshot';
import { pointsOf } from '../game/status';
import { t } from '../../base/language/messages';
import type { Intersection, Seat } from '../../base/protocol';
import { SHORTEST_LONGEST_ROAD, SMALLEST_LARGEST_ARMY } from '../../base/protocol/constants';
import {
  bestSites,
  neighborOf,
  ownerOf,
  pipsAt,
  roadOwnerOf,
  roadsNeeded,
  waysFrom,
} from './reach';

/** How many roads ahead others are watched. */
const AHEAD = 2;
/** How many sites are told. */
const SITES = 6;
/** How close to an award or the goal somebody is told of. */
const CLOSE = 2;

/** What the reader should know of, in sentences. */
export function threats(snapshot: TableSnapshot): string[] {
  const viewer = viewerOf(snapshot);
  if (viewer === null) return [];
  const others = snapshot.seats.flatMap((_, seat) => (seat === viewer ? [] : [seat]));
  return [
    ...others.flatMap((seat) => nearGoal(snapshot, seat)),
    ...others.flatMap((seat) => nearAwards(snapshot, viewer, seat)),
    ...cuts(snapshot, viewer, others),
    ...races(snapshot, viewer, others),
  ];
}

function nearGoal(snapshot: TableSnapshot, seat: Seat): string[] {
  const { points_to_win: goal } = snapshot.table.rules;
  const points = pointsOf(snapshot, seat);
  if (goal - points > CLOSE) return [];
  return [t('textAnswers.nearGoal', { name: properName(snapshot, seat), points, goal })];
}

/** Who is about to get an award, or to take it from the reader. */
function nearAwards(snapshot: TableSnapshot, viewer: Seat, seat: Seat): string[] {
  const { seats, longest_road, largest_army } = snapshot.view;
  const name = properName(snapshot, seat);
  const found: string[] = [];
  const length = (of: Seat) => seats[of]?.road_length ?? 0;
  const toBeat = longest_road === null ? SHORTEST_LONGEST_ROAD : length(longest_road) + 1;
  const concerns = (holder: Seat | null) => holder === null || holder === viewer;
  if (concerns(longest_road) && toBeat - length(seat) <= CLOSE) {
    found.push(t('textAnswers.nearLongestRoad', { name, count: toBeat - length(seat) }));
  }
  const knights = (of: Seat) => {
    const played = seats[of]?.played;
    return played ? developmentCount(played, 'knight') : 0;
  };
  const army = largest_army === null ? SMALLEST_LARGEST_ARMY : knights(largest_army) + 1;
  if (concerns(largest_army) && knights(seat) > 0 && army - knights(seat) < CLOSE) {
    found.push(t('textAnswers.nearLargestArmy', { name, count: army - knights(seat) }));
  }
  return found;
}

/** Corners at which another's settlement would cut the reader's road. */
function cuts(snapshot: TableSnapshot, viewer: Seat, others: readonly Seat[]): string[] {
  const { board, view } = snapshot;
  const own = view.seats[viewer]?.roads ?? [];
  const passed = board.intersections.flatMap((_, at) => {
    const roads = waysFrom(board, at).filter(({ over }) => own.includes(over));
    const open = ownerOf(snapshot, at) === null && neighborOf(snapshot, at) === null;
    return roads.length > 1 && open ? [at] : [];
  });
  return others.flatMap((seat) => {
    const needed = roadsNeeded(snapshot, seat, AHEAD);
    return passed.flatMap((at) => {
      const roads = needed.get(at);
      if (roads === undefined) return [];
      const at_place = placeOf(snapshot, at);
      return [
        t('textAnswers.mayCut', {
          name: properName(snapshot, seat),
          place: at_place,
          count: roads,
        }),
      ];
    });
  });
}

/** Sites that the reader could reach, and another as soon. */
function races(snapshot: TableSnapshot, viewer: Seat, others: readonly Seat[]): string[] {
  const own = roadsNeeded(snapshot, viewer, AHEAD);
  const rivals = others.map((seat) => ({ seat, needed: roadsNeeded(snapshot, seat, AHEAD) }));
  return bestSites(snapshot)
    .flatMap(({ at }) => {
      const yours = own.get(at);
      if (yours === undefined) return [];
      return rivals.flatMap(({ seat, needed }) => {
        const theirs = needed.get(at);
        if (theirs === undefined || theirs > yours) return [];
        const said = { name: properName(snapshot, seat), place: placeOf(snapshot, at) };
        const pips = pipsAt(snapshot.board, at);
        return [t('textAnswers.race', { ...said, pips, yours, theirs })];
      });
    })
    .slice(0, SITES);
}

function placeOf({ board }: TableSnapshot, at: Intersection): string {
  return placeName(board.intersections[at]?.name ?? '');
}

/** Who stands where next to an intersection: what keeps a settlement away. */
export function standsBeside(snapshot: TableSnapshot, at: Intersection): string | null {
  const next = neighborOf(snapshot, at);
  const owner = next === null ? null : ownerOf(snapshot, next);
  if (next === null || owner === null) return null;
  const place = placeOf(snapshot, next);
  return t('textAnswers.standsBeside', { ...person(snapshot, owner), place });
}

/** Whose road lies on a path. */
export function liesOn(snapshot: TableSnapshot, path: number): string | null {
  const owner = roadOwnerOf(snapshot, path);
  if (owner === null) return null;
  const place = placeShort(snapshot.board, { kind: 'path', id: path });
  return t('textAnswers.liesOn', { ...person(snapshot, owner), place });
}
