/** What the panel beside the board shows. */
export type SideTab = 'log' | 'chat' | 'stats';
