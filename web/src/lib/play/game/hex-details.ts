/** What a hex brings, in words. */

import { RESOURCE_TERRAIN } from '../art/palette';
import { RESOURCES } from '../../base/cards';
import { listed } from '../../base/language/format';
import { t } from '../../base/language/messages';
import type { HexId, HexInfo, Resource, Seat } from '../../base/protocol';
import { land } from './labels';
import { person, seatView, type TableSnapshot } from './snapshot';

/** What a hex brings, and to whom. */
export interface HexDetails {
  readonly title: string;
  readonly lines: readonly string[];
}

/** What there is to know of a hex. */
export function hexDetails(snapshot: TableSnapshot, id: HexId): HexDetails | null {
  const hex = snapshot.board.hexes[id];
  if (!hex) return null;
  const resource = RESOURCES.find((each) => RESOURCE_TERRAIN[each] === hex.terrain);
  const lines = [
    hex.token === null || !resource
      ? t('places.producesNothing')
      : t('places.produces', { resource, number: hex.token, pips: hex.pips }),
    ...(snapshot.view.robber === id ? [t('places.robberBlocks')] : []),
    ...snapshot.view.seats.flatMap((_, seat) => holder(snapshot, hex, seat, resource) ?? []),
  ];
  return { title: t('places.hexTitle', { hex: hex.name, land: land(hex) }), lines };
}

/** What a seat has built round a hex, and what that brings; null where it has nothing there. */
function holder(
  snapshot: TableSnapshot,
  hex: HexInfo,
  seat: Seat,
  resource: Resource | undefined,
): string | null {
  const view = seatView(snapshot, seat);
  const cities = hex.corners.filter((at) => view.cities.includes(at)).length;
  const settlements = hex.corners.filter((at) => view.settlements.includes(at)).length;
  if (settlements + cities === 0) return null;
  const pieces = listed([
    ...(cities ? [t('places.cities', { count: cities })] : []),
    ...(settlements ? [t('places.settlements', { count: settlements })] : []),
  ]);
  const held = { ...person(snapshot, seat), pieces };
  return resource
    ? t('places.holdsAndGets', { ...held, count: settlements + 2 * cities })
    : t('places.holds', held);
}
