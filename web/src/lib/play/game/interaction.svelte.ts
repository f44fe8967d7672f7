/**
 * What is open on a player's screen at a table, and the way from there to the table: what the player wants is sent, or
 * asked about first.
 */

import { canPick } from '../board/targets';
import { command, type SayingId, type TableCommand } from '../intent/commands';
import { resolve, type Intent } from '../intent/intent';
import type { Cards } from '../../base/protocol';
import { settings } from '../../base/settings.svelte';
import { NO_DRAFT, type Draft } from './draft';
import { withoutLine } from './offline';
import type { GameStore } from './store.svelte';
import type { TradeDraft } from './trade';
import { viewModel, type ViewModel } from './view-model';

/** How long the large button waits after the player's own action, so that one press is not two. */
const GUARD_MS = 400;

/** Something that the page has to say about what was tried. */
export interface Notice {
  readonly text: string;
  /** The cards that are missing, where a trade could get them. */
  readonly missing: Cards | null;
  /** The clause of the rules that stands against it. */
  readonly clause: string | null;
}

/** What is open on a player's screen. */
export class Interaction {
  draft = $state.raw<Draft>(NO_DRAFT);
  /** Why the last thing that was tried cannot be done; null when there is nothing to say. */
  notice = $state.raw<Notice | null>(null);

  /** Everything that the page shows; null before the table has answered. */
  readonly model: ViewModel | null = $derived.by(() => {
    const { snapshot } = this.store;
    const model = snapshot ? viewModel(snapshot, this.draft, this.store.preparing) : null;
    return model && !this.store.online ? withoutLine(model) : model;
  });

  /** The own offer that was sent last, to be changed where nobody wants it. */
  sent: TradeDraft | null = null;

  /** The offer for which others were told that a counter-offer is being put together. */
  #preparing: number | null = null;
  #guardedUntil = 0;

  constructor(
    readonly store: GameStore,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Whether an answer to the last action is still on its way: what is drawn may be out of date. */
  get waits(): boolean {
    return this.store.pending > 0;
  }

  /** Whether a press now may be the second half of the last one. */
  get guarded(): boolean {
    return this.now() < this.#guardedUntil;
  }

  guard(): void {
    this.#guardedUntil = this.now() + GUARD_MS;
  }

  /** Does what the player wants, or asks first. So soon after the question, only a `sure` answer is a yes. */
  want(intent: Intent, sure = false): void {
    const { snapshot } = this.store;
    if (!snapshot) return;
    const outcome = resolve(snapshot, intent, this.draft, settings);
    const isFinal = intent.type === 'final';
    const isPlace = intent.type === 'place';
    if ('ask' in outcome) {
      // What is asked about is what can be picked: nothing else stays taken up.
      const { targets } = this.model ?? {};
      const lit = isPlace && targets && canPick([targets], intent.pick);
      this.set(lit ? outcome.ask : { ...outcome.ask, tool: null });
      if (isFinal) this.guard();
      return;
    }
    if (isFinal || isPlace) {
      if (this.waits || (isFinal && this.draft.asks && this.guarded && !sure)) return;
      this.set({ selected: null, asks: null });
      if (isPlace) this.set({ tool: null });
    }
    this.send(...outcome.send);
    if (isFinal && intent.what === 'end_turn') this.draft = NO_DRAFT;
  }

  /** Sends commands. */
  send(...commands: readonly TableCommand[]): void {
    this.notice = null;
    for (const command of commands) {
      if (command.type !== 'trade_talk') this.guard();
      if (command.type === 'act') this.sent = null;
      void this.store.send(command);
    }
  }

  /** Sends the command of a row. */
  do<Id extends SayingId>(...named: Parameters<typeof command<Id>>): void {
    this.send(command(...named));
  }

  /** Says that something cannot be done. */
  say(text: string, clause: string | null, missing: Cards | null = null): void {
    this.notice = { text, missing, clause };
  }

  set(change: Partial<Draft>): void {
    this.draft = { ...this.draft, ...change };
    this.hint();
  }

  /** Tells the others that a counter-offer is being put together, or no longer. */
  hint(): void {
    const { trade } = this.draft;
    const now = trade?.mode === 'counter' ? trade.answers : null;
    const told = this.#preparing;
    if (now === told) return;
    this.#preparing = now;
    if (told !== null) this.store.prepare(told, false);
    if (now !== null) this.store.prepare(now, true);
  }
}
