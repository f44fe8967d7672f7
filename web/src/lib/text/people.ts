/** What people do at a table beside the game, by typed commands. */

import { recordPath, saveRecord } from '../api';
import { ALL_PHRASES, phraseText } from '../chat/phrases';
import { isOpen, properName, type TableSnapshot } from '../game/snapshot';
import type { GameStore } from '../game/store.svelte';
import { t } from '../language/messages';
import { randomName } from '../names';
import type { Seat } from '../protocol';
import { settings } from '../settings.svelte';
import type { TableSession } from '../table/session.svelte';
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
  void store.arrange({ type: 'hand_over', to: seat });
  return NOTHING;
}

function isPerson({ seats }: TableSnapshot, seat: Seat): boolean {
  const info = seats[seat];
  return info?.kind.type === 'human' && !isOpen(info);
}

/** Says something to all, as far as they can be talked to at this table. */
export function say(store: GameStore, snapshot: TableSnapshot, text: string): Reply {
  const { chat } = snapshot.options;
  if (chat === 'off') return refusal(t('textAnswers.noChat'));
  const wanted = plain(text);
  const phrase = ALL_PHRASES.find(
    (each) => wanted !== '' && plain(phraseText(each)).startsWith(wanted),
  );
  if (phrase && (chat === 'phrases' || plain(phraseText(phrase)) === wanted)) {
    void store.say({ type: 'phrase', phrase });
    return reply(t('textAnswers.youSay', { text: phraseText(phrase) }));
  }
  if (chat === 'phrases') {
    const phrases = ALL_PHRASES.map((each) => phraseText(each)).join(' ');
    return refusal(t('textAnswers.onlyPhrases', { phrases }));
  }
  void store.say({ type: 'words', text });
  return reply(t('textAnswers.youSay', { text }));
}

function plain(text: string): string {
  return text
    .toLocaleLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Saves the record of a finished game, as its link does. */
export function downloadRecord(id: string): void {
  const link = document.createElement('a');
  link.href = recordPath(id);
  link.download = '';
  link.addEventListener('click', (event) => {
    saveRecord(id, event);
  });
  link.click();
}
