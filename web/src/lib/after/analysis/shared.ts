/** The analysis of one game, which several pages show one after the other. */

import { Progress } from './progress.svelte';

/** How long a page may take to load that shows the same game. */
const PATIENCE_MS = 5000;

let kept: { readonly game: string; readonly progress: Progress; readers: number } | null = null;

/** The analysis of a game, and what says that it is read no more. `game` is the table, or the record itself. */
export function analysisOf(game: string): { progress: Progress; leave: () => void } {
  if (kept?.game !== game) {
    kept?.progress.stop();
    kept = { game, progress: new Progress(), readers: 0 };
  }
  const own = kept;
  own.readers += 1;
  const leave = () => {
    own.readers -= 1;
    setTimeout(() => {
      // One that is stopped does not go on.
      if (own.readers || own.progress.state !== 'running') return;
      own.progress.stop();
      if (kept === own) kept = null;
    }, PATIENCE_MS);
  };
  return { progress: own.progress, leave };
}
