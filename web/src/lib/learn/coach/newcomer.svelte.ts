/**
 * The coach at a newcomer's first game: it points by itself while the first pieces are placed, and shows a hint to
 * whoever does nothing for a while in one of the first turns. After them it comes when it is asked, as for everybody.
 */

import type { TableSnapshot } from '../../play/game/snapshot';
import type { TableSession } from '../../play/table/session.svelte';
import type { Coach } from './coach.svelte';

const KEY = 'brickwood.newcomer';

/** So many turns of their own somebody is a newcomer. */
const TURNS = 5;
/** How long somebody may look before the hint comes. */
const PATIENCE_MS = 8000;

/** How far a newcomer's game is. */
export type Stage = 'placing' | 'first' | 'later';

/** Notes that whoever uses this browser has never played. */
export function beNewcomer(): void {
  try {
    localStorage.setItem(KEY, 'yes');
  } catch {
    // Storage may be forbidden; then the coach waits to be asked.
  }
}

/** How far a game is. */
export function stageOf({ seats, view }: TableSnapshot): Stage {
  if (view.turn === 0) return 'placing';
  return view.turn > TURNS * seats.length ? 'later' : 'first';
}

/** Has the coach help a newcomer. Call it while a component is being set up. */
export function guideNewcomer(session: TableSession, coach: Coach): void {
  if (!isNewcomer()) return;
  const stage = $derived(session.store.snapshot && stageOf(session.store.snapshot));
  /** The line of the log after which the newcomer has to do something. */
  const waits = $derived.by(() => {
    const { snapshot } = session.store;
    return stage === 'first' && snapshot?.choices.to_act ? snapshot.seq : null;
  });
  $effect(() => {
    if (stage === 'later') beNewcomerNoMore();
    return stage === 'placing' ? shown(coach) : undefined;
  });
  $effect(() => {
    if (waits === null) return undefined;
    let hide: (() => void) | undefined;
    const timer = setTimeout(() => {
      if (!coach.open) hide = shown(coach);
    }, PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      hide?.();
    };
  });
}

/** Opens the panel. What is returned closes it. */
function shown(coach: Coach): () => void {
  coach.open = true;
  return () => {
    coach.open = false;
  };
}

function isNewcomer(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

function beNewcomerNoMore(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // As above.
  }
}
