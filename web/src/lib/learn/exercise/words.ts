/** What is said of a question and its answers. */

import { nameOfPlace, placeOf, reasonText } from '../coach/words';
import { properName, type TableSnapshot } from '../../play/game/snapshot';
import { cornerText } from '../../play/game/short-places';
import { cardsOf, DEVELOPMENT_CARDS } from '../../base/cards';
import { capitalized, listed } from '../../base/language/format';
import { t } from '../../base/language/messages';
import type { Action } from '../../base/protocol';
import { settings } from '../../base/settings.svelte';
import { actionText } from '../../after/statistics/deeds';
import { cardName, cardsText, resourceName } from '../../base/words';
import { isOpen, kindsOf, toldOf } from './plans';
import type { Answer, PosedQuestion } from './posed.svelte';
import { rankId } from './ranks';
import { reasonsText } from './reasons';

/** What an answer does: `Wool for ore at the bank and city on C3 north (8 forest)`. */
export function answerText(snapshot: TableSnapshot, { actions }: Pick<Answer, 'actions'>): string {
  const players = snapshot.seats.map((_, seat) => ({ name: properName(snapshot, seat) }));
  const { board } = snapshot;
  const texts = toldOf(actions).map((action) =>
    // The harbor of a corner sets the price of what is traded after it.
    action.type === 'build_settlement'
      ? t('deeds.settlement', { place: cornerText(board, action.at) })
      : actionText({ players, board }, action),
  );
  const goesOn = isOpen(actions);
  const what = capitalized(listed(counted(texts), goesOn ? 'unit' : 'conjunction'));
  return goesOn ? t('exercise.goesOn', { what }) : what;
}

/** Texts of which equal ones that follow each other are told once, with their number: others may have to come between. */
function counted(texts: readonly string[]): string[] {
  const runs: { text: string; count: number }[] = [];
  for (const text of texts) {
    const last = runs.at(-1);
    if (last?.text === text) last.count += 1;
    else runs.push({ text, count: 1 });
  }
  return runs.map(({ text, count }) => (count > 1 ? `${text} (${count}\u00a0×)` : text));
}

/**
 * An answer with the rest of its turn, as one plan: `2 roads (B1 east and B2 north), 1 grain from the bank and a settlement (C1
 * north), all in this turn.` Nothing where the answer is all there is.
 */
export function planText(snapshot: TableSnapshot, { actions, rest }: Answer): string {
  if (!rest?.length) return '';
  const plan = [...actions, ...rest];
  const what = capitalized(listed(kindsOf(plan).map((kind) => partText(snapshot, kind))));
  return t('exercise.plan', { what, draws: isOpen(plan) ? 'yes' : 'no' });
}

/** What a plan does of one kind: `2 roads (B1 east and B2 north)`. */
function partText(snapshot: TableSnapshot, kind: readonly Action[]): string {
  return t('exercise.part', {
    action: kind[0]?.type ?? '',
    count: kind.length,
    what: detailText(snapshot, kind),
  });
}

/** Where actions of one kind are done; of trades, what they bring, and of cards that are played, which they are. */
function detailText(snapshot: TableSnapshot, kind: readonly Action[]): string {
  const places = kind.flatMap((action) => placeOf(action) ?? []);
  if (places.length) return listed(places.map((place) => nameOfPlace(snapshot, place)));
  const taken = kind.flatMap((action) => (action.type === 'maritime_trade' ? action.take : []));
  if (taken.length) {
    return cardsText(cardsOf((resource) => taken.filter((each) => each === resource).length));
  }
  return listed(kind.map(playedText));
}

/** A card that is played: `Year of plenty (2 ore)`. */
function playedText(action: Action): string {
  const card = DEVELOPMENT_CARDS.find((each) => action.type === `play_${each}`);
  const name = card ? cardName(card) : '';
  if (action.type === 'play_year_of_plenty') return `${name} (${cardsText(action.cards)})`;
  return action.type === 'play_monopoly' ? `${name} (${resourceName(action.resource)})` : name;
}

/** The same where there is little room: a place by its name alone. */
export function answerName(snapshot: TableSnapshot, answer: Answer): string {
  return answer.place ? nameOfPlace(snapshot, answer.place) : answerText(snapshot, answer);
}

const ASKED = { intersection: 'corner', path: 'path', hex: 'hex' } as const;

/** What is to be done: `Choose a corner`. */
export function askText({ answers }: PosedQuestion): string {
  const kinds = new Set(answers.map(({ place }) => (place ? ASKED[place.kind] : 'several')));
  const [kind] = kinds;
  return t('exercise.choose', { kind: kinds.size === 1 && kind ? kind : 'several' });
}

/** How a finger or a pointer is told to point. */
function touch(): 'yes' | 'no' {
  return settings.coarse ? 'yes' : 'no';
}

/** That a place has to be chosen again, which answers. */
export function againText(): string {
  return t('exercise.again', { touch: touch() });
}

/** How to answer: on the board, or beside it as well; nothing where no place is lit. */
export function howText(question: PosedQuestion): string {
  if (question.selected) return againText();
  const open = question.answers.filter((answer) => question.isOpen(answer));
  const count = open.filter(({ place }) => place !== null).length;
  if (!count) return '';
  return t('exercise.how', { touch: touch(), count, more: count < open.length ? 'yes' : 'no' });
}

/** Which answer is the best. */
export function resultText({ snapshot, best }: PosedQuestion): string {
  return best ? t('exercise.best', { best: answerName(snapshot, best) }) : '';
}

/** How an answer compares with the best: `costs 9 points`. */
export function verdictText({ verdict, cost }: Answer): string {
  return t('exercise.verdict', { verdict, count: cost });
}

/** What costs less than so many points is told to be close. */
const NEAR = 5;
/** The last of so many answers is told to be a trap, if it does anything. */
const TRAP = 3;

/** How good the answer was: `As good as the best`. */
export function rankText({ answers, chosen }: PosedQuestion): string {
  if (!chosen) return '';
  const { verdict, cost } = chosen;
  const isLast = chosen === answers.at(-1) && answers.length >= TRAP;
  const isTrap = isLast && chosen.action.type !== 'end_turn';
  const worse = cost < NEAR ? 'near' : isTrap ? 'trap' : 'worse';
  return t('exercise.rank', { verdict: verdict === 'worse' ? worse : verdict, count: cost });
}

/** An answer with its worth, for those who hear it. */
export function rowText({ snapshot, chosen, done }: PosedQuestion, answer: Answer): string {
  return t('exercise.row', {
    what: answerText(snapshot, answer),
    verdict: verdictText(answer),
    chance: answer.percent,
    who: answer === chosen ? 'own' : answer === done ? 'done' : 'nobody',
  });
}

/** What the best answer leads to that this one does not; of one that is as good, what the next worse one does not. */
export function whyText(question: PosedQuestion, answer: Answer): string {
  const { snapshot, answers, chosen, done } = question;
  const other = [answer, ...answers].find((one) => question.reasonsFor(one).length);
  if (other) {
    const named = other.place
      ? { name: nameOfPlace(snapshot, other.place) }
      : { rank: rankId(answers.indexOf(other) + 1) };
    const whose =
      other === done ? 'move' : other === chosen ? 'own' : other === answer ? 'this' : named;
    return reasonsText(question.reasonsFor(other), whose, snapshot.view.turn === 0);
  }
  const { reason, rest } = answer;
  // What is still built in the turn is told with its plan.
  const isTold = reason?.type === 'goal' && reason.rolls === 0 && Boolean(rest?.length);
  return reason && !isTold ? reasonText(snapshot, reason) : '';
}
