import { afterEach, describe, expect, it, vi } from 'vitest';

import { localProblem, ProblemError } from '../problem';
import type { AnalysisPart, SeatSummary } from '../protocol';
import { reach } from '../reach.svelte';

const page = vi.hoisted(() => ({ module: null as string | null, isStatic: false }));
const worker = vi.hoisted(() => ({ available: true, ask: vi.fn() }));

vi.mock('virtual:offline-module', () => ({
  get default() {
    return page.module;
  },
}));
vi.mock('../site', () => ({
  get STATIC() {
    return page.isStatic;
  },
}));
vi.mock('./index', () => ({
  loadLocal: () => Promise.resolve({ local: worker, available: worker.available }),
}));

const { analysisOf, canStudy, study } = await import('./study');

afterEach(() => {
  vi.unstubAllGlobals();
  worker.ask.mockReset();
  Object.assign(worker, { available: true });
  Object.assign(page, { module: null, isStatic: false });
  reach.lost = false;
});

const MISSING = new ProblemError(localProblem({ code: 'cannot_play_here' }));
const EXERCISE = { type: 'exercise' as const, view: 'view-1', answers: ['end'] };

const part = (done: number, steps = 3): AnalysisPart => ({
  ...{ version: 2, steps, done },
  ...{ choices: [], strokes: [], summaries: [] },
});

/** A server that answers so; what is asked of it. */
function serverWith(answer: () => Response): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string, { body }: RequestInit) => {
    asked.push(`${path} ${typeof body === 'string' ? body : ''}`);
    return Promise.resolve(answer());
  });
  return asked;
}

/** An answer that comes in these pieces, and what is called once nobody reads it. */
function inPieces(pieces: readonly string[], cancel = vi.fn()) {
  const text = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    pull: (to) => {
      const next = pieces[sent++];
      if (next === undefined) to.close();
      else to.enqueue(text.encode(next));
    },
    cancel,
  });
  let sent = 0;
  return new Response(body, { headers: { 'content-type': 'application/x-ndjson' } });
}

async function all(record: string): Promise<number[]> {
  const done: number[] = [];
  for await (const each of analysisOf(record)) done.push(each.part.done);
  return done;
}

describe('a question about a record or a position', () => {
  it.each([
    ['a page with the module', '/module.wasm', false, true, true],
    ['a page without it, and its server', null, false, false, true],
    ['a page without it that reaches no server', null, false, true, false],
    ['a site without a server, with the module', '/module.wasm', true, true, true],
    ['a site without both', null, true, false, false],
  ])('can be asked of %s: %#', (_, module, isStatic, lost, offered) => {
    Object.assign(page, { module, isStatic });
    reach.lost = lost;
    expect(canStudy()).toBe(offered);
  });

  it('goes to the module where it is, and not to the server', async () => {
    page.module = '/module.wasm';
    worker.ask.mockResolvedValue('told');
    const asked = serverWith(() => Response.json('the server'));
    expect(await study(EXERCISE)).toBe('told');
    expect(asked).toEqual([]);
  });

  it('goes to the server where the page has no module, or finds none', async () => {
    const asked = serverWith(() => Response.json('the server'));
    expect(await study(EXERCISE)).toBe('the server');
    page.module = '/gone.wasm';
    worker.ask.mockRejectedValue(MISSING);
    expect(await study(EXERCISE)).toBe('the server');
    worker.available = false;
    expect(await study(EXERCISE)).toBe('the server');
    const question = '/api/exercise {"view":"view-1","answers":["end"]}';
    expect(asked).toEqual([question, question, question]);
  });

  it('is refused where the module refuses it', async () => {
    page.module = '/module.wasm';
    worker.ask.mockRejectedValue(new ProblemError(localProblem({ code: 'unknown' }, 'no view')));
    const asked = serverWith(() => Response.json('the server'));
    await expect(study(EXERCISE)).rejects.toThrow('no view');
    expect(asked).toEqual([]);
  });
});

describe('an analysis', () => {
  it('is asked of the module part by part', async () => {
    page.module = '/module.wasm';
    worker.ask.mockImplementation(({ from }: { from: number }) => Promise.resolve(part(from + 1)));
    expect(await all('record')).toEqual([1, 2, 3]);
  });

  it('is of some seats first, and of the others once they are waited for', async () => {
    page.module = '/module.wasm';
    const summaries = [0, 1, 2].map(() => ({}) as SeatSummary);
    worker.ask.mockImplementation(({ from }: { from: number }) =>
      Promise.resolve({ ...part(from + 1, 2), summaries }),
    );
    let go = () => {};
    const between = new Promise<void>((resolve) => (go = resolve));
    const judged: unknown[] = [];
    const read = (async () => {
      for await (const { seats } of analysisOf('record', [1], () => between)) judged.push(seats);
    })();
    await vi.waitFor(() => {
      expect(judged).toEqual([[1], [1]]);
    });
    expect(worker.ask).toHaveBeenCalledTimes(2);
    go();
    await read;
    expect(judged.slice(2)).toEqual([
      [0, 2],
      [0, 2],
    ]);
    expect(worker.ask).toHaveBeenLastCalledWith(
      expect.objectContaining({ from: 1, seats: [0, 2] }),
    );
  });

  it('comes from the server line by line, however it is cut', async () => {
    const lines = [part(1), part(2), part(3)].map((each) => `${JSON.stringify(each)}\n`).join('');
    for (const size of [1, 7, 40, lines.length]) {
      const pieces = lines.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      const asked = serverWith(() => inPieces(pieces));
      expect(await all('record')).toEqual([1, 2, 3]);
      expect(asked).toEqual(['/api/analysis record']);
    }
  });

  it('fails where it breaks off', async () => {
    serverWith(() => inPieces([`${JSON.stringify(part(1))}\n`]));
    await expect(all('record')).rejects.toThrow('broken off');
  });

  it('ends at the server when nobody reads it any more', async () => {
    const cancel = vi.fn();
    const line = `${JSON.stringify(part(1))}\n`;
    serverWith(() => inPieces([line, line, line], cancel));
    for await (const each of analysisOf('record')) {
      expect(each.part.done).toBe(1);
      break;
    }
    await vi.waitFor(() => expect(cancel).toHaveBeenCalled());
  });

  it('is asked of the server where the module is missing', async () => {
    page.module = '/gone.wasm';
    worker.ask.mockRejectedValue(MISSING);
    serverWith(() => inPieces([`${JSON.stringify(part(3))}\n`]));
    expect(await all('record')).toEqual([3]);
  });
});
