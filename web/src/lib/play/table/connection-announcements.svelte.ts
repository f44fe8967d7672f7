/** The announcements of the connection, for those who listen. */

import { t } from '../../base/language/messages';
import type { TableSession } from './session.svelte';

/** Says when the connection is lost, and when it is back. Call it while a component is being set up. */
export function announceConnection({ announcer, store }: TableSession): void {
  // Said, and not only shown: a region that comes with its words is often not heard.
  let wasOnline: boolean | null = null;
  $effect(() => {
    const { online } = store;
    if (online && wasOnline === false) announcer.say(t('session.connectedAgain'));
    if (!online && wasOnline) announcer.call(t('session.connectionLost'));
    if (online || wasOnline !== null) wasOnline = online;
  });
}
