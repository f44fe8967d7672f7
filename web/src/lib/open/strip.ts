/** The strip above the home page's headline: loaded before the page is drawn where there is something in it. */

import { loadMessages } from '../language/messages';
import { brought } from '../transport/brought';

type Strip = (typeof import('./WaitingStrip.svelte'))['default'];

let loaded: Strip | null = null;

/** What the strip is drawn with; null where nobody waited when the page came. */
export function waitingStrip(): Strip | null {
  return loaded;
}

/** Loads it, if somebody waits whose table is not the reader's own. */
export async function loadWaitingStrip(): Promise<void> {
  const { now, tables } = brought();
  if (!now?.open.some(({ id }) => !tables?.some((own) => own.id === id))) return;
  const [{ default: Strip }] = await Promise.all([
    import('./WaitingStrip.svelte'),
    loadMessages('open', 'home'),
  ]);
  loaded = Strip;
}
