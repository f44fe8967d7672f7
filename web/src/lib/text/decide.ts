/** Votes by typed commands. Loaded on demand. */

import type { GameStore } from '../game/store.svelte';
import { listed } from '../language/format';
import { t } from '../language/messages';
import { pendingDecisions } from '../table/pending-decisions';
import type { Command } from './commands';
import { NOTHING, refusal, type Reply } from './reply';

/** Votes on what the reader is asked: whether a game is ended, or whether somebody gets a seat. */
export function decide(
  { id, text }: Extract<Command, { id: 'agree' | 'against' }>,
  store: GameStore,
): Reply {
  const { snapshot } = store;
  if (!snapshot) return NOTHING;
  const { ending, requests } = pendingDecisions(snapshot, store.time.now());
  const yes = id === 'agree';
  if (ending?.decides && !text) {
    store.endGame(yes);
    return NOTHING;
  }
  const wanted = text.toLocaleLowerCase();
  const asked = requests.filter(
    ({ decides, name }) => decides && name.toLocaleLowerCase().startsWith(wanted),
  );
  const [request, ...others] = asked;
  if (!request) return refusal(t('textAnswers.nothingToDecide'));
  if (others.length) {
    const names = listed(
      asked.map(({ name }) => name),
      'disjunction',
    );
    return refusal(t('textAnswers.whichPlayerOf', { names }));
  }
  store.admit(request.id, yes);
  return NOTHING;
}
