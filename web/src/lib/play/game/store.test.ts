import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { SeatInfo, ServerMessage, TableInfo, Update, Problem } from '../../base/protocol';
import { reach } from '../../base/reach.svelte';
import type { Socket } from '../../base/transport/transport';
import { sentBy, type Sent } from './test-table';
import { LogBook, lineText, type LogLine } from './log-lines';
import { GameStore, type StoreEvents } from './store.svelte';
import { WELCOME } from './test-snapshot';

/** A table whose server is the test. */
function table(events: StoreEvents = {}) {
  const sockets: Socket[] = [];
  const sent: Sent[] = [];
  const open = () => {
    const socket: Socket = {
      readyState: 1,
      onopen: null,
      onclose: null,
      onmessage: null,
      close: () => undefined,
      send: (data) => {
        const message = sentBy(data);
        if (message.type !== 'beat') sent.push(message);
      },
    };
    sockets.push(socket);
    return socket;
  };
  const store = new GameStore('test', events, open, () => 0);
  store.write(() => new LogBook());
  store.start();
  const say = (message: ServerMessage) => {
    sockets.at(-1)?.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  };
  const cut = () => {
    sockets.at(-1)?.onclose?.({} as CloseEvent);
    vi.advanceTimersByTime(1000);
    sockets.at(-1)?.onopen?.({} as Event);
  };
  const of = <T extends Sent['type']>(type: T) =>
    sent.filter((message): message is Extract<Sent, { type: T }> => message.type === type);
  return { store, sent, say, cut, of };
}

interface Other {
  readonly table?: Partial<TableInfo>;
  readonly update?: Partial<Update>;
  readonly first?: Partial<SeatInfo>;
}

function welcome({ table, update, first }: Other = {}): Extract<
  ServerMessage,
  { type: 'welcome' }
> {
  const message = structuredClone(WELCOME);
  const seats = message.update.seats.map((info, seat) => (seat ? info : { ...info, ...first }));
  return {
    ...message,
    table: { ...message.table, ...table },
    update: { ...message.update, seats, ...update },
  };
}

const entry = (seq: number) => ({
  seq,
  undone: null,
  at_table: null,
  events: [{ type: 'turn_began' as const, seat: 0, turn: seq }],
});

/** A line that was said a while after the welcome, or before it. */
const chat = (number: number, seat: number, text: string, at_ms = 5000): ServerMessage => ({
  type: 'chat',
  lines: [{ number, at_ms, seat, name: `P${seat}`, text: { type: 'words', text } }],
});

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('before the start', () => {
  const gathering = { update: { started: false }, first: { ready: false } };

  it('the page says once that its people are ready, with chance of its own', () => {
    const { say, of } = table();
    say(welcome(gathering));
    say(welcome(gathering));
    expect(of('ready')).toHaveLength(1);
    expect(of('ready')[0]?.seed).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set(of('ready')[0]?.seed).size).toBeGreaterThan(4);
  });

  it('spectators, and who is ready already, say nothing', () => {
    const watching = table();
    watching.say(welcome({ ...gathering, table: { you: null, yours: [] } }));
    expect(watching.of('ready')).toEqual([]);
    const { say, of } = table();
    say(welcome({ ...gathering, first: { ready: true } }));
    expect(of('ready')).toEqual([]);
  });

  const changed = (seq: number) => ({
    seq,
    undone: null,
    at_table: { type: 'changed' as const, what: ['points_to_win'] },
    events: [],
  });

  it('whoever was ready before a change is asked, and not taken to agree', () => {
    const { store, say, of } = table();
    const first = { ready: false, asked: true };
    say(welcome({ update: { started: false, host: false, log: [changed(1)] }, first }));
    expect(of('ready')).toEqual([]);
    void store.agree();
    expect(of('ready')).toHaveLength(1);
  });

  it('the host agrees to what the host has changed, with chance anew', () => {
    const { say, of } = table();
    const first = { ready: false, asked: true };
    say(welcome(gathering));
    say(welcome({ update: { started: false, host: true, log: [changed(1)] }, first }));
    expect(of('ready')).toHaveLength(2);
    const [one, other] = of('ready').map(({ seed }) => seed);
    expect(one).not.toBe(other);
  });

  it('who gives a seat up and takes one again is ready again', () => {
    const { say, of } = table();
    say(welcome(gathering));
    say(welcome({ ...gathering, table: { you: null, yours: [] } }));
    say(welcome(gathering));
    expect(of('ready')).toHaveLength(2);
  });
});

it('brings chance of its own with every action', () => {
  const { store, say, of } = table();
  say(welcome());
  void store.do('act', { type: 'roll' });
  void store.do('act', { type: 'end_turn' });
  const [first, second] = of('act').map(({ nonce }) => nonce);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).not.toBe(first);
});

describe('several people at one device', () => {
  const yours = { yours: [0, 2] };

  it('see the table from the side that they ask for, and nothing of the other meanwhile', () => {
    const moved = vi.fn();
    const { store, say, of } = table({ moved });
    say(welcome({ table: yours, update: { log: [entry(1), entry(2)], seq: 2 } }));
    store.viewAs(2);
    expect(of('view_as')).toEqual([{ type: 'view_as', seat: 2 }]);
    moved.mockClear();
    say({ type: 'update', update: { ...welcome().update, seq: 3, log: [entry(3)] } });
    expect(moved).not.toHaveBeenCalled();
    expect(store.snapshot?.table.you).toBe(0);
    const log = [entry(1), entry(2), entry(3)];
    say(welcome({ table: { ...yours, you: 2 }, update: { log, seq: 3 } }));
    expect(store.snapshot?.table.you).toBe(2);
    expect(store.log.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    // What the other has seen is no news.
    expect(moved).toHaveBeenLastCalledWith(null, [], expect.anything());
  });

  it('still do so after a cut, before anything is sent again', () => {
    const { store, sent, say, cut } = table();
    say(welcome({ table: yours }));
    store.viewAs(2);
    say(welcome({ table: { ...yours, you: 2 } }));
    void store.do('act', { type: 'roll' });
    sent.length = 0;
    cut();
    say(welcome({ table: yours }));
    expect(sent.map(({ type }) => type)).toEqual(['hello', 'view_as', 'act']);
    expect(store.snapshot?.table.you).toBe(2);
  });

  it('see the table as the server says once the seat is no longer theirs', () => {
    const { store, say } = table();
    say(welcome({ table: yours }));
    store.viewAs(2);
    say(welcome({ table: { yours: [0], you: 0 } }));
    expect(store.snapshot?.table.you).toBe(0);
  });
});

describe('chat', () => {
  it('is kept in order, each line once, and only what is new is told', () => {
    const said = vi.fn();
    const { store, say } = table({ said });
    say(welcome());
    say(chat(1, 1, 'old', 999));
    expect(said).not.toHaveBeenCalled();
    say(chat(2, 1, 'new'));
    say(chat(2, 1, 'new'));
    expect(said).toHaveBeenCalledOnce();
    expect(store.chat.map(({ number }) => number)).toEqual([1, 2]);
  });

  it('does not keep the game waiting, and is sent again after a cut until it is acknowledged', async () => {
    const { store, say, cut, of } = table();
    say(welcome());
    const done = store.do('say', { type: 'words', text: 'hello' });
    expect(store.pending).toBe(0);
    cut();
    say(welcome());
    expect(of('say')).toHaveLength(2);
    expect(of('say')[0]).toEqual(of('say')[1]);
    // The same player's line from another page says nothing about this one.
    say(chat(1, 0, 'from elsewhere'));
    cut();
    say(welcome());
    expect(of('say')).toHaveLength(3);
    say({ type: 'ack', key: of('say')[0]?.key ?? 0, seq: 2 });
    expect(await done).toBe(true);
    cut();
    say(welcome());
    expect(of('say')).toHaveLength(3);
  });

  it('that is refused says why', async () => {
    const { store, say, of } = table();
    say(welcome());
    const done = store.do('say', { type: 'words', text: 'hello' });
    const key = of('say')[0]?.key ?? null;
    const message = 'Only the given phrases can be sent here.';
    const problem: Problem = {
      code: 'phrases_only',
      clause: null,
      message,
      details: [],
      line: null,
    };
    const refused = vi.spyOn(reach, 'onrefused');
    say({ type: 'refused', key, problem });
    expect(await done).toBe(false);
    expect(store.problem?.message).toBe(message);
    // There may be something to read behind it.
    expect(refused).toHaveBeenCalledExactlyOnceWith('phrases_only');
  });
});

it('waits on, and says so, while nobody knows whether something is done', async () => {
  const { store, say, of } = table();
  say(welcome());
  const done = store.do('pause');
  const key = of('arrange')[0]?.key ?? 0;
  const message = 'The server cannot store anything at the moment.';
  const problem: Problem = { code: 'unavailable', clause: null, message, details: [], line: null };
  say({ type: 'refused', key, problem });
  expect(store.problem?.message).toBe(message);
  say({ type: 'ack', key, seq: 9 });
  expect(await done).toBe(true);
  expect(store.problem).toBeNull();
});

it('tells whether an order of the host was done', async () => {
  const { store, say, of } = table();
  say(welcome());
  const done = store.do('pause');
  say({ type: 'ack', key: of('arrange')[0]?.key ?? 0, seq: 9 });
  expect(await done).toBe(true);
});

it('knows how many watch', () => {
  const { store, say } = table();
  say(welcome());
  expect(store.watching).toBe(0);
  say({ type: 'watching', count: 3 });
  expect(store.watching).toBe(3);
});

it('knows the table of the rematch, and stays', () => {
  const { store, say } = table();
  say(welcome());
  say({ type: 'rematch', table: 'next' });
  expect(store.next).toBe('next');
});

it('tells the one who becomes host once, though the whole log comes anew', () => {
  const moved = vi.fn();
  const { say } = table({ moved });
  const hosts = (seq: number) => ({
    seq,
    undone: null,
    at_table: { type: 'hosts' as const, seat: 0 },
    events: [],
  });
  say(welcome({ update: { log: [entry(1), entry(2)], seq: 2 } }));
  moved.mockClear();
  say(welcome({ update: { log: [entry(1), entry(2), hosts(3)], seq: 3, host: true } }));
  expect(moved).toHaveBeenCalledOnce();
  expect(moved.mock.lastCall?.[1]).toEqual([hosts(3)]);
  const [, , lines] = moved.mock.lastCall as [unknown, unknown, readonly LogLine[]];
  expect(lines.map(({ parts }) => lineText(parts))).toEqual(['You host the table now']);
  say({ type: 'update', update: { ...welcome().update, log: [hosts(3)], seq: 3 } });
  expect(moved.mock.lastCall?.[1]).toEqual([]);
});

it('ends with a sentence where the page may look no more, and tries no longer', () => {
  const { store, say, of, cut } = table();
  say(welcome());
  cut();
  const message = 'The host has removed you from this table.';
  const problem: Problem = { code: 'removed', clause: null, message, details: [], line: null };
  say({ type: 'refused', key: null, problem });
  expect(store.ended?.message).toBe(message);
  const tries = of('hello').length;
  vi.advanceTimersByTime(60_000);
  expect(of('hello')).toHaveLength(tries);
});

it('is settled once all is answered and the table is known that came of it', async () => {
  const { store, say, of } = table();
  say(welcome());
  let settled = false;
  const done = store.do('act', { type: 'end_turn' });
  void store.settled().then(() => (settled = true));
  const seq = WELCOME.update.seq + 1;
  say({ type: 'ack', key: of('act')[0]?.key ?? 0, seq });
  expect(await done).toBe(true);
  expect(settled).toBe(false);
  expect(store.isSettled).toBe(false);
  say({ type: 'update', update: { ...WELCOME.update, seq, log: [] } });
  await Promise.resolve();
  expect(settled).toBe(true);
  expect(store.isSettled).toBe(true);
  await store.settled();
});

it('says that nothing was done while the line is down', async () => {
  const { store, of } = table();
  expect(await store.do('act', { type: 'end_turn' })).toBe(false);
  expect(of('act')).toEqual([]);
});
