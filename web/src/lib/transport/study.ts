/** What is told of records and positions: by the module where it is in the page, and by the server where it is not. */

import moduleUrl from 'virtual:offline-module';

import { problemOf } from '../problem';
import type { AnalysisPart } from '../protocol';
import { reach } from '../reach.svelte';
import { STATIC } from '../site';
import { loadLocal } from './index';
import { respond, send, type Way } from './server';
import type { Answer, Question, Study } from './transport';

/** How many steps are analyzed at a time: what the worker does for a table waits so long at most. */
const PART = 10;

const WAYS: { readonly [T in keyof Study]: (question: Question<Study, T>) => Way } = {
  advise: ({ record, steps, seat }) => ['POST', 'advice', { record, steps, seat }],
  exercise: ({ view, answers }) => ['POST', 'exercise', { view, answers }],
  reconsider: ({ record, step }) => ['POST', 'reconsider', { record, step }],
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
  return send<Answer<Study, T>>(...WAYS[question.type](question as never));
}

/** What the steps of a record were worth, part after part. */
export async function* analysisOf(record: string): AsyncGenerator<AnalysisPart, void> {
  const here = await own();
  try {
    for (let from = 0; here;) {
      const part = await here.ask({ type: 'analyse', record, from, count: PART });
      yield part;
      from = part.done;
      if (from >= part.steps) return;
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  yield* analysisAtServer(record);
}

async function* analysisAtServer(record: string): AsyncGenerator<AnalysisPart, void> {
  const { body } = await respond('POST', 'analysis', record);
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

/** Who answers in this browser; null where the server has to. */
async function own() {
  if (moduleUrl === null && !STATIC) return null;
  const { local, available } = await loadLocal();
  return available || STATIC ? local : null;
}

/** Whether the page has no module after all, where there is a server. */
function isMissing(error: unknown): boolean {
  return !STATIC && problemOf(error).code === 'cannot_play_here';
}
