/** The board and the bank in words: rows, harbors, what is where, what the bank holds. */

import type { Place } from '../board/targets';
import { RESOURCE_TERRAIN } from '../art/palette';
import { countOf, only, RESOURCES } from '../../base/cards';
import { hexDetails } from '../game/hex-details';
import { hexLabel, placeName } from '../game/labels';
import { placeShort } from '../game/short-places';
import { person, type TableSnapshot } from '../game/snapshot';
import { listed } from '../../base/language/format';
import { t } from '../../base/language/messages';
import type { HexId, Resource, Seat } from '../../base/protocol';
import { cardsText, harborText } from '../../base/words';
import type { PlaceNames } from './places';
import { bestSites, ownerOf, roadsNeeded, type Site } from './reach';

/** A row of hexes, from west to east. */
export interface Row {
  readonly name: string;
  readonly hexes: readonly { readonly id: HexId; readonly text: string }[];
}

/** The rows of the board, from the north. */
export function boardRows(snapshot: TableSnapshot): Row[] {
  const rows = new Map<string, { id: HexId; text: string }[]>();
  for (const [id, { name }] of snapshot.board.hexes.entries()) {
    const letter = name.charAt(0);
    const hexes = rows.get(letter) ?? [];
    rows.set(letter, hexes);
    hexes.push({ id, text: hexLabel(snapshot, id) });
  }
  return [...rows].map(([name, hexes]) => ({ name, hexes }));
}

/** Every harbor with its corners and whoever trades there. */
export function harborLines(snapshot: TableSnapshot): string[] {
  return snapshot.board.harbors.map(({ kind, ends }) => {
    const [first, second] = ends.map((at) =>
      placeName(snapshot.board.intersections[at]?.name ?? ''),
    );
    const said = { harbor: harborText(kind), first: first ?? '', second: second ?? '' };
    const owner = ends.map((at) => ownerOf(snapshot, at)).find((seat) => seat !== null);
    return owner === undefined || owner === null
      ? t('textAnswers.harborFree', said)
      : t('textAnswers.harborTaken', { ...said, ...person(snapshot, owner) });
  });
}

/** The hexes that bear a number. */
export function hexesWithToken(snapshot: TableSnapshot, token: number): HexId[] {
  return hexesWhere(snapshot, (hex) => hex.token === token);
}

/** The hexes that produce a resource. */
export function hexesWith(snapshot: TableSnapshot, resource: Resource): HexId[] {
  return hexesWhere(snapshot, (hex) => hex.terrain === RESOURCE_TERRAIN[resource]);
}

function hexesWhere(
  { board }: TableSnapshot,
  fits: (hex: TableSnapshot['board']['hexes'][number]) => boolean,
): HexId[] {
  return board.hexes.flatMap((hex, id) => (fits(hex) ? [id] : []));
}

/** A hex, and what it brings to whom. */
export function hexLine(snapshot: TableSnapshot, id: HexId): string {
  const details = hexDetails(snapshot, id);
  return details ? [details.title, ...details.lines].map(sentence).join(' ') : '';
}

/** A place in full, with the other names that it has. */
export function placeLines(
  names: PlaceNames,
  label: (place: Place) => string,
  snapshot: TableSnapshot,
  place: Place,
): string[] {
  if (place.kind === 'hex') return [hexLabel(snapshot, place.id), hexLine(snapshot, place.id)];
  const others = names.namesOf(place).slice(1);
  const told = [sentence(label(place))];
  if (others.length) told.push(t('textAnswers.alsoCalled', { names: others.join(', ') }));
  return told;
}

/** A free corner and what speaks for it, for whoever wants to settle. */
function siteLine(snapshot: TableSnapshot, site: Site, roads: number | null): string {
  const place = placeShort(snapshot.board, { kind: 'intersection', id: site.at });
  const said = { place, pips: site.pips, harbor: site.harbor ? harborText(site.harbor) : '' };
  const legal = snapshot.choices.settlements.includes(site.at);
  const told = t('textAnswers.site', { ...said, has: site.harbor ? 'yes' : 'no' });
  if (legal) return `${told} ${t('textAnswers.siteLegal')}`;
  return roads ? `${told} ${t('textAnswers.siteRoads', { count: roads })}` : told;
}

/** The best free corners. */
export function siteLines(snapshot: TableSnapshot, viewer: Seat | null, count: number): string[] {
  const FAR = 4;
  const needed = viewer === null ? new Map<number, number>() : roadsNeeded(snapshot, viewer, FAR);
  return bestSites(snapshot)
    .slice(0, count)
    .map((site) => siteLine(snapshot, site, needed.get(site.at) ?? null));
}

/** What the bank holds, and what it takes. */
export function bankLines({ view, choices }: TableSnapshot): string[] {
  const rates = RESOURCES.map((resource) =>
    cardsText(only(resource, countOf(choices.rates, resource))),
  );
  return [
    t('textAnswers.bankHolds', { cards: cardsText(view.bank), count: view.deck }),
    ...(view.viewer === null ? [] : [t('textAnswers.rates', { rates: listed(rates) })]),
  ];
}

/** Words with a stop at their end. */
export function sentence(text: string): string {
  return /[.!?…]$/u.test(text) ? text : `${text}.`;
}
