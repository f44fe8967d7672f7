/** What is said of a question and its answers. */

import { nameOfPlace } from '../coach/words';
import { properName, type TableSnapshot } from '../game/snapshot';
import { t } from '../language/messages';
import { actionText } from '../statistics/deeds';
import { capitalized } from '../words';
import type { Answer, PosedQuestion } from './posed.svelte';

/** What an answer does: `Settlement on C3 north (8 forest)`. */
export function answerText(snapshot: TableSnapshot, { action }: Answer): string {
  const players = snapshot.seats.map((_, seat) => ({ name: properName(snapshot, seat) }));
  return capitalized(actionText({ players, board: snapshot.board }, action));
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

/** Which answer is the best. */
export function resultText({ snapshot, best }: PosedQuestion): string {
  return best ? t('exercise.best', { best: answerName(snapshot, best) }) : '';
}

const RANKS = ['first', 'second', 'third', 'fourth', 'fifth'] as const;

/** A rank as an argument of messages. */
export function rankId(rank: number): (typeof RANKS)[number] | 'last' {
  return RANKS[rank - 1] ?? 'last';
}

/** How good the answer was: `Second of five`. */
export function rankText({ answers, chosen }: PosedQuestion): string {
  if (!chosen) return '';
  const isShared = chosen.rank === 1 && chosen !== answers[0];
  return t('exercise.rank', {
    rank: isShared ? 'shared' : rankId(chosen.rank),
    count: answers.length,
  });
}

/** An answer with its rank and its worth, for those who hear it. */
export function rowText(snapshot: TableSnapshot, answer: Answer): string {
  return t('exercise.row', {
    rank: answer.rank,
    what: answerText(snapshot, answer),
    chance: answer.percent,
  });
}
