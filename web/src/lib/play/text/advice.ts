/** What the coach says to what is typed. It is loaded when somebody asks. */

import { knownHands } from '../../learn/coach/hands';
import {
  chanceLines,
  hintText,
  judgementText,
  placeText,
  reasonText,
  termsText,
} from '../../learn/coach/words';
import type { TableSnapshot } from '../game/snapshot';
import type { GameStore } from '../game/store.svelte';
import { toTerms } from '../game/trade';
import { t } from '../../base/language/messages';
import type { Advice, Terms } from '../../base/protocol';
import { siteLines } from './board-words';
import type { Command } from './commands';
import { usage } from './parse';
import { cardsOfSide } from './perform';
import { refusal, replies, reply, type Reply } from './reply';

/** How long an answer is waited for. */
const PATIENCE_MS = 6000;
const LOOK_MS = 15;
const SOME_PLACES = 5;

/** The coach's answer to a command. */
export async function advised(command: Command, store: GameStore): Promise<Reply> {
  const { snapshot } = store;
  if (!snapshot) return refusal(t('coach.silent'));
  const terms = termsOf(command, snapshot);
  const advice = await ask(store, terms);
  if (!advice) return refusal(t('coach.silent'));
  switch (command.id) {
    case 'worth': {
      const { phase } = snapshot.view;
      const asked = terms ?? (phase.type === 'trade' ? phase.trade.terms : null);
      if (!asked) return refusal(t('coach.noTrade', { usage: usage('worth') }));
      return replies([`${termsText(snapshot, asked)}. ${judgementText(snapshot, advice, asked)}`]);
    }
    case 'chances':
      return replies(
        chanceLines(snapshot, advice).map(({ name, text }) =>
          t('coach.chance', { name, chance: text }),
        ),
      );
    case 'hands': {
      const known = knownHands(snapshot, advice.hands);
      return known.length ? replies(known.map(({ text }) => text)) : reply(t('hands.unknown'));
    }
    case 'best':
      return best(snapshot, advice, command.count ?? SOME_PLACES);
    default:
      return advice.best ? replies([hintText(snapshot, advice.best)]) : reply(t('coach.waits'));
  }
}

/** The best places to build on now; where nothing can be built, the best corners that are free. */
function best(snapshot: TableSnapshot, { places }: Advice, count: number): Reply {
  if (!places.length) {
    const sites = siteLines(snapshot, snapshot.table.you, count);
    return sites.length ? replies(sites) : reply(t('textAnswers.noSites'));
  }
  return replies(
    places
      .slice(0, count)
      .map(
        (place, rank) =>
          `${placeText(snapshot, place, rank)}. ${reasonText(snapshot, place.reason)}`,
      ),
  );
}

function termsOf(command: Command, snapshot: TableSnapshot): Terms | null {
  if (command.id !== 'worth' || !command.swap) return null;
  const { give, get } = command.swap;
  return toTerms(snapshot, { give: cardsOfSide(give), get: cardsOfSide(get) });
}

/** Asks, and waits for the answer; null where none comes. */
async function ask(store: GameStore, terms: Terms | null): Promise<Advice | null> {
  store.askCoach(terms);
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until && !store.problem) {
    const answer: GameStore['advised'] = store.advised;
    if (answer) return answer.advice;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return null;
}
