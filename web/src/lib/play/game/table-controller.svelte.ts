/**
 * The player's side of a table: every button, pick and key of the page ends in one of these methods, or in those of
 * what is put together here, a trade or a choice of cards.
 */

import { canPick, type Pick } from '../board/targets';
import { NO_CARDS, only } from '../../base/cards';
import type { Resource } from '../../base/protocol';
import type { ActionButton, ButtonId } from './actions';
import { Choosing } from './choosing.svelte';
import { Interaction } from './interaction.svelte';
import { NO_DRAFT } from './draft';
import type { LogLine } from './log-lines';
import { openTrade, type TableSnapshot } from './snapshot';
import { Trading } from './trading.svelte';

/** The player's side of a table. */
export class TableController extends Interaction {
  readonly trading = new Trading(this);
  readonly choosing = new Choosing(this);

  /** The last trade that two others have closed; null when it is no news any more. */
  news = $state.raw<LogLine | null>(null);

  /** Whether there is something to tell of trades beside the panel. */
  get hasWord(): boolean {
    const stance = this.model?.stance;
    return this.news !== null || !!stance?.declinesAll || !!stance?.blocks;
  }

  /** Puts away what no longer fits the table. To be called whenever the table has moved on. */
  tidy(before: TableSnapshot | null): void {
    const { snapshot } = this.store;
    if (!snapshot) return;
    const entries = before ? this.store.log.filter(({ seq }) => seq > before.seq) : [];
    const turned =
      before &&
      (before.view.turn !== snapshot.view.turn || before.view.active !== snapshot.view.active);
    if (before && before.view.special !== snapshot.view.special) this.guard();
    const awaited = before?.view.phase.type !== snapshot.view.phase.type;
    if (turned) {
      this.guard();
      this.sent = null;
      const keepsTrade = this.draft.trade?.mode === 'suggest' && snapshot.choices.suggest;
      this.draft = { ...NO_DRAFT, trade: keepsTrade ? this.draft.trade : null };
    } else if (awaited) {
      const discards = snapshot.choices.discard > 0 && before?.view.phase.type === 'discard';
      this.set({ selected: null, asks: null, ...(discards ? {} : { tray: NO_CARDS }) });
      if (!openTrade(snapshot) && this.draft.trade?.mode === 'counter') this.trading.close();
    }
    const { asks, selected } = this.draft;
    if ((asks || selected) && !this.model?.confirmation) this.set({ asks: null, selected: null });
    this.trading.reopen(snapshot, entries);
    this.hint();
  }

  /** Presses a button of the turn. Returns whether there is now something to pick on the board. */
  press(button: ActionButton): boolean {
    const { id, enabled, label, why, clause, missing } = button;
    if (!enabled) {
      this.say(`${label}: ${why ?? ''}`, clause, this.trading.possible ? missing : null);
      return false;
    }
    this.notice = null;
    switch (id) {
      case 'development_card':
        this.want({ type: 'final', what: id });
        return false;
      case 'trade':
        this.trading.toggle();
        return false;
      default:
        this.set({ tool: button.pressed ? null : id, selected: null, asks: null, chooser: null });
        return !button.pressed;
    }
  }

  /** Presses the button with this name, such as by its key. */
  pressById(id: ButtonId): boolean {
    const button = this.model?.actions.find((each) => each.id === id);
    return button ? this.press(button) : false;
  }

  /**
   * Picks a place on the board. What is lit and can be taken back is built at once; all else asks, and
   * the same pick again is the yes.
   */
  pick(pick: Pick): void {
    const { model } = this;
    if (!model || this.waits) return;
    const prepared = canPick([model.targets], pick);
    if (prepared || canPick(model.quiet, pick)) this.want({ type: 'place', pick, prepared });
  }

  /** Says yes to the question that stands. */
  confirm(): void {
    const { selected, asks } = this.draft;
    if (!this.model?.confirmation || this.waits) return;
    if (asks) this.want({ type: 'final', what: asks }, true);
    else if (selected) this.pick(selected);
  }

  /** Says no to the question, or puts away what was taken up. Returns whether there was anything. */
  cancel(): boolean {
    const { selected, asks, trade, chooser, tool } = this.draft;
    this.notice = null;
    if (asks) this.set({ asks: null });
    else if (selected) this.set({ selected: null });
    else if (chooser) this.set({ chooser: null, tray: NO_CARDS });
    else if (trade) this.trading.close();
    else if (tool) this.set({ tool: null });
    else return false;
    return true;
  }

  /** Takes the last step back. */
  undo(): void {
    this.set({ selected: null, asks: null });
    this.do('undo');
  }

  /** Presses the large button. */
  pressPrimary(): void {
    const button = this.model?.primary;
    if (!button) return;
    if (!button.enabled) this.say(button.why ?? '', button.clause);
    else if (this.waits || this.guarded) return;
    else if (button.kind === 'end_turn') this.want({ type: 'final', what: 'end_turn' });
    else {
      this.do('act', { type: button.kind });
      this.draft = NO_DRAFT;
    }
  }

  /** Forgoes what the moment offers: the theft, the robber, an interruption, more building. */
  pass(): void {
    if (!this.store.snapshot?.choices.pass || this.waits) return;
    this.set({ selected: null, tool: null });
    this.do('pass');
  }

  /** Taps a heap of the hand: what that means depends on what is open. */
  tapCard(resource: Resource): void {
    if (this.store.snapshot?.choices.discard) this.choosing.add(resource);
    else if (this.draft.trade) this.trading.add('give', resource);
    else if (this.trading.possible) this.trading.open({ give: only(resource, 1) });
  }
}
