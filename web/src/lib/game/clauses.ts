/** Where the rules say what the page says by itself, when it need not ask the server. */

/** What something costs. */
export const COST_CLAUSE: Readonly<Record<string, string>> = {
  road: 'BLD-01',
  settlement: 'BLD-02',
  city: 'BLD-03',
  development_card: 'BLD-04',
};

/** All else. */
export const CLAUSE = {
  gameOver: 'WIN-03',
  turnOfAnother: 'TRN-04',
  notNow: 'TRN-01',
  specialBuilding: 'SBP-01',
  victoryPoint: 'DEV-07',
  whoTrades: 'TRD-01',
  terms: 'TRD-02',
  held: 'TRD-05',
  likeForLike: 'TRD-12',
} as const;
