/** A lesson that is taken at a table: what is reached, and what is said about it. */

import { t } from '../language/messages';
import type { Teaches, TableSession } from '../table/session.svelte';
import { judge, type Verdict } from './judge';
import type { Goal, Lesson } from './lessons';
import { finish } from './start';

/** What is to be done, and whether it is. */
export interface Step {
  readonly goal: Goal;
  readonly done: boolean;
}

/** The lesson at an open table. Create it while a component is being set up. */
export class TakenLesson implements Teaches {
  readonly #verdict: Verdict | null = $derived.by(() => {
    const { snapshot, log } = this.session.store;
    const goals = this.lesson.goals.map(({ id }) => id);
    return snapshot?.started ? judge(goals, snapshot, log) : null;
  });

  readonly steps: readonly Step[] = $derived.by(() =>
    this.lesson.goals.map((goal, index) => ({
      goal,
      done: this.#verdict?.reached[index] ?? false,
    })),
  );
  readonly finished: boolean = $derived(this.steps.every(({ done }) => done));
  readonly strayed: boolean = $derived(this.#verdict?.strayed ?? false);
  readonly next: Goal | null = $derived(this.steps.find(({ done }) => !done)?.goal ?? null);
  readonly reached: number = $derived(this.steps.filter(({ done }) => done).length);

  constructor(
    readonly lesson: Lesson,
    private readonly session: TableSession,
  ) {
    session.lesson = this;
    let known: readonly Goal[] | null = null;
    // What is reached is said aloud; what was reached before the page was opened is not.
    $effect(() => {
      if (!this.#verdict) return;
      const done = this.steps.filter((step) => step.done).map(({ goal }) => goal);
      const before = known;
      known = done;
      if (this.finished) finish(lesson);
      if (!before) return;
      const fresh = done.filter((goal) => !before.includes(goal));
      for (const goal of fresh) session.announcer.say(t('learn.reached', { step: goal.text() }));
      if (this.finished && fresh.length) session.announcer.say(t('learn.finished'));
    });
  }

  goal(): readonly string[] {
    const { lesson, steps } = this;
    return [
      lesson.aim(),
      lesson.text(),
      ...steps.map(({ goal, done }) => stepText(goal, done)),
      ...(this.strayed ? [t('learn.strayed')] : []),
    ];
  }

  hint(): readonly string[] {
    return [this.next?.hint() ?? t('learn.finished')];
  }
}

/** A goal, and whether it is reached: `Done: Roll the dice`. */
export function stepText(goal: Goal, done: boolean): string {
  return t('learn.step', { done: done ? 'yes' : 'no', step: goal.text() });
}
