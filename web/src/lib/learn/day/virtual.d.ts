/** Made by `plugins/puzzles.ts`: the questions of `crates/puzzles/data/year.jsonl`. */
declare module 'virtual:puzzles' {
  import type { Puzzle } from '../../base/protocol';

  const puzzles: readonly Puzzle[];
  export default puzzles;
}

/** Likewise: which kind each day asks about, in turn from a Monday on. */
declare module 'virtual:days' {
  import type { PuzzleKind } from '../../base/protocol';

  const days: readonly [PuzzleKind, ...PuzzleKind[]];
  export default days;
}
