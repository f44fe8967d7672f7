/** What can be known of hands that lie hidden, in words. */

import { properName, type TableSnapshot } from '../../play/game/snapshot';
import { cardsOf, DEVELOPMENT_CARDS, RESOURCES, total } from '../../base/cards';
import { decimal, listed } from '../../base/language/format';
import { numbers, t } from '../../base/language/messages';
import type { BelievedCards, BelievedHand, DevelopmentCard, Resource } from '../../base/protocol';
import { cardName, cardsText, resourceName } from '../../base/words';

/** The cards of one kind that may be in a hand. */
export interface KnownCards<Kind> {
  readonly kind: Kind;
  /** How likely one is there, from 0 to 1. */
  readonly share: number;
  /** What its card bears: how many are there for sure, or how likely one is there. */
  readonly label: string;
}

/** What can be known of a hand. */
export interface KnownHand {
  readonly seat: number;
  readonly name: string;
  /** The kinds that may be there. */
  readonly resources: readonly KnownCards<Resource>[];
  readonly development: readonly KnownCards<DevelopmentCard>[];
  /** All of it in words. */
  readonly text: string;
}

/** Whether there may be cards in a hand. */
export function isHeld({ resources, development }: BelievedHand): boolean {
  return [...resources, ...development].some(({ share }) => share > 0);
}

/** What can be known of some hands. */
export function knownHands(
  snapshot: TableSnapshot,
  hands: readonly BelievedHand[],
): readonly KnownHand[] {
  return hands.map((hand) => {
    const name = properName(snapshot, hand.seat);
    const resources = kindsOf(RESOURCES, hand.resources);
    const development = kindsOf(DEVELOPMENT_CARDS, hand.development);
    const cards = handText(hand);
    return {
      ...{ seat: hand.seat, name, resources, development },
      text: t('hands.line', { name, cards }),
    };
  });
}

function kindsOf<Kind>(
  kinds: readonly Kind[],
  believed: readonly BelievedCards[],
): KnownCards<Kind>[] {
  return kinds.flatMap((kind, place) => {
    const cards = believed[place];
    if (!cards?.share) return [];
    const more = isSure(cards) ? '' : '+';
    const label = cards.fewest ? `${cards.fewest}${more}` : percent(cards.share);
    return [{ kind, share: cards.share / 1000, label }];
  });
}

/** Whether it is known how many there are. */
function isSure({ fewest, expected }: BelievedCards): boolean {
  return expected === 100 * fewest;
}

function percent(thousandths: number): string {
  const whole = new Intl.NumberFormat(numbers(), { style: 'percent' });
  // What is not certain does not look so.
  return whole.format(Math.min(Math.max(thousandths, 10), thousandths < 1000 ? 990 : 1000) / 1000);
}

function handText({ resources, development }: BelievedHand): string {
  const fewest = cardsOf((_, index) => resources[index]?.fewest ?? 0);
  const parts = [
    ...(total(fewest) ? [t('hands.sure', { cards: cardsText(fewest) })] : []),
    ...perhaps(RESOURCES, resources, resourceName),
  ];
  const bought = [
    ...DEVELOPMENT_CARDS.flatMap((card, place) => {
      const count = development[place]?.fewest ?? 0;
      return count ? [t('hands.held', { count, kind: cardName(card) })] : [];
    }),
    ...perhaps(DEVELOPMENT_CARDS, development, cardName),
  ];
  if (bought.length) parts.push(t('hands.development', { cards: listed(bought, 'unit') }));
  return parts.length ? parts.join('; ') : t('hands.nothing');
}

/** What may be there beyond what is sure. */
function perhaps<Kind>(
  kinds: readonly Kind[],
  believed: readonly BelievedCards[],
  nameOf: (kind: Kind) => string,
): string[] {
  const open = kinds.flatMap((kind, place) => {
    const cards = believed[place];
    if (!cards?.share || isSure(cards)) return [];
    const named = { kind: nameOf(kind) };
    return cards.fewest
      ? [t('hands.about', { ...named, count: decimal(cards.expected / 100) })]
      : [t('hands.share', { ...named, share: percent(cards.share) })];
  });
  return open.length ? [t('hands.perhaps', { cards: listed(open, 'unit') })] : [];
}
