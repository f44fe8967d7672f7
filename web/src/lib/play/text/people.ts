/** What people do at a table beside the game, by typed commands. */

import { ALL_PHRASES, phraseText } from '../chat/phrases';
import { isOpen, properName, type TableSnapshot } from '../game/snapshot';
import type { GameStore } from '../game/store.svelte';
import { t } from '../../base/language/messages';
import { randomName } from '../../base/names';
import type { ChatText, Seat } from '../../base/protocol';
import { settings } from '../../base/settings.svelte';
import type { TableSession } from '../table/session.svelte';
import { recordPath } from '../../base/transport';
import { saveRecord } from '../../base/transport/record';
import { plain } from './fold';
import { NOTHING, refusal, reply, type Reply } from './reply';

/** Asks for a seat, by the name that is typed, or else by the name that is set. */
export async function takeSeat(session: TableSession, name: string): Promise<Reply> {
  if (session.store.snapshot?.table.yours.length) return refusal(t('textAnswers.alreadySeated'));
  await session.join(name || settings.name.trim() || randomName(), null);
  return session.joinProblem ? refusal(session.joinProblem) : NOTHING;
}

/** Makes somebody else the host. */
export function handOver(seat: Seat, store: GameStore): Reply {
  const { snapshot } = store;
  if (!snapshot) return NOTHING;
  if (!snapshot.host) return refusal(t('textAnswers.onlyHost'));
  if (!isPerson(snapshot, seat)) {
    return refusal(t('textAnswers.noPerson', { name: properName(snapshot, seat) }));
  }
  void store.do('host', seat);
  return NOTHING;
}

function isPerson({ seats }: TableSnapshot, seat: Seat): boolean {
  const info = seats[seat];
  return info?.kind.type === 'human' && !isOpen(info);
}

/** What is said to all, as far as they can be talked to at this table, and what the reader is answered. */
export function say(
  { options: { chat } }: TableSnapshot,
  text: string,
): { readonly said: ChatText | null; readonly answer: Reply } {
  const refused = (answer: Reply) => ({ said: null, answer });
  if (chat === 'off') return refused(refusal(t('textAnswers.noChat')));
  const wanted = plain(text);
  const phrase = ALL_PHRASES.find(
    (each) => wanted !== '' && plain(phraseText(each)).startsWith(wanted),
  );
  if (phrase && (chat === 'phrases' || plain(phraseText(phrase)) === wanted)) {
    const answer = reply(t('textAnswers.youSay', { text: phraseText(phrase) }));
    return { said: { type: 'phrase', phrase }, answer };
  }
  if (chat === 'phrases') {
    const phrases = ALL_PHRASES.map((each) => phraseText(each)).join(' ');
    return refused(refusal(t('textAnswers.onlyPhrases', { phrases })));
  }
  return { said: { type: 'words', text }, answer: reply(t('textAnswers.youSay', { text })) };
}

/** Saves the record of a finished game, as its link does. */
export function downloadRecord(id: string): void {
  const link = document.createElement('a');
  link.href = recordPath(id);
  link.download = '';
  link.addEventListener('click', (event) => {
    void saveRecord(id, event);
  });
  link.click();
}
