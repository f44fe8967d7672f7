/** The coach beside a table: when it is asked, and what is shown of its answer. */

import { toTerms } from '../game/trade';
import type { Advice, Terms } from '../protocol';
import type { TableSession } from '../table/session.svelte';

/** What the parts of the page that show advice have in common. */
export class Coach {
  open = $state(false);
  /** Whether what places are worth is drawn on the board. */
  map = $state(true);
  /** Whether trades are judged beside them, even while the panel is closed. */
  judges = $state(false);
  /** The line of the log at which a hint was asked for; null where none was. */
  hintedAt = $state<number | null>(null);

  /** The advice about the game as it is; null while there is none. */
  readonly advice: Advice | null = $derived.by(() => {
    const { advised, snapshot } = this.session.store;
    return advised && advised.seq === snapshot?.seq ? advised.advice : null;
  });

  /** The trade that is being put together, where nothing of it is open. */
  readonly terms: Terms | null = $derived.by(() => {
    const { snapshot } = this.session.store;
    const { trade } = this.session.controller.draft;
    if (!snapshot || !trade || trade.anyGive || trade.anyGet) return null;
    const empty = [trade.give, trade.get].some((cards) => cards.every((count) => count === 0));
    return empty ? null : toTerms(snapshot, trade);
  });

  constructor(private readonly session: TableSession) {}

  /** What has to be asked again when it changes. */
  get question(): string {
    const { snapshot, online } = this.session.store;
    return `${online} ${snapshot?.table.you} ${snapshot?.seq} ${JSON.stringify(this.terms)}`;
  }

  /** Asks about the game as it is. */
  ask(): void {
    this.session.store.askCoach(this.terms);
  }
}
