/** The keys of a table, for the help. */

/** The keys that act anywhere. */
export const SHORTCUTS: readonly { keys: readonly string[]; text: string }[] = [
  { keys: ['Space'], text: 'Roll, or end the turn' },
  { keys: ['R'], text: 'Roll the dice' },
  { keys: ['E'], text: 'End the turn, or your special building' },
  { keys: ['B'], text: 'Go to the board' },
  { keys: ['S'], text: 'Take up a settlement' },
  { keys: ['C'], text: 'Take up a city (or counter an offer)' },
  { keys: ['W'], text: 'Take up a road' },
  { keys: ['V'], text: 'Buy a development card' },
  { keys: ['T'], text: 'Trade' },
  { keys: ['A'], text: 'Accept an offer' },
  { keys: ['D'], text: 'Decline an offer' },
  { keys: ['1', '… 5'], text: 'Give, discard or take a card: brick, lumber, wool, grain, ore' },
  { keys: ['Shift 1', '… 5'], text: 'Trading: ask for a card. Discarding: take one back' },
  { keys: ['Enter'], text: 'Send the trade, discard, or say yes' },
  { keys: ['X'], text: 'Do without: steal nothing, leave or let be the robber, build no more' },
  { keys: ['K'], text: 'Play a knight' },
  { keys: ['U'], text: 'Undo' },
  { keys: ['M'], text: 'Take a minute more to think, where a clock runs' },
  { keys: ['Escape'], text: 'Cancel what you have begun' },
  { keys: ['?'], text: 'This list' },
];

/** The keys that the board answers to itself while it has the focus. */
export const BOARD_KEYS: readonly { keys: readonly string[]; text: string }[] = [
  { keys: ['Arrows'], text: 'Go to the next place that way' },
  { keys: ['N', 'P'], text: 'Go to the next or previous place' },
  { keys: ['Home', 'End'], text: 'Go to the first or last place' },
  { keys: ['V', 'E'], text: 'Go from a hex to its corners or its edges' },
  { keys: ['Enter'], text: 'Pick the place, or show what a hex brings' },
  { keys: ['Escape'], text: 'Go one step back: to the hex, then off the board' },
];
