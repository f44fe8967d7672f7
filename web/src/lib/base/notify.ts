/** Notifications of the system, for pages that are hidden. */

import { settings } from './settings.svelte';

/** Whether the player wants notifications, and the system shows them. */
export function mayNotify(): boolean {
  return settings.notify && 'Notification' in window && Notification.permission === 'granted';
}

/**
 * Shows a notification. A later one with the same tag takes its place. Whoever presses it is brought to this page, or by
 * `onpress` elsewhere; from a service worker, to the address. Returns what takes it back.
 */
export function notify(
  text: string,
  tag: string,
  address: string = location.href,
  onpress?: () => void,
): () => void {
  try {
    const shown = new Notification('Brickwood', { body: text, tag });
    shown.onclick = () => {
      window.focus();
      onpress?.();
      shown.close();
    };
    return () => {
      shown.close();
    };
  } catch {
    // Browsers on phones accept notifications from a service worker alone.
    const shown = notifyByWorker(text, tag, address);
    return () => {
      void shown.then((close) => {
        close();
      });
    };
  }
}

/** Has the service worker notify the player, and returns what takes that back. */
async function notifyByWorker(text: string, tag: string, address: string): Promise<() => void> {
  const workers = (navigator as Partial<Navigator>).serviceWorker;
  const worker = await workers?.getRegistration();
  await worker?.showNotification('Brickwood', { body: text, tag, data: address });
  const notifications = (await worker?.getNotifications({ tag })) ?? [];
  return () => {
    for (const shown of notifications) shown.close();
  };
}

/** Asks the player for permission, unless they have answered before. Returns whether they agree. */
export async function allowNotifications(): Promise<boolean> {
  if (!('Notification' in window)) return false;
  return (await Notification.requestPermission()) === 'granted';
}
