/** What the page does for the player, where the player wants that, and when it says how time runs. */

import { WARNING_MS, warnsIn } from '../game/time-left';
import { t } from '../../base/language/messages';
import { settings } from '../../base/settings.svelte';
import { passDelay, passesByItself, rollsByItself } from './auto-pass';
import type { TableSession } from './session.svelte';

/** For how long the player sees whose turn it is before the page rolls. */
const ROLL_DELAY_MS = 700;

/** Rolls, passes, and warns. To be called while a component is set up. */
export function automate(session: TableSession): void {
  const { announcer, controller, hotSeat, store } = session;
  const later = (run: () => void, ms: number) => {
    const timer = setTimeout(run, ms);
    return () => {
      clearTimeout(timer);
    };
  };

  $effect(() => {
    const { snapshot } = store;
    if (!snapshot || !store.online || hotSeat.next !== null) return;
    if (!passesByItself(snapshot, settings)) return;
    return later(() => {
      controller.pass();
    }, passDelay(snapshot));
  });

  $effect(() => {
    const { snapshot } = store;
    if (!snapshot || !store.online || hotSeat.next !== null || snapshot.paused) return;
    if (!rollsByItself(snapshot, settings)) return;
    return later(() => {
      if (controller.model?.primary.kind === 'roll') controller.pressPrimary();
    }, ROLL_DELAY_MS);
  });

  // A player who runs out of time is told once.
  $effect(() => {
    const { snapshot } = store;
    if (!snapshot?.started || snapshot.paused) return;
    const { left_ms = null, running = false } = snapshot.seats[snapshot.table.you ?? -1] ?? {};
    if (left_ms === null) return;
    const due = warnsIn({ left_ms, running, at_ms: snapshot.now_ms }, store.time.now());
    if (due === null) return;
    return later(() => {
      announcer.call(t('session.secondsLeft', { count: WARNING_MS / 1000 }));
      session.sound('seven');
    }, due);
  });
}
