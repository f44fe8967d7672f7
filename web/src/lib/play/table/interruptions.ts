/** What a table shows at some moments only, and what it does by itself: one file, which is loaded once it is drawn. */

export { default as AwardBanner } from './AwardBanner.svelte';
export { default as HandOver } from './HandOver.svelte';
export { default as HexDetails } from './HexDetails.svelte';
export { hexDetails } from '../game/hex-details';
export { default as MoreTime } from './MoreTime.svelte';
export { default as PausedBanner } from './PausedBanner.svelte';
export { default as PendingDecisions } from './PendingDecisions.svelte';
export { default as PillClock } from './PillClock.svelte';
export { default as TableEffects } from './TableEffects.svelte';
export { default as Coach } from '../../learn/coach/Coach.svelte';
