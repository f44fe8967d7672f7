import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { ClientMessage, ServerMessage } from '../../base/protocol';
import type { Socket } from '../../base/transport/transport';
import { askedDelay, Connection, retryDelay } from './connection';
import { ofTab } from './returning';
import { WELCOME } from './test-snapshot';

/** A socket whose other end is the test. */
class Line implements Socket {
  readyState: Socket['readyState'] = 0;
  onopen: Socket['onopen'] = null;
  onclose: Socket['onclose'] = null;
  onmessage: Socket['onmessage'] = null;
  readonly sent: ClientMessage[] = [];

  send(data: string): void {
    this.sent.push(JSON.parse(data) as ClientMessage);
  }

  close(): void {
    this.cut();
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.({} as Event);
  }

  say(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  }

  cut(reason = ''): void {
    this.readyState = 3;
    this.onclose?.({ reason } as CloseEvent);
  }
}

const lines: Line[] = [];
const online: boolean[] = [];
let seen: number | null = null;

/** What was sent but the questions whether the server is there. */
function sent(index: number): ClientMessage[] {
  return line(index).sent.filter(({ type }) => type !== 'beat');
}

/** Lets time pass on a line whose other end is there. */
function pass(index: number, ms: number): void {
  for (let passed = 0; passed < ms; passed += 100) {
    vi.advanceTimersByTime(100);
    line(index).say({ type: 'beat', now_ms: passed });
  }
}

function connect(): Connection {
  const connection = new Connection(
    () => {
      const line = new Line();
      lines.push(line);
      return line;
    },
    () => seen,
    { message: () => undefined, online: (now) => online.push(now) },
  );
  connection.start();
  return connection;
}

function line(index: number): Line {
  const found = lines[index];
  if (!found) throw new Error(`there is no line ${index}`);
  return found;
}

beforeEach(() => {
  vi.useFakeTimers();
  lines.length = 0;
  online.length = 0;
  seen = null;
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('says hello with the last sequence number that was seen', () => {
  seen = 17;
  connect();
  line(0).open();
  expect(sent(0)).toEqual([{ type: 'hello', protocol: 4, after: 17 }]);
});

it('shows the pass of its last welcome when it comes back, and whether the game waits for it', () => {
  connect();
  line(0).open();
  const { update } = WELCOME;
  line(0).say({
    ...WELCOME,
    pass: 'a pass',
    update: { ...update, started: true, choices: { ...update.choices, to_act: true } },
  });
  line(0).cut();
  vi.advanceTimersByTime(500);
  line(1).open();
  const returning = { pass: 'a pass', to_act: true };
  expect(sent(1)[0]).toMatchObject({ type: 'hello', returning });
  // Whoever has no seat any more has no pass.
  line(1).say(WELCOME);
  line(1).cut();
  vi.advanceTimersByTime(500);
  line(2).open();
  expect(sent(2)[0]).not.toHaveProperty('returning');
});

it('remembers the pass for each table when the page is loaded again', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  const load = (table: string) => {
    const opened = new Line();
    const events = { message: () => undefined, online: () => undefined };
    new Connection(
      () => opened,
      () => null,
      events,
      undefined,
      undefined,
      ofTab(table),
    ).start();
    opened.open();
    return opened;
  };
  const first = load('pine-otter');
  expect(first.sent[0]).not.toHaveProperty('returning');
  first.say({ ...WELCOME, pass: 'a pass' });
  first.say({
    type: 'update',
    update: {
      ...WELCOME.update,
      started: true,
      choices: { ...WELCOME.update.choices, to_act: true },
    },
  });
  const returning = { pass: 'a pass', to_act: true };
  expect(load('other-table').sent[0]).not.toHaveProperty('returning');
  const again = load('pine-otter');
  expect(again.sent[0]).toMatchObject({ type: 'hello', returning });
  again.say(WELCOME);
  expect(load('pine-otter').sent[0]).not.toHaveProperty('returning');
});

it('puts a long log together that comes in parts', () => {
  const told: ServerMessage[] = [];
  const connection = new Connection(
    () => {
      const opened = new Line();
      lines.push(opened);
      return opened;
    },
    () => seen,
    { message: (message) => told.push(message), online: () => undefined },
  );
  connection.start();
  line(0).open();
  const entry = (seq: number) => ({ seq, undone: null, at_table: null, events: [] });
  const welcome = (...seqs: number[]) => ({
    ...WELCOME,
    update: { ...WELCOME.update, log: seqs.map(entry) },
  });
  const shown = () =>
    told.map((message) =>
      message.type === 'welcome' ? message.update.log.map(({ seq }) => seq) : message,
    );
  line(0).say({ type: 'missed', log: [1, 2].map(entry) });
  line(0).say({ type: 'missed', log: [3, 4].map(entry) });
  expect(told).toEqual([]);
  line(0).say(welcome(5));
  expect(shown()).toEqual([[1, 2, 3, 4, 5]]);
  // From another side the log begins again; what came before of the other side is void.
  line(0).say({ type: 'missed', log: [6, 7].map(entry) });
  line(0).say({ type: 'missed', log: [1, 2].map(entry) });
  line(0).say(welcome(3));
  expect(shown().at(-1)).toEqual([1, 2, 3]);
  // So is what came before a cut.
  line(0).say({ type: 'missed', log: [4, 5].map(entry) });
  line(0).cut();
  vi.advanceTimersByTime(500);
  line(1).open();
  line(1).say(welcome(4, 5));
  expect(shown().at(-1)).toEqual([4, 5]);
});

it('sends again after a cut what was not answered, with the same key', () => {
  const connection = connect();
  line(0).open();
  line(0).say(WELCOME);
  const answered = connection.request({
    type: 'act',
    action: { type: 'roll' },
    nonce: null,
    answers: null,
  });
  const lost = connection.request({
    type: 'act',
    action: { type: 'end_turn' },
    nonce: null,
    answers: null,
  });
  line(0).say({ type: 'ack', key: answered, seq: 3 });
  line(0).cut();
  expect(online).toEqual([true, false]);

  vi.advanceTimersByTime(500);
  line(1).open();
  expect(sent(1).map((message) => message.type)).toEqual(['hello']);
  line(1).say(WELCOME);
  expect(sent(1)[1]).toEqual({
    type: 'command',
    key: lost,
    command: { type: 'act', action: { type: 'end_turn' }, nonce: null, answers: null },
  });
  expect(sent(1)).toHaveLength(2);
});

it('forgets what was refused', () => {
  const connection = connect();
  line(0).open();
  line(0).say(WELCOME);
  const key = connection.request({ type: 'undo' });
  line(0).say({
    type: 'refused',
    key,
    problem: {
      code: 'no_undo',
      clause: null,
      message: 'There is nothing to undo.',
      details: [],
      line: null,
    },
  });
  line(0).cut();
  vi.advanceTimersByTime(500);
  line(1).open();
  line(1).say(WELCOME);
  expect(sent(1).map((message) => message.type)).toEqual(['hello']);
});

it('says again, with the same key, what nobody knows to be done', () => {
  const connection = connect();
  line(0).open();
  line(0).say(WELCOME);
  const key = connection.request({ type: 'undo' });
  line(0).say({
    type: 'refused',
    key,
    problem: {
      code: 'unavailable',
      clause: null,
      message: 'The server cannot store anything at the moment.',
      details: [],
      line: null,
    },
  });
  vi.advanceTimersByTime(1000);
  expect(sent(0).slice(1)).toEqual([
    { type: 'command', key, command: { type: 'undo' } },
    { type: 'command', key, command: { type: 'undo' } },
  ]);
  line(0).say({ type: 'ack', key, seq: 3 });
  pass(0, 5000);
  expect(sent(0)).toHaveLength(3);
});

it('never uses a key twice, and stays below what a number can hold exactly', () => {
  const connection = connect();
  const keys = Array.from({ length: 50 }, () => connection.request({ type: 'undo' }));
  expect(new Set(keys).size).toBe(50);
  expect(Math.max(...keys)).toBeLessThan(Number.MAX_SAFE_INTEGER);
});

it('waits longer after every failure, but never longer than ten seconds', () => {
  expect(retryDelay(0, 0)).toBe(50);
  expect(retryDelay(0, 1)).toBe(500);
  expect(retryDelay(2, 1)).toBe(2000);
  expect(retryDelay(30, 1)).toBe(10_000);
});

it('comes back when a server that restarts asks it to', () => {
  connect();
  line(0).open();
  line(0).say(WELCOME);
  line(0).cut('the server restarts; retry-after-ms=1700');
  vi.advanceTimersByTime(1699);
  expect(lines).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(lines).toHaveLength(2);
  expect(askedDelay('try again')).toBeNull();
  expect(askedDelay('retry-after-ms=999999')).toBe(10_000);
});

it('stays closed once it was stopped', () => {
  const connection = connect();
  connection.stop();
  vi.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(1);
});

describe('a line on which nothing comes any more', () => {
  const started = () => {
    const connection = connect();
    line(0).open();
    line(0).say(WELCOME);
    return connection;
  };

  it('is told within ten seconds, though nobody has closed it, and opened anew', () => {
    started();
    pass(0, 60_000);
    expect(online).toEqual([true]);
    vi.advanceTimersByTime(8100);
    expect(online).toEqual([true, false]);
    vi.advanceTimersByTime(500);
    expect(lines).toHaveLength(2);
    line(1).open();
    line(1).say(WELCOME);
    expect(online).toEqual([true, false, true]);
    // What the dead line says or does is nobody's business any more.
    line(0).cut();
    expect(online).toEqual([true, false, true]);
  });

  it('is not given up while a long message is on its way', () => {
    started();
    for (let second = 0; second < 30; second++) {
      vi.advanceTimersByTime(1000);
      line(0).say({ type: 'watching', count: second });
    }
    expect(online).toEqual([true]);
  });

  it('is asked at once when the page is looked at again', () => {
    const connection = started();
    pass(0, 1000);
    const asked = line(0).sent.length;
    connection.hurry();
    expect(line(0).sent.slice(asked)).toEqual([{ type: 'beat' }]);
    vi.advanceTimersByTime(5000);
    expect(online).toEqual([true, false]);
  });

  it('is given up when it does not even open', () => {
    connect();
    vi.advanceTimersByTime(10_500);
    expect(lines).toHaveLength(2);
  });
});
