/** The editor: what is drawn on each frame, what the rules say of it, and what can be done with it. */

import { problemOf, type AnyProblem } from '../../base/problem';
import type { DraftOrder, DraftReport } from '../../base/protocol';
import { randomHex } from '../../base/random-hex';
import { ask, editions } from '../../base/transport';
import {
  draftOf,
  emptyDraft,
  isEmpty,
  painted,
  textOf,
  type Draft,
  type Spot,
  type Tool,
} from './draft';
import { FRAMES, type FrameName } from './frame';
import { begin, change, redo, undo, type History } from './history';
import { readKept, writeKept } from './kept';

/** How long nothing is drawn before the rules are asked. */
const PAUSE_MS = 150;
/** Bytes of chance for an island. */
const SEED_BYTES = 8;

/** How fair a random island is to be. */
export type Fairness = 'any' | 'apart' | 'balanced';

export class Editor {
  frameName = $state<FrameName>('standard');
  tool = $state.raw<Tool>({ type: 'terrain', terrain: 'hills' });
  fairness = $state<Fairness>('apart');
  /** What the rules say of what was drawn last. */
  report = $state.raw<DraftReport | null>(null);
  /** What was refused last. */
  problem = $state.raw<AnyProblem | null>(null);
  busy = $state(false);
  #histories = $state.raw() as Record<FrameName, History>;
  readonly #history = $derived.by(() => this.#histories[this.frameName]);
  readonly draft = $derived.by(() => this.#history.present);
  readonly frame = $derived.by(() => FRAMES[this.frameName]);
  readonly text = $derived.by(() => textOf(this.draft));
  /** Whether the report is of what is drawn now. */
  readonly isJudged = $derived.by(() => this.report?.text === this.text);
  /** Whether it can be played on. */
  readonly isDone = $derived.by(
    () => this.isJudged && !this.report?.faults.length && !this.report?.gaps.length,
  );
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    const { frame, drafts } = readKept();
    this.frameName = frame;
    this.#histories = { standard: begin(drafts.standard), large: begin(drafts.large) };
    this.#judgeSoon(0);
  }

  get canUndo(): boolean {
    return this.#history.past.length > 0;
  }

  get canRedo(): boolean {
    return this.#history.future.length > 0;
  }

  /** Looks at the other frame, on which another draft may be. */
  chooseFrame(frame: FrameName): void {
    if (frame === this.frameName) return;
    this.frameName = frame;
    this.report = null;
    this.#keep();
  }

  /** Draws at a spot; `along` with what was drawn before it in one stroke. */
  paint(spot: Spot, tool: Tool = this.tool, along = false): boolean {
    const { draft } = this;
    this.draw(painted(draft, tool, spot), along);
    return draft !== this.draft;
  }

  /** Goes on with another draft. */
  draw(draft: Draft, along = false): void {
    if (draft === this.draft) return;
    this.#step((history) => change(history, draft, along));
  }

  undo(): void {
    this.#step(undo);
  }

  redo(): void {
    this.#step(redo);
  }

  clear(): void {
    if (!isEmpty(this.draft)) this.draw(emptyDraft(this.frameName));
  }

  /** Lays what is not drawn at random. */
  fill(): Promise<boolean> {
    return this.#fill(this.draft);
  }

  /** Lays a whole island at random. */
  layAnew(): Promise<boolean> {
    return this.#fill(emptyDraft(this.frameName));
  }

  /** Draws what a text describes. Returns whether it could be read. */
  read(text: string): Promise<boolean> {
    return this.#ask(() => this.#take(text));
  }

  /** The address of the page with what is drawn. */
  get link(): string {
    return `${pageAddress()}#${this.text}`;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #fill(draft: Draft): Promise<boolean> {
    const { fairness } = this;
    const { players } = this.frame;
    return this.#ask(async () => {
      const [usual] = await editions();
      if (!usual) throw new RangeError('there are no editions');
      const rules = {
        ...usual.rules,
        players,
        reds_apart: fairness !== 'any',
        balanced_board: fairness === 'balanced',
        // A spiral leaves little to choose.
        number_layout: fairness === 'any' ? usual.rules.number_layout : ('shuffled' as const),
      };
      const seed = randomHex(SEED_BYTES);
      const { text } = await ask({
        type: 'fill',
        order: { rules, text: textOf(draft), seed },
      });
      await this.#take(text);
    });
  }

  async #take(text: string): Promise<void> {
    const report = await reportOn(this.frame, text);
    const draft = draftOf(report);
    this.frameName = draft.frame;
    this.report = null;
    if (textOf(draft) !== this.text) this.draw(draft);
    else this.#judgeSoon(0);
  }

  async #ask(done: () => Promise<void>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.problem = null;
    try {
      await done();
      return true;
    } catch (error) {
      this.problem = problemOf(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  #step(next: (history: History) => History): void {
    this.#histories = { ...this.#histories, [this.frameName]: next(this.#history) };
    this.problem = null;
    this.#keep();
  }

  #keep(): void {
    const { standard, large } = this.#histories;
    writeKept({
      frame: this.frameName,
      drafts: { standard: standard.present, large: large.present },
    });
    this.#judgeSoon();
  }

  #judgeSoon(pause = PAUSE_MS): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#judge(), pause);
  }

  async #judge(): Promise<void> {
    const { text, frame } = this;
    try {
      const report = await reportOn(frame, text);
      if (text !== this.text) return;
      this.report = report;
      this.#show();
    } catch (error) {
      if (text === this.text) this.problem = problemOf(error);
    }
  }

  /** The address holds what is drawn: it can be copied, and found again in the history. */
  #show(): void {
    const place = isEmpty(this.draft) ? pageAddress() : this.link;
    history.replaceState(history.state, '', place);
  }
}

/** The address of this page, without what is drawn. */
function pageAddress(): string {
  return location.href.replace(/#.*/, '');
}

/** What is to be said of a drawn board. */
function reportOn({ players }: Omit<DraftOrder, 'text'>, text: string): Promise<DraftReport> {
  return ask({ type: 'draft', order: { players, text } });
}
