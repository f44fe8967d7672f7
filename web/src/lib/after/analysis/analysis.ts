/** What a replay tells of its game besides the steps: one file to load, when somebody wants it. */

import { loadMessages } from '../../base/language/messages';
import type { Replay } from '../../base/protocol';
import { Review } from './review.svelte';
import Side from './Side.svelte';
import Timeline from './Timeline.svelte';

/** Loads the components, what they say, and a review of the game. `record` is what was opened. */
export async function loadReview(replay: Replay, record: string | null) {
  await loadMessages('statistics', 'side');
  return { Side, Timeline, review: new Review(replay, record) };
}
