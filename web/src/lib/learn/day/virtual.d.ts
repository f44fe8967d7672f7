/** Made by `plugins/puzzles.ts`: the questions of `crates/puzzles/data/year.jsonl`. */
declare module 'virtual:puzzles' {
  import type { Puzzle } from './year';

  const puzzles: readonly Puzzle[];
  export default puzzles;
}
