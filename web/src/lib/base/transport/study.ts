/** What is told of records and positions: by the module where it is in the page, and by the server where it is not. */

import moduleUrl from 'virtual:offline-module';

import { problemOf } from '../problem';
import type { AnalysisPart, Seat } from '../protocol';
import * as studyEndpoints from '../protocol/endpoints/study';
import { reach } from '../reach.svelte';
import { STATIC } from '../site';
import { loadLocal } from './index';
import { respond, send } from './server';
import type { Answer, Question, Study, Ways } from './transport';

/** How many steps are analyzed at a time: what the worker does for a table waits so long at most. */
const PART = 10;

/** How a server is asked. */
const AT_SERVER: Ways<Study> = {
  advise: ({ record, steps, seat }) =>
    send(studyEndpoints.advise, { body: { record, steps, seat } }),
  exercise: ({ view, answers }) => send(studyEndpoints.exercise, { body: { view, answers } }),
  reconsider: ({ record, step, reasons }) =>
    send(studyEndpoints.reconsider, { body: { record, step, reasons } }),
  look: ({ record, step }) => send(studyEndpoints.look, { body: { record, step } }),
};

/** Whether anybody can tell: where nobody can, nothing that asks is offered. */
export function canStudy(): boolean {
  return moduleUrl !== null || (!STATIC && !reach.lost);
}

/** Asks about a record or a position. */
export async function study<T extends keyof Study>(
  question: Question<Study, T>,
): Promise<Answer<Study, T>> {
  const here = await own();
  if (here) {
    try {
      return await here.ask<T>(question);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  const atServer: (question: Question<Study, T>) => Promise<Answer<Study, T>> =
    AT_SERVER[question.type];
  return atServer(question);
}

/** Begins to load what answers in this browser, for whoever asks soon. */
export function prepareStudy(): void {
  if (moduleUrl === null) return;
  void loadLocal().then(
    ({ prepare }) => {
      prepare();
    },
    // Whoever asks is told.
    () => undefined,
  );
}

/** Whose choices and luck are judged together. */
export type Judged = 'all' | readonly Seat[];

/** A part of an analysis. */
export interface JudgedPart {
  readonly seats: Judged;
  readonly part: AnalysisPart;
}

/**
 * What the steps of a record were worth, part after part: in this browser, as far as some seats decided them `first`, and
 * once `between` is done, as far as the others did. A server judges all of them together.
 */
export async function* analysisOf(
  record: string,
  first: readonly Seat[] = [],
  between: () => Promise<void> = () => Promise.resolve(),
): AsyncGenerator<JudgedPart, void> {
  const here = await own();
  try {
    if (here) {
      let players = 0;
      for await (const judged of analysisHere(here, record, first.length ? first : 'all')) {
        players = judged.part.summaries.length;
        yield judged;
      }
      const others = [...Array(players).keys()].filter((seat) => !first.includes(seat));
      if (!first.length || !others.length) return;
      await between();
      yield* analysisHere(here, record, others);
      return;
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  for await (const part of analysisAtServer(record)) yield { seats: 'all', part };
}

/** The next part is worked out while the one before is read. */
async function* analysisHere(
  here: Here,
  record: string,
  seats: Judged,
): AsyncGenerator<JudgedPart, void> {
  const ask = (from: number) => {
    const asked = here.ask({
      ...{ type: 'analyse', record, from, count: PART },
      ...(seats !== 'all' && { seats: [...seats] }),
    });
    // Whoever has stopped reading need not know.
    asked.catch(() => undefined);
    return asked;
  };
  for (let next: ReturnType<typeof ask> | null = ask(0); next;) {
    const part: AnalysisPart = await next;
    next = part.done < part.steps ? ask(part.done) : null;
    yield { seats, part };
  }
}

async function* analysisAtServer(record: string): AsyncGenerator<AnalysisPart, void> {
  const { body } = await respond(studyEndpoints.analyze, { body: record });
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  let isWhole = false;
  try {
    for (;;) {
      const { value = '', done = true } = (await reader?.read()) ?? {};
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const part = JSON.parse(line) as AnalysisPart;
        isWhole = part.done >= part.steps;
        yield part;
      }
      if (done) break;
    }
  } finally {
    // The server stops when nobody reads any more.
    void reader?.cancel().catch(() => undefined);
  }
  if (!isWhole) throw new Error('the analysis has broken off');
}

/** Who answers in this browser. */
type Here = NonNullable<Awaited<ReturnType<typeof own>>>;

/** That one; null where the server has to. */
async function own() {
  if (moduleUrl === null && !STATIC) return null;
  const { local, available } = await loadLocal();
  return available || STATIC ? local : null;
}

/** Whether the page has no module after all, where there is a server. */
function isMissing(error: unknown): boolean {
  return !STATIC && problemOf(error).code === 'cannot_play_here';
}
