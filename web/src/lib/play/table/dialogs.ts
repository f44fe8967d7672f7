/** The dialogs of a game. */

/** Which one is open: one of these, or the clause of the rules that is read. */
export type GameDialogName = 'costs' | 'keys' | 'menu' | 'side' | 'table' | { clause: string };
