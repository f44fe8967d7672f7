/** Which cards and awards move when something happens, and from where to where. */

import { RESOURCE_TERRAIN } from '../../art/palette';
import { countOf, RESOURCES } from '../../../base/cards';
import type { TableSnapshot } from '../../game/snapshot';
import type { Cards, Event, LogEntry, Resource, Seat } from '../../../base/protocol';

/** What is seen to move. A card that the viewer does not know shows its back. */
export type Moved = Resource | 'unknown' | 'development' | 'longest_road' | 'largest_army';

/** Where something moves from or to. */
export type Site =
  | { readonly at: 'hex'; readonly hex: number }
  | { readonly at: 'seat'; readonly seat: Seat }
  | { readonly at: 'bank' }
  | { readonly at: 'middle' };

/** Something that moves. */
export interface Flight {
  readonly moved: Moved;
  readonly count: number;
  readonly from: Site;
  readonly to: Site;
}

/** More than this at once tells nobody anything: whoever comes back has missed them. */
const MOST = 24;

const BANK: Site = { at: 'bank' };

/** What moves in these steps, which led from `before` to `after`. */
export function flights(
  before: TableSnapshot,
  after: TableSnapshot,
  entries: readonly LogEntry[],
): readonly Flight[] {
  const events = entries.filter(({ undone }) => undone === null).flatMap((entry) => entry.events);
  const holders = {
    longest_road: before.view.longest_road,
    largest_army: before.view.largest_army,
  };
  const all = events.flatMap((event): Flight[] => {
    if (event.type !== 'longest_road' && event.type !== 'largest_army') return moves(after, event);
    const from = holders[event.type];
    holders[event.type] = event.holder;
    if (event.holder === null || event.holder === from) return [];
    const site: Site = from === null ? { at: 'middle' } : seatSite(from);
    return [{ moved: event.type, count: 1, from: site, to: seatSite(event.holder) }];
  });
  return all.length > MOST ? [] : all;
}

function moves(table: TableSnapshot, event: Event): Flight[] {
  switch (event.type) {
    case 'rolled': {
      const sum = event.dice[0] + event.dice[1];
      return event.gains.flatMap(({ seat, cards }) =>
        RESOURCES.flatMap((resource) =>
          produced(table, sum, event.blocked, seat, resource, countOf(cards, resource)),
        ),
      );
    }
    case 'starting_cards':
    case 'took_plenty':
      return cardFlights(event.cards, BANK, seatSite(event.seat));
    case 'discarded':
      return cardFlights(event.cards, seatSite(event.seat), BANK);
    case 'traded_with_bank':
      return swapped(event.terms, seatSite(event.seat), BANK);
    case 'traded':
      return swapped(event.terms, seatSite(event.seat), seatSite(event.with));
    case 'monopolized':
      return event.losses.flatMap(({ seat, cards }) =>
        cardFlights(cards, seatSite(seat), seatSite(event.seat)),
      );
    case 'stolen': {
      const from = seatSite(event.victim);
      return [{ moved: event.resource ?? 'unknown', count: 1, from, to: seatSite(event.seat) }];
    }
    case 'bought':
      return [{ moved: 'development', count: 1, from: BANK, to: seatSite(event.seat) }];
    default:
      return [];
  }
}

/** From the hexes of the number that was rolled, beside which the seat has built. */
function produced(
  { board, view }: TableSnapshot,
  sum: number,
  blocked: number | null,
  seat: Seat,
  resource: Resource,
  count: number,
): Flight[] {
  if (count === 0) return [];
  const { settlements = [], cities = [] } = view.seats[seat] ?? {};
  const near = new Set([...settlements, ...cities].flatMap((at) => board.intersections[at]?.hexes));
  const hexes = [...board.hexes.keys()].filter((hex) => {
    const { token, terrain } = board.hexes[hex] ?? {};
    const gave = token === sum && terrain === RESOURCE_TERRAIN[resource] && hex !== blocked;
    return gave && near.has(hex);
  });
  const parts = Math.min(hexes.length, count);
  return hexes.slice(0, parts).map((hex, index) => ({
    moved: resource,
    count: Math.floor(count / parts) + (index < count % parts ? 1 : 0),
    from: { at: 'hex', hex },
    to: seatSite(seat),
  }));
}

function swapped(terms: { give: Cards; take: Cards }, seat: Site, other: Site): Flight[] {
  return [...cardFlights(terms.give, seat, other), ...cardFlights(terms.take, other, seat)];
}

function cardFlights(cards: Cards, from: Site, to: Site): Flight[] {
  return RESOURCES.map((moved) => ({ moved, count: countOf(cards, moved), from, to })).filter(
    ({ count }) => count > 0,
  );
}

function seatSite(seat: Seat): Site {
  return { at: 'seat', seat };
}
