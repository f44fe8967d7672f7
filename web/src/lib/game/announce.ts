/** What is said aloud when something has happened: once, and only what concerns the listener. */

import { contains, NO_CARDS, total } from '../cards';
import type { Event, LogEntry, TableEvent } from '../protocol';
import { cardsText } from '../words';
import { lineText, type LogLine } from './log-lines';
import { suggestionCards } from './offers';
import { isYou, isYourTurn, nameOf, openTrade, viewerOf, type Scene } from './scene';
import { status } from './status';
import { sideText, toBargain } from './trade';

/** Something to say. */
export interface Utterance {
  readonly text: string;
  /** Whether it is said at once, because the listener is to act, and not when there is a pause. */
  readonly urgent: boolean;
}

/** What the announcement depends on besides the table. */
export interface Circumstances {
  /** What the entries say in the log. */
  readonly lines: readonly LogLine[];
  /** Whether the page answers for the listener, who then is not to act. */
  readonly answersItself: boolean;
}

/** What to say of the entries that have just come, `before` being what was awaited before them. */
export function announce(
  before: Scene | null,
  scene: Scene,
  entries: readonly LogEntry[],
  { lines, answersItself }: Circumstances,
): Utterance[] {
  const told = new Map(lines.map((line) => [line.id, lineText(line.parts)]));
  const events = entries.flatMap(({ seq, at_table, undone, events }) => [
    ...(at_table && !isSuggestion(scene, at_table) ? [told.get(`${seq}.table`)] : []),
    ...(undone === null ? [] : [told.get(`${seq}.undo`)]),
    ...events.map((event, index) => spoken(before, scene, event, told.get(`${seq}.${index}`))),
  ]);
  const now = [...events, ...(before ? [chance(before, scene)] : []), ...suggested(before, scene)];
  const polite = now.filter((text) => text !== undefined && text !== '').join('. ');
  const asked = summons(before, scene, answersItself);
  return [...(polite ? [{ text: polite, urgent: false }] : []), ...(asked ? [asked] : [])];
}

/** An event in the words of its line or in shorter ones; empty where it does not concern the listener. */
function spoken(before: Scene | null, scene: Scene, event: Event, line = ''): string {
  switch (event.type) {
    case 'rolled': {
      const own = event.gains.find((gain) => isYou(scene, gain.seat))?.cards ?? NO_CARDS;
      const rolled = `${nameOf(scene, event.seat)} rolled ${event.dice[0] + event.dice[1]}`;
      return total(own) ? `${rolled}: you get ${cardsText(own)}` : rolled;
    }
    case 'starting_cards':
    case 'bought':
    case 'traded_with_bank':
    case 'offered':
      return isYou(scene, event.seat) ? line : '';
    case 'stolen':
      return isYou(scene, event.seat) || isYou(scene, event.victim) ? line : '';
    case 'answered':
      return isYourTurn(scene) ? line : '';
    case 'withdrawn': {
      const viewer = viewerOf(scene);
      const trade = before && openTrade(before);
      const asked =
        viewer !== null && (trade?.answers[viewer]?.type ?? 'not_asked') !== 'not_asked';
      return asked || isYou(scene, event.seat) ? line : '';
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
function chance(before: Scene, scene: Scene): string {
  const { phase, special } = scene.view;
  const began = special !== null && before.view.special === null && !isYou(scene, special);
  if (began) return 'Special building';
  const waits = phase.type === 'discard' && before.view.phase.type !== 'discard';
  const now = status(scene);
  return waits && now.tone === 'wait' ? now.text : '';
}

/** Whether this is another's suggestion: those that are for the listener are told with their terms. */
function isSuggestion(scene: Scene, event: TableEvent): boolean {
  return event.type === 'trade_talk' && event.word.type === 'suggest' && !isYou(scene, event.seat);
}

/** The suggestions that have just come to the listener, with their terms. */
function suggested(before: Scene | null, scene: Scene): string[] {
  const known = new Set(before?.suggestions.map(({ line }) => line));
  return suggestionCards(scene)
    .filter(({ kind, line }) => kind !== 'own' && !known.has(line))
    .map(({ name, kind, bargain: { give, get, anyGive, anyGet } }) => {
      const verb = kind === 'answer' ? 'would trade' : 'suggests a trade:';
      return `${name} ${verb} ${sideText(get, anyGet)} for your ${sideText(give, anyGive)}`;
    });
}

/** The sentence that asks the listener to act, when it is new; null where nothing does. */
function summons(before: Scene | null, scene: Scene, answersItself: boolean): Utterance | null {
  const now = status(scene);
  if (!before) return { text: now.text, urgent: now.tone === 'act' };
  const was = status(before);
  if (was.text === now.text && was.tone === now.tone) return null;
  if (now.tone === 'over') return { text: now.text, urgent: true };
  if (now.tone === 'wait' || answersItself) return null;
  if (isYourTurn(scene) && scene.view.phase.type === 'trade' && !scene.choices.confirm.length) {
    // The offer has just been told.
    return null;
  }
  if (goesOn(before, scene)) return null;
  return isOfferTooDear(scene)
    ? { text: `${now.text}: you cannot pay`, urgent: false }
    : { text: now.text, urgent: true };
}

/** Whether the listener is back where they were in their own turn, such as after a trade. */
function goesOn(before: Scene, scene: Scene): boolean {
  const [{ view: then }, { view: now }] = [before, scene];
  return (
    now.phase.type === 'turn' &&
    now.turn === then.turn &&
    now.dice !== null &&
    then.dice !== null &&
    isYourTurn(before)
  );
}

/** Whether the listener is offered a trade that their hand cannot pay. */
function isOfferTooDear(scene: Scene): boolean {
  const trade = openTrade(scene);
  const hand = scene.view.own?.hand;
  return (
    trade !== null && hand !== undefined && !contains(hand, toBargain(scene, trade.terms).give)
  );
}
