/**
 * A console: a command line, and the column of what is typed and what is answered. There is one for a game, one
 * for the waiting room, one for a replay, one for a question, and one for the set-up; they differ in the commands that they execute.
 */

import { untrack } from 'svelte';

import { loadMessages, t } from '../../base/language/messages';
import type { TableSnapshot } from '../game/snapshot';
import { router } from '../../base/router.svelte';
import type { Announcer } from '../table/announcer.svelte';
import type { TableSession } from '../table/session.svelte';
import { help, helpLine } from './answers';
import { complete } from './complete';
import { parse } from './parse';
import type { AboutPeople, Command, CommandId } from './commands';
import { PlaceNames } from './places';
import type { Known, KnownTable } from './reader';
import { NOTHING, refusal, replies, reply, type Reply } from './reply';

/** A line of the column. */
export interface Entry {
  readonly id: number;
  readonly kind: 'typed' | 'heard' | 'answer' | 'problem' | 'question';
  readonly lines: readonly string[];
  /** The clause of the rules that says so; null where none does. */
  readonly clause: string | null;
}

const KEPT = 200;

/** Create it while a component is being set up. */
export abstract class Console<K extends Known = Known> {
  entries = $state.raw<readonly Entry[]>([]);
  /** What was typed, oldest first. */
  readonly typed: string[] = [];

  #count = 0;
  #writes = false;
  /** Commands are carried out in order: each waits for the answer to the one before. */
  #queue: Promise<void> = Promise.resolve();
  /** What is done on a yes; null where nothing is asked. */
  #asked: (() => void) | null = null;

  constructor(protected readonly announcer: Announcer) {
    $effect(() => {
      announcer.listener = (text) => {
        if (!this.#writes) this.write('heard', [text]);
      };
      return () => (announcer.listener = null);
    });
  }

  /** Which commands it knows. */
  abstract readonly mode: K['mode'];

  /** Commands that are of no use there, and that the help leaves out. */
  get hidden(): readonly CommandId[] {
    return [];
  }

  /** What is known there; null before there is anything. */
  abstract get known(): K | null;

  protected abstract execute(command: Command, known: K): Promise<Reply> | Reply;

  /** What an empty line means. */
  protected abstract defaultCommand(): Command;

  /** How the line may go on. */
  completions(line: string): readonly string[] {
    const { known } = this;
    return known ? complete(line, known) : [];
  }

  /** Does what a line says, once all before it is done. */
  submit(line: string): Promise<void> {
    const text = line.trim();
    if (text) {
      this.typed.push(text);
      this.write('typed', [text]);
    }
    this.#queue = this.#queue.then(() => this.run(text));
    return this.#queue;
  }

  protected async run(text: string): Promise<void> {
    const { known } = this;
    if (!known) return;
    const command = text
      ? parse(text, known)
      : { command: this.#asked ? NO : this.defaultCommand() };
    if ('problem' in command) {
      const meant = command.meant ? [t('textAnswers.didYouMean', { meant: command.meant })] : [];
      this.tell({ lines: [command.problem, ...meant], clause: null, isProblem: true });
      return;
    }
    this.tell(this.#answered(command.command) ?? (await this.execute(command.command, known)));
  }

  /** What is answered by what is loaded for it, or that it cannot be loaded. */
  protected async loaded<R>(answer: () => Promise<R>): Promise<R | Reply> {
    try {
      return await answer();
    } catch {
      return refusal(t('textView.notLoaded'));
    }
  }

  /** Asks before something is done that cannot be taken back. */
  protected ask(question: string, run: () => void): void {
    this.#asked = run;
    const text = t('textAnswers.question', { title: question, detail: '' });
    this.say('question', [text.replace(/ {2,}/gu, ' ')], null, true);
  }

  /** The answer to what was asked; null where nothing was. Any other command answers with no. */
  #answered({ id }: Command): Reply | null {
    const asked = this.#asked;
    this.#asked = null;
    if (!asked) return null;
    if (id === 'no') return replies([t('textAnswers.cancelled')]);
    if (id !== 'yes') return null;
    asked();
    return NOTHING;
  }

  /** What means the same in every console; nothing else is known there. */
  protected general(command: Command): Reply {
    switch (command.id) {
      case 'home':
        router.go('/');
        return NOTHING;
      case 'again':
        return this.#repeat();
      case 'help':
        return command.about ? reply(helpLine(command.about)) : help(this.mode, this.hidden);
      default:
        return refusal(t('textAnswers.nothingAsked'));
    }
  }

  /** Says the last thing again. */
  #repeat(): Reply {
    const last = this.entries.findLast(({ kind }) => kind !== 'typed');
    return last ? { ...last, isProblem: false } : refusal(t('textAnswers.nothingSaid'));
  }

  protected tell({ lines, clause, isProblem }: Reply): void {
    if (lines.length) this.say(isProblem ? 'problem' : 'answer', lines, clause, isProblem);
  }

  protected say(
    kind: Entry['kind'],
    lines: readonly string[],
    clause: string | null,
    now: boolean,
  ): void {
    this.write(kind, lines, clause);
    const text = lines.join(' ');
    this.#writes = true;
    if (now) this.announcer.call(text);
    else this.announcer.say(text);
    this.#writes = false;
  }

  protected write(
    kind: Entry['kind'],
    lines: readonly string[],
    clause: string | null = null,
  ): void {
    this.#count += 1;
    // An effect that speaks must not run again because what it says is written down.
    const before = untrack(() => this.entries);
    this.entries = [...before, { id: this.#count, kind, lines, clause }].slice(-KEPT);
  }
}

/** The console of a table. Create it while a component is being set up. */
export abstract class TableConsole extends Console<KnownTable> {
  #places: PlaceNames | null = null;

  /** The table; null before it has answered. */
  protected abstract get snapshot(): TableSnapshot | null;

  /** Does something about somebody at the table, or asks first. */
  protected aboutPeople(command: AboutPeople, session: TableSession): Promise<Reply> {
    return this.loaded(async () => {
      const loaded = [import('./about-people'), loadMessages('moderation')] as const;
      const [{ aboutPeople }] = await Promise.all(loaded);
      const said = aboutPeople(command, session, (later) => {
        this.tell(later);
      });
      if (!('ask' in said)) return said;
      this.ask(said.ask, said.run);
      return NOTHING;
    });
  }

  override get known(): KnownTable | null {
    const { mode, snapshot } = this;
    if (!snapshot) return null;
    if (this.#places?.board !== snapshot.board) this.#places = new PlaceNames(snapshot.board);
    return { snapshot, places: this.#places, mode };
  }
}

const NO: Command = { id: 'no' };
