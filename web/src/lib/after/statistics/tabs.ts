/** What is told of a game, one thing after the other. */

/** The parts, in their order. */
export const TABS = [
  { id: 'timeline', label: 'endSheet.timeline' },
  { id: 'dice', label: 'endSheet.dice' },
  { id: 'resources', label: 'endSheet.resources' },
  { id: 'trades', label: 'endSheet.trades' },
  { id: 'time', label: 'endSheet.time' },
  { id: 'moments', label: 'endSheet.moments' },
] as const;

/** A part. */
export type StatisticsTab = (typeof TABS)[number]['id'];
