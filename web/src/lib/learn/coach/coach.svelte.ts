/** The coach beside a table: when it is asked, and what is shown of its answer. */

import { untrack } from 'svelte';

import { toTerms } from '../../play/game/trade';
import type { Advice, AdvisedGoal, AdvisedPlace, Terms } from '../../base/protocol';
import type { TableSession } from '../../play/table/session.svelte';
import { Pace } from './pace';
import { kept, noted, type Plan } from './plan';
import { hintText, placeOf, placeText, reasonText, type Idea } from './words';

/** What changes several times at once is asked about once. */
const PAUSE_MS = 150;

/** What the parts of the page that show advice have in common. */
export class Coach {
  open = $state(false);
  /** Whether trades are judged beside them, even while the panel is closed. */
  judges = $state(false);
  /** How many ideas were put aside, and at which line of the log. */
  #aside = $state.raw({ seq: 0, count: 0 });
  /** What the hints of this turn were for. */
  #plans = $state.raw<readonly Plan[]>([]);

  /** The advice about the game as it is; null while there is none. */
  readonly advice: Advice | null = $derived.by(() => {
    const { advised, snapshot } = this.session.store;
    return advised && advised.seq === snapshot?.seq ? advised.advice : null;
  });

  /** The best that can be done, and what else there is; and the plan that it gives up. */
  readonly #told = $derived.by(() => {
    const { snapshot } = this.session.store;
    const { best = null, others = [] } = this.advice ?? {};
    const plan = this.#plans.findLast(
      ({ seq, turn }) => snapshot && turn === snapshot.view.turn && seq < snapshot.seq,
    );
    return kept(best ? [best, ...others] : [], plan);
  });

  /** What the coach would do; null where there is nothing to do, or no advice yet. */
  readonly hint: Idea | null = $derived.by(() => {
    const { ideas } = this.#told;
    const { seq, count } = this.#aside;
    const place = seq === this.session.store.snapshot?.seq ? count % ideas.length : 0;
    return ideas[place] ?? null;
  });

  /** The plan that the hint gives up. */
  readonly dropped: AdvisedGoal | null = $derived.by(() => {
    const { ideas, dropped } = this.#told;
    return this.hint === ideas[0] ? dropped : null;
  });

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
  /** The hint that was said last, and its line of the log. */
  #said = '';

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
      const reason = reasonText(snapshot, found.reason, placeOf(found.action));
      this.session.announcer.say(`${told}. ${reason}`);
    };
    document.addEventListener('focusin', tell);
    return () => {
      document.removeEventListener('focusin', tell);
    };
  }

  /** Opens at a key of the table; where it is open, another idea comes. An effect of the page. */
  listen(): () => void {
    this.session.hint = () => {
      if (this.open) this.showAnother();
      this.open = true;
    };
    return () => {
      this.session.hint = null;
    };
  }

  /** Says each hint that is shown, and remembers what it is for. An effect of the page. */
  say(): void {
    const { hint, dropped } = this;
    const { snapshot } = this.session.store;
    if (!this.open || !hint || !snapshot) return;
    untrack(() => {
      const said = hintText(snapshot, hint, dropped);
      // The same advice comes again while a trade is put together.
      if (this.#said !== `${snapshot.seq} ${said}`) this.session.announcer.say(said);
      this.#said = `${snapshot.seq} ${said}`;
      this.#plans = noted(this.#plans, snapshot.seq, snapshot.view.turn, hint);
    });
  }

  /** Whether there is more than one idea. */
  get hasOthers(): boolean {
    return this.#told.ideas.length > 1;
  }

  /** Shows the next idea, and after the last one the best again. */
  showAnother(): void {
    const seq = this.session.store.snapshot?.seq ?? 0;
    this.#aside = { seq, count: this.#aside.seq === seq ? this.#aside.count + 1 : 1 };
  }

  /** Does what the hint says. */
  obey(): void {
    if (this.hint) void this.session.store.do('act', this.hint.action);
  }
}
