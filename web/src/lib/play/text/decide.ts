/** Votes by typed commands. Loaded on demand. */

import type { GameStore } from '../game/store.svelte';
import { listed } from '../../base/language/format';
import { t } from '../../base/language/messages';
import { pendingDecisions } from '../table/pending-decisions';
import type { Command } from './commands';
import { fold } from './fold';
import { NOTHING, refusal, type Question, type Reply } from './reply';

/** Votes on what the reader is asked: whether a game is ended, or whether somebody gets a seat. */
export function decide(
  { id, text }: Extract<Command, { id: 'agree' | 'against' }>,
  store: GameStore,
): Reply | Question {
  const { snapshot } = store;
  if (!snapshot) return NOTHING;
  const { ending, requests } = pendingDecisions(snapshot, store.time.now());
  const yes = id === 'agree';
  if (ending?.decides && !text) {
    const run = () => {
      void store.do('endGame', yes);
    };
    if (yes) return { ask: t('textAnswers.finishQuestion'), run };
    run();
    return NOTHING;
  }
  const wanted = fold(text);
  const asked = requests.filter(({ decides, name }) => decides && fold(name).startsWith(wanted));
  const [request, ...others] = asked;
  if (!request) return refusal(t('textAnswers.nothingToDecide'));
  if (others.length) {
    const names = listed(
      asked.map(({ name }) => name),
      'disjunction',
    );
    return refusal(t('textAnswers.whichPlayerOf', { names }));
  }
  void store.do('admit', request.id, yes);
  return NOTHING;
}
