/**
 * A table that is open on this page, apart from how it is drawn: the connection, what the player is
 * about to do, who holds the device, the chat, and what is said aloud. Every view of a table is given
 * one of these.
 */

import { joinTable, problemOf } from '../api';
import { saidText } from '../chat/phrases';
import { Chat } from '../chat/chat.svelte';
import { announce } from '../game/announce';
import { HotSeat } from '../game/hot-seat.svelte';
import type { LogLine } from '../game/log-lines';
import { nameBefore, type TableSnapshot } from '../game/snapshot';
import { GameStore } from '../game/store.svelte';
import { TableController, type Notice } from '../game/table-controller.svelte';
import { t } from '../language/messages';
import { loadProblems } from '../language/problems.svelte';
import { beginsAtOnce } from '../lobby/readiness';
import { listenToOtherTabs, tellOtherTabs } from '../other-tabs';
import type { AnyProblem } from '../problem';
import { problemText } from '../problem-text';
import type { ChatLine, LogEntry, Seat } from '../protocol';
import { settings } from '../settings.svelte';
import { Announcer } from './announcer.svelte';
import { passesByItself } from './auto-pass';
import { Highlights } from './highlights.svelte';
import { play, type Sound } from './sound';
import { soundOf } from './sound-of';

/** How long a game that waits for nobody else may take to begin. */
const PATIENCE_MS = 3000;

/** What a lesson says where it is asked in words. */
export interface Teaches {
  /** What is to be done, and what is done already. */
  goal: () => readonly string[];
  /** How to go on. */
  hint: () => readonly string[];
}

/** A table that is open on this page. */
export class TableSession {
  readonly store: GameStore;
  readonly controller: TableController;
  readonly hotSeat: HotSeat;
  readonly chat: Chat;
  readonly announcer = new Announcer();
  readonly highlights = new Highlights();

  /** The lesson that is taken here; null at a table that is none. */
  lesson: Teaches | null = null;

  /** Why sitting down has failed; null where it has not. */
  joinProblem = $state<string | null>(null);
  /** The name with which this page has asked for a seat of a running game; null where it has not. */
  askedAs = $state<string | null>(null);
  #patient = $state(true);

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

  /** Takes a seat, or asks for one where the game has begun. */
  async join(name: string, seat: Seat | null): Promise<void> {
    this.joinProblem = null;
    settings.name = name;
    try {
      await joinTable(this.id, name, seat);
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
    if (settings.sound) play(sound, settings.volume);
  }

  #moved(
    before: TableSnapshot | null,
    entries: readonly LogEntry[],
    lines: readonly LogLine[],
  ): void {
    this.controller.tidy(before);
    const { snapshot } = this.store;
    if (!snapshot) return;
    const answersItself = passesByItself(snapshot, settings);
    const level = settings.speech;
    this.announcer.announce(announce(before, snapshot, entries, { lines, answersItself, level }));
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
    const sound = soundOf(before, snapshot, entries);
    if (sound) this.sound(sound);
    this.highlights.show(before, snapshot, entries, lines);
  }

  #heard(lines: readonly ChatLine[]): void {
    for (const line of lines) {
      const own = line.seat === this.store.snapshot?.table.you;
      if (own || this.chat.isMuted(line.name)) continue;
      this.announcer.say(t('chat.says', { name: line.name, text: saidText(line) }));
    }
  }
}

function notice(text: string, clause: string | null = null): Notice {
  return { text, missing: null, clause };
}

function noticeOf(problem: AnyProblem): Notice {
  return notice(problemText(problem), problem.clause);
}
