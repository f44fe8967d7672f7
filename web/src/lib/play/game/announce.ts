/** What is said aloud when something has happened: once, and only what concerns the listener. */

import { contains, NO_CARDS, total } from '../../base/cards';
import { t } from '../../base/language/messages';
import type { Event, LogEntry, TableEvent } from '../../base/protocol';
import { cardsText } from '../../base/words';
import { lineText, type LogLine } from './log-lines';
import { suggestionCards } from './offers';
import { isYou, isYourTurn, openTrade, person, viewerOf, type TableSnapshot } from './snapshot';
import { status } from './status';
import { sideText, toBargain } from './trade';

/** Something to say. */
export interface Utterance {
  readonly text: string;
  /** Whether it is said at once, because the listener is to act, and not when there is a pause. */
  readonly urgent: boolean;
}

/** How much is said: what concerns the listener, what matters to all, or all that happens. */
export type SpeechLevel = 'short' | 'normal' | 'full';

/** What the announcement depends on besides the table. */
export interface Circumstances {
  /** What the entries say in the log. */
  readonly lines: readonly LogLine[];
  /** Whether the page answers for the listener, who then is not to act. */
  readonly answersItself: boolean;
  readonly level?: SpeechLevel;
}

/** What to say of the entries that have just come, `before` being what was awaited before them. */
export function announce(
  before: TableSnapshot | null,
  snapshot: TableSnapshot,
  entries: readonly LogEntry[],
  { lines, answersItself, level = 'normal' }: Circumstances,
): Utterance[] {
  const told = new Map(lines.map((line) => [line.id, lineText(line.parts)]));
  const events = entries.flatMap(({ seq, at_table, undone, events }) => [
    ...(at_table && !isSuggestion(snapshot, at_table) ? [told.get(`${seq}.table`)] : []),
    ...(undone === null ? [] : [told.get(`${seq}.undo`)]),
    ...events.map((event, index) => {
      const line = told.get(`${seq}.${index}`);
      return wanted(snapshot, event, level, line) ?? spoken(before, snapshot, event, line);
    }),
  ]);
  const now = [
    ...events,
    ...(before && level === 'normal' ? [chance(before, snapshot)] : []),
    ...suggested(before, snapshot),
  ];
  const polite = now.filter((text) => text !== undefined && text !== '').join('. ');
  const asked = summons(before, snapshot, answersItself);
  return [...(polite ? [{ text: polite, urgent: false }] : []), ...(asked ? [asked] : [])];
}

/** What even those are told who want little: it changes the game for all. */
const FOR_ALL: readonly Event['type'][] = [
  'rolled',
  'monopolized',
  'robber_moved',
  'longest_road',
  'largest_army',
  'time_up',
  'answered',
  'withdrawn',
];

/** What a listener is told who wants less or more than usual; null where it is the usual. */
function wanted(
  { table: { you } }: TableSnapshot,
  event: Event,
  level: SpeechLevel,
  line = '',
): string | null {
  const { type } = event;
  // Whoever does it, and whoever it is done to.
  const { seat, victim, with: partner } = event as Readonly<Record<string, unknown>>;
  const isOwn = [seat, victim, partner].includes(you);
  if (level === 'short') return isOwn || FOR_ALL.includes(type) ? null : '';
  // What asks the listener to act is told by the status.
  const asks =
    (type === 'offered' && event.to.includes(you ?? -1)) ||
    (isOwn && (type === 'turn_began' || type === 'special_building_began'));
  return level === 'full' && !asks && type !== 'won' && type !== 'called_off' ? line : null;
}

/** An event in the words of its line or in shorter ones; empty where it does not concern the listener. */
function spoken(
  before: TableSnapshot | null,
  snapshot: TableSnapshot,
  event: Event,
  line = '',
): string {
  switch (event.type) {
    case 'rolled': {
      const own = event.gains.find((gain) => isYou(snapshot, gain.seat))?.cards ?? NO_CARDS;
      const rolled = { ...person(snapshot, event.seat), sum: event.dice[0] + event.dice[1] };
      return total(own)
        ? t('announce.rolledForYou', { ...rolled, cards: cardsText(own) })
        : t('announce.rolled', rolled);
    }
    case 'starting_cards':
    case 'bought':
    case 'traded_with_bank':
    case 'offered':
      return isYou(snapshot, event.seat) ? line : '';
    case 'stolen':
      return isYou(snapshot, event.seat) || isYou(snapshot, event.victim) ? line : '';
    case 'answered':
      return isYourTurn(snapshot) ? line : '';
    case 'withdrawn': {
      const viewer = viewerOf(snapshot);
      const trade = before && openTrade(before);
      const asked =
        viewer !== null && (trade?.answers[viewer]?.type ?? 'not_asked') !== 'not_asked';
      return asked || isYou(snapshot, event.seat) ? line : '';
    }
    case 'built':
    case 'discarded':
    case 'played':
    case 'took_plenty':
    case 'monopolized':
    case 'robber_moved':
    case 'robber_stayed':
    case 'nothing_stolen':
    case 'free_roads_forgone':
    case 'rolled_again':
    case 'time_up':
    case 'traded':
    case 'longest_road':
    case 'largest_army':
      return line;
    case 'first_player_rolled':
    case 'turn_began':
    case 'special_building_began':
    case 'called_off':
    case 'won':
      return '';
  }
}

/** What others do now, where the log does not say it: once for a whole special building phase. */
function chance(before: TableSnapshot, snapshot: TableSnapshot): string {
  const { phase, special } = snapshot.view;
  const began = special !== null && before.view.special === null && !isYou(snapshot, special);
  if (began) return t('announce.specialBuilding');
  const waits = phase.type === 'discard' && before.view.phase.type !== 'discard';
  const now = status(snapshot);
  return waits && now.tone === 'wait' ? now.text : '';
}

/** Whether this is another's suggestion: those that are for the listener are told with their terms. */
function isSuggestion(snapshot: TableSnapshot, event: TableEvent): boolean {
  return (
    event.type === 'trade_talk' && event.word.type === 'suggest' && !isYou(snapshot, event.seat)
  );
}

/** The suggestions that have just come to the listener, with their terms. */
function suggested(before: TableSnapshot | null, snapshot: TableSnapshot): string[] {
  const known = new Set(before?.suggestions.map(({ line }) => line));
  return suggestionCards(snapshot)
    .filter(({ kind, line }) => kind !== 'own' && !known.has(line))
    .map(({ name, kind, bargain: { give, get, anyGive, anyGet } }) => {
      const terms = { name, get: sideText(get, anyGet), give: sideText(give, anyGive) };
      return kind === 'answer' ? t('announce.wouldTrade', terms) : t('announce.suggests', terms);
    });
}

/** The sentence that asks the listener to act, when it is new; null where nothing does. */
function summons(
  before: TableSnapshot | null,
  snapshot: TableSnapshot,
  answersItself: boolean,
): Utterance | null {
  const now = status(snapshot);
  if (!before) return { text: now.text, urgent: now.tone === 'act' };
  const was = status(before);
  if (was.text === now.text && was.tone === now.tone) return null;
  if (now.tone === 'over') return { text: now.text, urgent: true };
  if (now.tone === 'wait' || answersItself) return null;
  if (
    isYourTurn(snapshot) &&
    snapshot.view.phase.type === 'trade' &&
    !snapshot.choices.confirm.length
  ) {
    // The offer has just been told.
    return null;
  }
  if (goesOn(before, snapshot)) return null;
  return isOfferTooDear(snapshot)
    ? { text: t('announce.cannotPay', { sentence: now.text }), urgent: false }
    : { text: now.text, urgent: true };
}

/** Whether the listener is back where they were in their own turn, such as after a trade. */
function goesOn(before: TableSnapshot, snapshot: TableSnapshot): boolean {
  const [{ view: then }, { view: now }] = [before, snapshot];
  return (
    now.phase.type === 'turn' &&
    now.turn === then.turn &&
    now.dice !== null &&
    then.dice !== null &&
    isYourTurn(before)
  );
}

/** Whether the listener is offered a trade that their hand cannot pay. */
function isOfferTooDear(snapshot: TableSnapshot): boolean {
  const trade = openTrade(snapshot);
  const hand = snapshot.view.own?.hand;
  return (
    trade !== null && hand !== undefined && !contains(hand, toBargain(snapshot, trade.terms).give)
  );
}
