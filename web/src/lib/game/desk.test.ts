import { expect, it } from 'vitest';

import type { Cards, ServerMessage } from '../protocol';
import { WELCOME } from './test-scene';
import { actions, table } from './test-table';

const OFFER = {
  terms: { give: [0, 0, 1, 0, 0] as Cards, take: [0, 1, 0, 0, 0] as Cards },
  to: [1, 2, 3],
};

function withOpenOffer(): ServerMessage {
  const { update } = structuredClone(WELCOME);
  const pending = { type: 'pending' } as const;
  const none = { type: 'not_asked' } as const;
  update.view.phase = {
    type: 'trade',
    trade: { terms: OFFER.terms, answers: [none, pending, pending, pending, none, none] },
  };
  update.choices = { ...update.choices, end_turn: false, offer: false, withdraw: true };
  return { type: 'update', update };
}

it('withdraws an open offer before it does something else', () => {
  const { store, desk, sent, say, answer } = table();
  say(WELCOME);
  store.act({ type: 'offer', ...OFFER });
  answer();
  say(withOpenOffer());
  expect(desk.model?.primary).toMatchObject({ kind: 'end_turn', enabled: true });
  store.act({ type: 'end_turn' });
  expect(actions(sent)).toEqual([
    { type: 'offer', ...OFFER },
    { type: 'withdraw' },
    { type: 'end_turn' },
  ]);
});

it('ends a turn once, however often the button is pressed', () => {
  const { desk, sent, say, answer, wait } = table();
  say(WELCOME);
  desk.pressPrimary();
  desk.pressPrimary();
  answer();
  desk.pressPrimary();
  expect(actions(sent)).toEqual([{ type: 'end_turn' }]);
  wait(401);
  desk.pressPrimary();
  expect(sent).toHaveLength(2);
});

it('trades with the bank what stands in the builder, bundle by bundle', () => {
  const { desk, sent, say } = table();
  say(WELCOME);
  desk.openTrade({ give: [0, 0, 4, 0, 0], get: [0, 1, 0, 0, 0] });
  desk.tradeWithBank();
  expect(actions(sent)).toEqual([{ type: 'maritime_trade', give: 'wool', take: 'lumber' }]);
});

it('asks the same people again', () => {
  const { desk, sent, say, answer } = table();
  say(WELCOME);
  desk.openTrade({ give: [0, 0, 1, 0, 0], get: [0, 1, 0, 0, 0] });
  desk.toggleRecipient(2);
  desk.sendTrade();
  answer();
  desk.openTrade({ give: [0, 0, 1, 0, 0], get: [0, 0, 0, 1, 0] });
  expect(desk.draft.trade?.to).toEqual([1, 3]);
  expect(actions(sent)).toEqual([{ type: 'offer', terms: OFFER.terms, to: [1, 3] }]);
});

it('says why a button does nothing, and offers a trade for what is missing', () => {
  const { desk, say } = table();
  say(WELCOME);
  desk.pressById('road');
  expect(desk.notice).toEqual({
    text: 'Road: 1 lumber is missing.',
    missing: [0, 1, 0, 0, 0],
    clause: 'BLD-01',
  });
  desk.tradeFor([0, 1, 0, 0, 0]);
  expect(desk.draft.trade).toMatchObject({ mode: 'offer', get: [0, 1, 0, 0, 0] });
});

it('appends only what is new to the log', () => {
  const { store, say } = table();
  say(WELCOME);
  const known = store.log.length;
  say(WELCOME);
  expect(store.log).toHaveLength(known);
});

/** A turn in which everything can be done. */
function free(choices: object = {}): ServerMessage {
  const message = structuredClone(WELCOME);
  const all = { roads: [7], play: ['knight', 'road_building'], buy_development_card: true };
  message.update.choices = { ...message.update.choices, ...all, ...choices } as never;
  message.update.view.own = {
    hand: [5, 5, 5, 5, 5],
    development: [1, 1, 0, 0, 0],
    bought: [0, 0, 0, 0, 0],
  };
  return message;
}

it('asks before what cannot be taken back, however it is begun, and a second time means yes', () => {
  const { desk, sent, say, answer, wait } = table();
  say(free());
  const begun: readonly [string, () => void, string][] = [
    ['Buy a development card?', () => desk.pressById('development_card'), 'buy_development_card'],
    ['Play a knight?', () => desk.playKnight(), 'play_knight'],
    [
      'Play road building?',
      () => {
        const held = desk.model?.heldCards.find(({ card }) => card === 'road_building');
        if (held) desk.play(held);
      },
      'play_road_building',
    ],
  ];
  for (const [title, begin, type] of begun) {
    const before = sent.length;
    begin();
    expect(desk.model?.confirmation?.title).toBe(title);
    expect(desk.cancel()).toBe(true);
    expect(desk.model?.confirmation).toBeNull();
    begin();
    // A key that bounces is no second time.
    begin();
    expect(sent).toHaveLength(before);
    wait(401);
    begin();
    expect(actions(sent).slice(before)).toEqual([{ type }]);
    answer();
    wait(401);
    begin();
    desk.confirm();
    expect(actions(sent).slice(before)).toEqual([{ type }, { type }]);
    answer();
    wait(401);
  }
});

it('builds what was taken up with one pick, and asks about any other place', () => {
  const { desk, sent, say, answer } = table();
  say(free());
  const path = { kind: 'path', piece: 'road', id: 7 } as const;
  desk.pick(path);
  expect(desk.model?.confirmation?.title).toBe('Build a road here?');
  expect(sent).toEqual([]);
  desk.cancel();
  desk.pressById('road');
  desk.pick(path);
  expect(actions(sent)).toEqual([{ type: 'build_road', at: 7 }]);
  answer();
  desk.pick({ kind: 'path', piece: 'road', id: 8 });
  expect(desk.model?.confirmation).toBeNull();
  desk.pick(path);
  desk.pick(path);
  expect(sent).toHaveLength(2);
});

it('asks before a turn ends with a trade begun and not sent', () => {
  const { desk, sent, say, wait } = table();
  say(free());
  desk.openTrade({ give: [1, 0, 0, 0, 0], get: [0, 0, 0, 0, 1] });
  desk.pressPrimary();
  expect(desk.model?.confirmation).toMatchObject({
    title: 'End your turn?',
    detail: 'Your trade has not been sent.',
    careful: true,
  });
  expect(sent).toEqual([]);
  wait(401);
  desk.pressPrimary();
  expect(actions(sent)).toEqual([{ type: 'end_turn' }]);
});

it('cancels the question, then what was taken up, then nothing', () => {
  const { desk, say } = table();
  say(free());
  desk.pressById('road');
  desk.pressById('development_card');
  expect(desk.cancel()).toBe(true);
  expect(desk.cancel()).toBe(false);
  desk.pressById('road');
  expect(desk.cancel()).toBe(true);
  expect(desk.model?.targets).toEqual({ kind: 'none' });
  expect(desk.cancel()).toBe(false);
});

it('does nothing while the line is down, and says why', () => {
  const { store, desk, sent, say, cut, wait } = table();
  say(WELCOME);
  const place = desk.model?.targets;
  wait(1000);
  cut();
  desk.pressPrimary();
  expect(desk.notice?.text).toContain('The connection is lost');
  const trade = desk.model?.actions.find(({ id }) => id === 'trade');
  expect(trade).toMatchObject({
    enabled: false,
    why: 'The connection is lost. Wait until it is back.',
  });
  expect(desk.model?.targets).toEqual({ kind: 'none' });
  desk.pass();
  store.act({ type: 'end_turn' });
  expect(store.problem?.code).toBe('offline');
  expect(sent).toEqual([]);
  say(WELCOME);
  expect(store.problem).toBeNull();
  expect(desk.model?.targets).toEqual(place);
  expect(sent).toEqual([]);
});
