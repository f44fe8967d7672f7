/**
 * A table that is open on this page, apart from how it is drawn: the connection, what the player is
 * about to do, who holds the device, the chat, and what is said aloud. Every view of a table is given
 * one of these.
 */

import { Pointing } from '../board/pointing.svelte';
import { Chat } from '../chat/chat.svelte';
import type { Notice } from '../game/interaction.svelte';
import { HotSeat } from '../game/hot-seat.svelte';
import type { LogLine } from '../game/log-lines';
import { nameBefore, properName, type TableSnapshot } from '../game/snapshot';
import { GameStore } from '../game/store.svelte';
import { TableController } from '../game/table-controller.svelte';
import { loadMessages, t } from '../../base/language/messages';
import { loadProblems } from '../../base/language/problems.svelte';
import { beginsAtOnce } from '../../make/lobby/begins-at-once';
import { isLocal } from '../../base/local/id';
import type { TableModeration } from '../../people/moderation/at-table.svelte';
import { listenToOtherTabs, tellOtherTabs } from '../../base/other-tabs';
import type { Invitation } from '../../base/page/invitation';
import { problemOf, type AnyProblem } from '../../base/problem';
import { problemText } from '../../base/problem-text';
import type { ChatLine, LogEntry, Seat } from '../../base/protocol';
import { tablePath } from '../../base/router.svelte';
import { settings } from '../../base/settings.svelte';
import { STATIC } from '../../base/site';
import { ask } from '../../base/transport';
import { Announcer } from './announcer.svelte';
import { Highlights } from './highlights.svelte';
import type { Sound } from './sound';
import { untilLoaded } from './until-loaded';

type Narration = typeof import('./narration');

/** How long a game that waits for nobody else may take to begin. */
const PATIENCE_MS = 3000;

/** A table that is open on this page. */
export class TableSession {
  readonly store: GameStore;
  readonly controller: TableController;
  readonly hotSeat: HotSeat;
  readonly chat: Chat;
  readonly announcer = new Announcer();
  readonly highlights = new Highlights();
  readonly pointing = new Pointing();

  /** What can be done about the people at the table, and what the site's host has to tell; null until it is loaded. */
  moderation = $state.raw<TableModeration | null>(null);
  /** Shows what the coach would do; null where there is no coach. */
  hint: (() => void) | null = null;
  /** The rematch of which the viewer wants to hear no more. */
  #declined = $state<string | null>(null);
  /** Why sitting down has failed; null where it has not. */
  joinProblem = $state<string | null>(null);
  /** The name with which this page has asked for a seat of a running game; null where it has not. */
  askedAs = $state<string | null>(null);
  #patient = $state(true);
  /** What tells of the game; null until it is loaded, which the table does not wait for. */
  #narration: Narration | null = null;
  /** What is to be told as soon as that is loaded; null before it is asked for. */
  #untold: ((narration: Narration) => void)[] | null = null;

  /** Whether the table still waits for its players. */
  readonly waiting: boolean = $derived.by(() => {
    const { snapshot } = this.store;
    if (!snapshot || snapshot.started) return false;
    // A game that begins by itself is not worth a page of its own, unless it does not begin.
    return !(this.#patient && beginsAtOnce(snapshot));
  });

  /** What is to be read now: why something cannot be done, or what has gone wrong. */
  readonly notice: Notice | null = $derived.by(() => {
    const { problem } = this.store;
    return this.controller.notice ?? (problem && noticeOf(problem));
  });

  /** What invites the viewer to a rematch; null where nothing does. */
  readonly invitation: Invitation | null = $derived.by(() => {
    const { next, nextBy: by, snapshot } = this.store;
    if (next === null || !snapshot || next === this.#declined) return null;
    const { you, yours } = snapshot.table;
    const name = by === null || yours.includes(by) ? null : properName(snapshot, by);
    return {
      id: next,
      text: name === null ? t('session.rematch') : t('session.wantsRematch', { name }),
      action: t(you === null ? 'session.watch' : 'session.join'),
      href: tablePath(next),
      onclose: () => (this.#declined = next),
    };
  });

  constructor(readonly id: string) {
    this.store = new GameStore(id, {
      moved: (before, entries, lines) => {
        this.#moved(before, entries, lines);
      },
      said: (lines) => {
        this.#heard(lines);
      },
    });
    this.controller = new TableController(this.store);
    this.hotSeat = new HotSeat(this.store);
    this.chat = new Chat(this.store);
  }

  /** Opens the connection. The function that it returns closes the table. */
  start(): () => void {
    const { store } = this;
    store.start();
    void this.#loadOrder();
    const patience = setTimeout(() => (this.#patient = false), PATIENCE_MS);
    const stopListening = listenToOtherTabs(this.id, () => store.reconnect());
    const hurry = () => {
      store.hurry();
    };
    const seen = () => {
      if (document.visibilityState === 'visible') hurry();
    };
    addEventListener('online', hurry);
    document.addEventListener('visibilitychange', seen);
    return () => {
      store.stop();
      this.highlights.stop();
      clearTimeout(patience);
      stopListening();
      removeEventListener('online', hurry);
      document.removeEventListener('visibilitychange', seen);
    };
  }

  /** Nobody else is at a table of this browser alone. */
  async #loadOrder(): Promise<void> {
    if (STATIC || isLocal(this.id)) return;
    try {
      const loaded = [import('../../people/moderation/parts'), loadMessages('moderation')] as const;
      const [{ TableModeration }] = await Promise.all(loaded);
      this.moderation = new TableModeration(this.id, this.chat, () => {
        this.tell(t('table.notLoaded'));
      });
    } catch {
      // The table does without.
    }
  }

  /** Takes a seat, or asks for one where the game has begun. */
  async join(name: string, seat: Seat | null): Promise<void> {
    this.joinProblem = null;
    settings.name = name;
    try {
      await ask({ type: 'join', table: this.id, name, seat });
      this.askedAs = this.store.snapshot?.started ? name : null;
      tellOtherTabs(this.id);
      this.store.reconnect();
    } catch (error) {
      await loadProblems();
      this.joinProblem = problemText(problemOf(error));
    }
  }

  /** Takes a seat again that this page's people have given up. */
  reclaim(seat: Seat): void {
    const { snapshot } = this.store;
    const name = snapshot && nameBefore(snapshot, seat, snapshot.seq + 1);
    void this.join(name ?? settings.name.trim(), seat);
  }

  /** Sets the same people and options up again. Returns the new table; null where that has failed. */
  async rematch(): Promise<string | null> {
    try {
      return await this.store.rematch();
    } catch (error) {
      await loadProblems();
      this.controller.notice = noticeOf(problemOf(error));
      return null;
    }
  }

  /** Shows a notice. */
  tell(text: string): void {
    this.controller.notice = notice(text);
  }

  /** Puts the notice away. */
  closeNotice(): void {
    this.controller.notice = null;
    this.store.problem = null;
  }

  /** Plays a sound, where the player wants to hear any. */
  sound(sound: Sound): void {
    if (settings.sound) this.#narration?.play(sound, settings.volume);
  }

  /** Has something told, now or as soon as what tells it is loaded. */
  #tell(tell: (narration: Narration) => void): void {
    if (this.#narration) tell(this.#narration);
    else if (this.#untold) this.#untold.push(tell);
    else {
      this.#untold = [tell];
      void loadNarration().then((narration) => {
        this.#narration = narration;
        this.store.write(() => new narration.LogBook());
        for (const waiting of this.#untold ?? []) waiting(narration);
      });
    }
  }

  #moved(
    before: TableSnapshot | null,
    entries: readonly LogEntry[],
    lines: readonly LogLine[],
  ): void {
    this.controller.tidy(before);
    const { snapshot } = this.store;
    if (!snapshot) return;
    this.#tell(({ narrate }) => {
      const told = lines.length ? lines : linesOf(entries, this.store.lines);
      narrate(this, { before, snapshot, entries, lines: told });
    });
    if (!before) return;
    if (snapshot.view.time_up && !before.view.time_up) {
      this.controller.notice = notice(t('session.timeUp'), 'WIN-05');
    }
    const { yours } = snapshot.table;
    const reminded = entries.some(
      ({ at_table }) => at_table?.type === 'reminded' && yours.includes(at_table.seat),
    );
    if (reminded) {
      this.announcer.call(t('session.everybodyWaitsCall'));
      this.controller.notice = notice(t('session.everybodyWaits'));
      this.sound('seven');
    }
    this.highlights.show(before, snapshot, entries);
  }

  #heard(lines: readonly ChatLine[]): void {
    for (const line of lines) {
      const own = line.seat === this.store.snapshot?.table.you;
      if (own || this.chat.isMuted(line.name)) continue;
      this.#tell(({ chatLine }) => {
        this.announcer.say(chatLine(line));
      });
    }
  }
}

/** The lines that these entries have in the log. */
function linesOf(entries: readonly LogEntry[], lines: readonly LogLine[]): LogLine[] {
  const told = new Set(entries.map(({ seq }) => seq));
  return lines.filter(({ seq }) => told.has(seq));
}

function notice(text: string, clause: string | null = null): Notice {
  return { text, missing: null, clause };
}

function noticeOf(problem: AnyProblem): Notice {
  return notice(problemText(problem), problem.clause);
}

/** What is told of a game, in words and sounds. */
async function loadNarration() {
  const load = () => Promise.all([import('./narration'), loadMessages('narration', 'switches')]);
  const [narration] = await untilLoaded(load);
  return narration;
}
