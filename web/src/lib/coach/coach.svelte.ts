/** The coach beside a table: when it is asked, and what is shown of its answer. */

import { toTerms } from '../game/trade';
import { t } from '../language/messages';
import type { Advice, AdvisedPlace, Terms } from '../protocol';
import type { TableSession } from '../table/session.svelte';
import { Pace } from './pace';
import { hintText, placeOf, placeText, reasonText, type Idea } from './words';

/** What changes several times at once is asked about once. */
const PAUSE_MS = 150;

/** What the parts of the page that show advice have in common. */
export class Coach {
  open = $state(false);
  /** Whether trades are judged beside them, even while the panel is closed. */
  judges = $state(false);
  /** The line of the log at which a hint was asked for; null where none was. */
  hintedAt = $state<number | null>(null);
  /** How many ideas were put aside. */
  #aside = $state(0);

  /** The advice about the game as it is; null while there is none. */
  readonly advice: Advice | null = $derived.by(() => {
    const { advised, snapshot } = this.session.store;
    return advised && advised.seq === snapshot?.seq ? advised.advice : null;
  });

  /** The best that can be done, and what else there is. */
  readonly #ideas: readonly Idea[] = $derived.by(() => {
    const { best = null, others = [] } = this.advice ?? {};
    return best ? [best, ...others] : [];
  });

  /** The hint, once it is shown. */
  readonly hint: Idea | null = $derived.by(() =>
    this.hintedAt === this.session.store.snapshot?.seq
      ? (this.#ideas[this.#aside % this.#ideas.length] ?? null)
      : null,
  );

  /** The places that matter now: where one thing is being placed, the rest does not matter. */
  readonly places: readonly AdvisedPlace[] = $derived.by(() => {
    const all = this.advice?.places ?? [];
    const targets = this.session.controller.model?.targets;
    if (!targets || targets.kind === 'none') return all;
    const wanted = targets.piece === 'robber' ? 'move_robber' : `build_${targets.piece}`;
    return all.filter(({ action }) => action.type === wanted);
  });

  /** The trade that is being put together, where nothing of it is open. */
  readonly terms: Terms | null = $derived.by(() => {
    const { snapshot } = this.session.store;
    const { trade } = this.session.controller.draft;
    if (!snapshot || !trade || trade.anyGive || trade.anyGet) return null;
    const empty = [trade.give, trade.get].some((cards) => cards.every((count) => count === 0));
    return empty ? null : toTerms(snapshot, trade);
  });

  /** The trade whose worth is told: the one that is put together, or else the open offer. */
  readonly judged: Terms | null = $derived.by(() => {
    const phase = this.session.store.snapshot?.view.phase;
    if (this.session.controller.draft.trade) return this.terms;
    return phase?.type === 'trade' ? phase.trade.terms : null;
  });

  readonly #pace = new Pace();

  constructor(private readonly session: TableSession) {}

  /** What has to be asked again when it changes. */
  get question(): string {
    const { snapshot, online } = this.session.store;
    return `${online} ${snapshot?.table.you} ${snapshot?.seq} ${JSON.stringify(this.terms)}`;
  }

  /** Asks about every position while somebody reads what comes. An effect of the page. */
  follow(asking: boolean): (() => void) | undefined {
    void this.question;
    if (!asking) return undefined;
    const wait = Math.max(PAUSE_MS, this.#pace.wait(performance.now()));
    const asks = setTimeout(() => {
      this.#pace.note(performance.now());
      this.session.store.askCoach(this.terms);
    }, wait);
    return () => {
      clearTimeout(asks);
    };
  }

  /** Says how good each place is to whoever goes from one to the next by key. An effect of the page. */
  tell(): (() => void) | undefined {
    if (!this.open) return undefined;
    const tell = ({ target }: FocusEvent) => {
      const { snapshot } = this.session.store;
      const spot = target instanceof Element ? target.closest('[data-spot]') : null;
      if (!spot || !snapshot) return;
      const [kind, id] = [spot.getAttribute('data-kind'), Number(spot.getAttribute('data-spot'))];
      const rank = this.places.findIndex(({ action }) => {
        const place = placeOf(action);
        return place?.kind === kind && place.id === id;
      });
      const found = this.places[rank];
      if (!found) return;
      const told = placeText(snapshot, found, rank);
      this.session.announcer.say(`${told}. ${reasonText(snapshot, found.reason)}`);
    };
    document.addEventListener('focusin', tell);
    return () => {
      document.removeEventListener('focusin', tell);
    };
  }

  /** Shows the hint, and says it. */
  showHint(): void {
    const { announcer, store } = this.session;
    const { snapshot } = store;
    if (!snapshot) return;
    this.hintedAt = snapshot.seq;
    this.#aside = 0;
    announcer.say(this.hint ? hintText(snapshot, this.hint) : t('coach.waits'));
  }

  /** Whether there is more than one idea. */
  get hasOthers(): boolean {
    return this.#ideas.length > 1;
  }

  /** Shows the next idea, and after the last one the best again. */
  showAnother(): void {
    const { announcer, store } = this.session;
    this.#aside += 1;
    if (this.hint && store.snapshot) announcer.say(hintText(store.snapshot, this.hint));
  }

  /** Does what the hint says. */
  obey(): void {
    if (this.hint) void this.session.store.do({ type: 'act', action: this.hint.action });
  }
}
