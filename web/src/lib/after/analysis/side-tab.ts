/** What stands beside the board of a game that is read. */
export type SideTab = 'log' | 'moments' | 'statistics' | 'thoughts' | 'notes';
