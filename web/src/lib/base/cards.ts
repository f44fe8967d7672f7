/** Multisets of cards, as the protocol counts them. */

import type { Cards, DevelopmentCard, Resource } from './protocol';

/** The resources, in the order of {@link Cards}. */
export const RESOURCES = ['brick', 'lumber', 'wool', 'grain', 'ore'] as const satisfies Resource[];

/** The kinds of development cards, in the order of the protocol's `DevelopmentCards`. */
export const DEVELOPMENT_CARDS = [
  'knight',
  'road_building',
  'year_of_plenty',
  'monopoly',
  'victory_point',
] as const satisfies DevelopmentCard[];

/** No card. */
export const NO_CARDS: Cards = [0, 0, 0, 0, 0];

/** Five counts, one for each resource. */
export function cardsOf(count: (resource: Resource, index: number) => number): Cards {
  const [a, b, c, d, e] = RESOURCES;
  return [count(a, 0), count(b, 1), count(c, 2), count(d, 3), count(e, 4)];
}

/** How many of one resource. */
export function countOf(cards: Cards, resource: Resource): number {
  return cards[RESOURCES.indexOf(resource)] ?? 0;
}

/** How many of one kind of development card. */
export function developmentCount(cards: Cards, card: DevelopmentCard): number {
  return cards[DEVELOPMENT_CARDS.indexOf(card)] ?? 0;
}

/** `count` cards of one resource. */
export function only(resource: Resource, count: number): Cards {
  return cardsOf((each) => (each === resource ? count : 0));
}

/** How many cards there are. */
export function total(cards: Cards): number {
  return cards.reduce((sum, count) => sum + count, 0);
}

/** Both together. */
export function plus(a: Cards, b: Cards): Cards {
  return cardsOf((resource) => countOf(a, resource) + countOf(b, resource));
}

/** What is left of `a` without `b`, of no resource less than none. */
export function without(a: Cards, b: Cards): Cards {
  return cardsOf((resource) => Math.max(0, countOf(a, resource) - countOf(b, resource)));
}

/** Whether `a` holds at least `b`. */
export function contains(a: Cards, b: Cards): boolean {
  return total(without(b, a)) === 0;
}

/** Whether some resource is in both. */
export function overlap(a: Cards, b: Cards): boolean {
  return RESOURCES.some((resource) => countOf(a, resource) > 0 && countOf(b, resource) > 0);
}

/** Whether both are the same. */
export function sameCards(a: Cards, b: Cards): boolean {
  return a.every((count, index) => count === b[index]);
}

/** The resources of which there is at least one card. */
export function held(cards: Cards): { resource: Resource; count: number }[] {
  return RESOURCES.map((resource) => ({ resource, count: countOf(cards, resource) })).filter(
    ({ count }) => count > 0,
  );
}
