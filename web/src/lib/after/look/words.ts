/** What a bot weighed, in words. */

import { properName, type TableSnapshot } from '../../play/game/snapshot';
import { snapshotAt } from '../replay/snapshots';
import { answerText } from '../../learn/exercise/words';
import { knownHands } from '../../learn/coach/hands';
import { termsText } from '../../learn/coach/words';
import { numbers, t } from '../../base/language/messages';
import type { Look, LookOffer, Replay, Seat } from '../../base/protocol';
import { botWords } from '../../base/levels';
import type { Decision } from './past.svelte';

/** A plan that it compared. */
export interface PlanLine {
  readonly what: string;
  /** From 0 to 100. */
  readonly percent: number;
  /** The same in words. */
  readonly worth: string;
  readonly taken: boolean;
}

/** An offer that it weighed. */
export interface OfferLine {
  readonly terms: string;
  /** Its chance to win without the trade and once it is closed; empty where nobody would agree. */
  readonly closed: string;
  /** What it is worth to whom, itself first. */
  readonly sides: readonly string[];
}

/** The game before a decision, as its seat saw it, and by name. */
export function seenBy(replay: Replay, { step, seat }: Decision): TableSnapshot {
  const scene = snapshotAt(replay, step - 1, seat);
  return { ...scene, table: { ...scene.table, you: seat } };
}

/** Whose decision is looked at. */
export function headingText(snapshot: TableSnapshot, { step, seat, level }: Decision): string {
  return t('look.heading', {
    ...{ name: properName(snapshot, seat), level: botWords(level), step },
  });
}

export function planLines(snapshot: TableSnapshot, { plans, taken }: Look): PlanLine[] {
  return plans.map(({ actions, worth }, place) => ({
    what: answerText(snapshot, { actions }),
    percent: worth / 10,
    worth: share(worth),
    taken: place === taken,
  }));
}

/** What it did, where that is not one of the plans; empty where it is. */
export function deedText(snapshot: TableSnapshot, { plans, taken, action }: Look): string {
  if (taken !== null && plans.length) return '';
  return t('look.did', { what: answerText(snapshot, { actions: [action] }) });
}

/** Why it did not take what stands first; empty where it did. */
export function whyText({ why }: Look): string {
  return why === null ? '' : t('look.why', { why });
}

export function offerLines(snapshot: TableSnapshot, { seat, offers }: Look): OfferLine[] {
  return offers.map((offer) => ({
    terms: termsText(snapshot, offer.terms),
    closed: closedText(offer),
    sides: sidesOf(snapshot, seat, offer),
  }));
}

function closedText({ chances }: LookOffer): string {
  if (!chances) return '';
  const [without, closed] = chances;
  return t('look.closed', { without: share(without), chance: share(closed) });
}

function sidesOf(snapshot: TableSnapshot, seat: Seat, { own, others }: LookOffer): string[] {
  const sideText = (of: Seat, worth: string, agrees: string) =>
    t('look.side', { ...{ name: properName(snapshot, of), worth, agrees } });
  return [
    sideText(seat, own, ''),
    ...others.map(({ seat: other, worth, agrees }) =>
      sideText(
        other,
        worth ?? 'none',
        worth === null || agrees === null ? '' : t('look.agrees', { share: share(agrees) }),
      ),
    ),
  ];
}

/** All of it, line by line. */
export function lookLines(snapshot: TableSnapshot, decision: Decision, look: Look): string[] {
  const offers = offerLines(snapshot, look);
  const deed = deedText(snapshot, look);
  const why = whyText(look);
  return [
    headingText(snapshot, decision),
    t('look.method', { method: look.method }),
    ...planLines(snapshot, look).map(({ what, worth, taken }) =>
      t('look.plan', { what, worth, taken: taken ? 'yes' : 'no' }),
    ),
    ...(deed ? [deed] : []),
    ...(why ? [why] : []),
    ...(offers.length ? [`${t('look.offers')}:`] : []),
    ...offers.map(({ terms, closed, sides }) =>
      [terms, ...sides, ...(closed ? [closed] : [])].join('; '),
    ),
    look.hands.length ? `${t('look.hands')}:` : t('look.untracked'),
    ...knownHands(snapshot, look.hands).map(({ text }) => text),
  ];
}

function share(thousandths: number): string {
  const percent = new Intl.NumberFormat(numbers(), { style: 'percent' });
  return percent.format(thousandths / 1000);
}
