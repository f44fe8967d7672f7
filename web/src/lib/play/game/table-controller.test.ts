import { expect, it } from 'vitest';

import type { Cards, ServerMessage, Update } from '../../base/protocol';
import { WELCOME } from './test-snapshot';
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
  const { choices } = update;
  const after_withdrawal = { ...choices, undo: false };
  update.choices = {
    ...choices,
    end_turn: false,
    offer: false,
    withdraw: true,
    after_withdrawal,
  };
  return { type: 'update', update };
}

it('withdraws an open offer before it does something else', () => {
  const { store, controller, sent, say, answer } = table();
  say(WELCOME);
  void store.do('act', { type: 'offer', ...OFFER });
  answer();
  say(withOpenOffer());
  expect(controller.model?.primary).toMatchObject({ kind: 'end_turn', enabled: true });
  void store.do('act', { type: 'end_turn' });
  expect(actions(sent)).toEqual([
    { type: 'offer', ...OFFER },
    { type: 'withdraw' },
    { type: 'end_turn' },
  ]);
});

it('offers the other actions with an open offer, also after the page was loaded anew', () => {
  const { controller, say } = table();
  const { update } = withOpenOffer() as { update: Update };
  say({ ...structuredClone(WELCOME), update });
  expect(controller.model?.primary).toMatchObject({ kind: 'end_turn', enabled: true });
});

it('ends a turn once, however often the button is pressed', () => {
  const { controller, sent, say, answer, wait } = table();
  say(WELCOME);
  controller.pressPrimary();
  controller.pressPrimary();
  answer();
  controller.pressPrimary();
  expect(actions(sent)).toEqual([{ type: 'end_turn' }]);
  wait(401);
  controller.pressPrimary();
  expect(sent).toHaveLength(2);
});

it('takes a press as soon as the table is there', () => {
  const { controller, sent, say } = table(true);
  say(WELCOME);
  controller.pressPrimary();
  expect(actions(sent)).toEqual([{ type: 'end_turn' }]);
});

it('trades with the bank what stands in the builder, bundle by bundle', () => {
  const { controller, sent, say } = table();
  say(WELCOME);
  controller.trading.open({ give: [0, 0, 4, 0, 0], get: [0, 1, 0, 0, 0] });
  controller.trading.withBank();
  expect(actions(sent)).toEqual([{ type: 'maritime_trade', give: 'wool', take: 'lumber' }]);
  // The next trade is put together where this one was.
  expect(controller.draft.trade).toMatchObject({ give: [0, 0, 0, 0, 0], get: [0, 0, 0, 0, 0] });
});

it('asks the same people again', () => {
  const { controller, sent, say, answer } = table();
  say(WELCOME);
  controller.trading.open({ give: [0, 0, 1, 0, 0], get: [0, 1, 0, 0, 0] });
  controller.trading.toggleRecipient(2);
  controller.trading.send();
  answer();
  controller.trading.open({ give: [0, 0, 1, 0, 0], get: [0, 0, 0, 1, 0] });
  expect(controller.draft.trade?.to).toEqual([1, 3]);
  expect(actions(sent)).toEqual([{ type: 'offer', terms: OFFER.terms, to: [1, 3] }]);
});

it('says why a button does nothing, and offers a trade for what is missing', () => {
  const { controller, say } = table();
  say(WELCOME);
  controller.pressById('road');
  expect(controller.notice).toEqual({
    text: 'Road: 1 lumber is missing.',
    missing: [0, 1, 0, 0, 0],
    clause: 'BLD-01',
  });
  controller.trading.open({ get: [0, 1, 0, 0, 0] });
  expect(controller.draft.trade).toMatchObject({ mode: 'offer', get: [0, 1, 0, 0, 0] });
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
  const { controller, sent, say, answer, wait } = table();
  say(free());
  const begun: readonly [string, () => void, string][] = [
    [
      'Buy a development card?',
      () => controller.pressById('development_card'),
      'buy_development_card',
    ],
    ['Play a knight?', () => controller.choosing.playKnight(), 'play_knight'],
    [
      'Play road building?',
      () => {
        const held = controller.model?.heldCards.find(({ card }) => card === 'road_building');
        if (held) controller.choosing.play(held);
      },
      'play_road_building',
    ],
  ];
  for (const [title, begin, type] of begun) {
    const before = sent.length;
    begin();
    expect(controller.model?.confirmation?.title).toBe(title);
    expect(controller.cancel()).toBe(true);
    expect(controller.model?.confirmation).toBeNull();
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
    controller.confirm();
    expect(actions(sent).slice(before)).toEqual([{ type }, { type }]);
    answer();
    wait(401);
  }
});

it('builds what was taken up with one pick, and asks about any other place', () => {
  const { controller, sent, say, answer } = table();
  say(free());
  const path = { kind: 'path', piece: 'road', id: 7 } as const;
  controller.pick(path);
  expect(controller.model?.confirmation?.title).toBe('Build a road here?');
  expect(sent).toEqual([]);
  controller.cancel();
  controller.pressById('road');
  controller.pick(path);
  expect(actions(sent)).toEqual([{ type: 'build_road', at: 7 }]);
  answer();
  controller.pick({ kind: 'path', piece: 'road', id: 8 });
  expect(controller.model?.confirmation).toBeNull();
  controller.pick(path);
  controller.pick(path);
  expect(sent).toHaveLength(2);
});

it('asks before a turn ends with a trade begun and not sent', () => {
  const { controller, sent, say, wait } = table();
  say(free());
  controller.trading.open({ give: [1, 0, 0, 0, 0], get: [0, 0, 0, 0, 1] });
  controller.pressPrimary();
  expect(controller.model?.confirmation).toMatchObject({
    title: 'End your turn?',
    detail: 'Your trade has not been sent.',
    careful: true,
  });
  expect(sent).toEqual([]);
  wait(401);
  controller.pressPrimary();
  expect(actions(sent)).toEqual([{ type: 'end_turn' }]);
});

it('cancels the question, then what was taken up, then nothing', () => {
  const { controller, say } = table();
  say(free());
  controller.pressById('road');
  controller.pressById('development_card');
  expect(controller.cancel()).toBe(true);
  expect(controller.cancel()).toBe(false);
  controller.pressById('road');
  expect(controller.cancel()).toBe(true);
  expect(controller.model?.targets).toEqual({ kind: 'none' });
  expect(controller.cancel()).toBe(false);
});

it('does nothing while the line is down, and says why', () => {
  const { store, controller, sent, say, cut, wait } = table();
  say(WELCOME);
  const place = controller.model?.targets;
  wait(1000);
  cut();
  controller.pressPrimary();
  expect(controller.notice?.text).toContain('The connection is lost');
  const trade = controller.model?.actions.find(({ id }) => id === 'trade');
  expect(trade).toMatchObject({
    enabled: false,
    why: 'The connection is lost. Wait until it is back.',
  });
  expect(controller.model?.targets).toEqual({ kind: 'none' });
  controller.pass();
  void store.do('act', { type: 'end_turn' });
  expect(store.problem?.code).toBe('offline');
  expect(sent).toEqual([]);
  say(WELCOME);
  expect(store.problem).toBeNull();
  expect(controller.model?.targets).toEqual(place);
  expect(sent).toEqual([]);
});
