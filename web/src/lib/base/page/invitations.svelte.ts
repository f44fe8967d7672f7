/** What the open page has to say to the bar of invitations, which is on every page. */

import type { Invitation } from './invitation';

class Invitations {
  /** What the page itself invites to; null where it does not. */
  own = $state.raw<Invitation | null>(null);
  /** Whether this is no moment for other tables: somebody plays, or reads of them already. */
  busy = $state(false);
}

export const invitations = new Invitations();
