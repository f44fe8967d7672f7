import { expect, it } from 'vitest';

import type { Cards, LogEntry, ServerMessage, Update, Problem } from '../../base/protocol';
import type { TableController } from './table-controller.svelte';
import { WELCOME } from './test-snapshot';
import { actions, table } from './test-table';
import { tradeOfOthers } from './trade-news';

const TERMS = { give: [0, 0, 1, 0, 0] as Cards, take: [0, 1, 0, 0, 0] as Cards };
const SEQ = WELCOME.update.seq;

function update(change: Partial<Update>, events: LogEntry['events'] = []): ServerMessage {
  const seq = change.seq ?? SEQ + 1;
  const log = [{ seq, undone: null, at_table: null, events }];
  return { type: 'update', update: { ...structuredClone(WELCOME.update), log, seq, ...change } };
}

/** Somebody else's offer to the viewer. */
function offered(line: number): ServerMessage {
  const { view, choices } = structuredClone(WELCOME.update);
  const none = { type: 'not_asked' } as const;
  const answers = [{ type: 'pending' }, none, none, none, none, none] as const;
  return update({
    seq: line,
    offer: { line, answers: [null, null, null, null, null, null] },
    view: {
      ...view,
      own: view.own && { ...view.own, hand: [1, 1, 1, 1, 1] },
      active: 1,
      phase: { type: 'trade', trade: { terms: TERMS, answers: [...answers] } },
    },
    choices: { ...choices, offer: false, end_turn: false, answer: true, accept: true },
  });
}

/** Offers a card of the hand for one of another kind. */
function offerOne(controller: TableController): Cards {
  const hand = WELCOME.update.view.own?.hand ?? [0, 0, 0, 0, 0];
  const held = hand.findIndex((count) => count > 0);
  const one = (index: number) => [0, 1, 2, 3, 4].map((at) => (at === index ? 1 : 0)) as Cards;
  controller.trading.open({ give: one(held), get: one((held + 1) % 5) });
  controller.trading.send();
  return one(held);
}

it('answers the offer that was on the page', () => {
  const { controller, sent, say } = table(true);
  say(WELCOME);
  say(offered(SEQ + 1));
  const panel = controller.model?.panel;
  if (panel?.kind !== 'offer') throw new Error('the offer is shown');
  say(offered(SEQ + 3));
  controller.do('accept', panel.offer.line);
  expect(sent).toMatchObject([{ action: { type: 'accept' }, answers: SEQ + 1 }]);
});

it('hints that a counter-offer is being put together, and counters what was seen', () => {
  const { controller, sent, say } = table(true);
  say(WELCOME);
  say(offered(SEQ + 1));
  controller.trading.counter();
  controller.cancel();
  controller.trading.counter();
  controller.trading.add('get', 'ore');
  controller.trading.send();
  const line = SEQ + 1;
  expect(sent).toMatchObject([
    { type: 'preparing', offer: line, on: true },
    { type: 'preparing', offer: line, on: false },
    { type: 'preparing', offer: line, on: true },
    { type: 'preparing', offer: line, on: false },
    { type: 'act', action: { type: 'counter' }, answers: line },
  ]);
});

it('shows who is preparing a counter-offer to the open offer, and to no other', () => {
  const { store, say } = table(true);
  say(WELCOME);
  say(offered(SEQ + 1));
  say({ type: 'preparing', seat: 2, offer: SEQ + 1, on: true });
  expect(store.preparing).toEqual([2]);
  say({ type: 'preparing', seat: 3, offer: SEQ + 1, on: true });
  say({ type: 'preparing', seat: 2, offer: SEQ + 1, on: false });
  expect(store.preparing).toEqual([3]);
  say(offered(SEQ + 3));
  expect(store.preparing).toEqual([]);
});

it('opens an offer again that all have declined, with who did', () => {
  const { controller, say, answer } = table(true);
  say(WELCOME);
  const give = offerOne(controller);
  answer();
  expect(controller.draft.trade).toBeNull();
  const declined = { type: 'declined' } as const;
  say(update({}, [{ type: 'answered', seat: 1, answer: declined }]));
  const whole = { mode: 'offer', give, declinedBy: [1, 2, 3], declinedTwice: false };
  expect(controller.draft.trade).toMatchObject(whole);
  // It is sent again as it is, and nobody wants it.
  controller.trading.send();
  answer();
  say(update({ seq: SEQ + 2 }, [{ type: 'answered', seat: 1, answer: declined }]));
  expect(controller.draft.trade).toMatchObject({ ...whole, declinedTwice: true });
  // Nobody has declined anything else.
  controller.trading.leaveOpen('get', true);
  expect(controller.draft.trade).toMatchObject({ declinedBy: [], declinedTwice: false });
});

it('ends the turn without a question about an offer that all have declined', () => {
  const { controller, sent, say, answer, wait } = table(true);
  say(WELCOME);
  offerOne(controller);
  answer();
  const choices = { ...WELCOME.update.choices, end_turn: true };
  const declined = { type: 'answered', seat: 1, answer: { type: 'declined' } } as const;
  say(update({ choices }, [declined]));
  expect(controller.draft.trade).not.toBeNull();
  wait(1000);
  controller.pressPrimary();
  expect(controller.model?.confirmation).toBeNull();
  expect(actions(sent).at(-1)).toEqual({ type: 'end_turn' });
});

it('does not open an offer again that was taken back or closed', () => {
  for (const end of ['withdrawn', 'traded'] as const) {
    const { controller, say, answer } = table(true);
    say(WELCOME);
    offerOne(controller);
    answer();
    const event =
      end === 'withdrawn' ? { type: end, seat: 0 } : { type: end, seat: 0, with: 1, terms: TERMS };
    say(update({}, [event]));
    expect(controller.draft.trade).toBeNull();
  }
});

it('tells of a trade that two others have closed, and not of an own one', () => {
  const told = (seat: number, partner: number) => {
    const { store, say } = table();
    say(WELCOME);
    say(update({}, [{ type: 'traded', seat, with: partner, terms: TERMS }]));
    return store.snapshot && tradeOfOthers(store.snapshot, store.log);
  };
  expect(told(0, 1)).toBeNull();
  expect(told(1, 2)?.parts.length).toBeGreaterThan(2);
});

it('says nothing of a withdrawal that came too late', () => {
  const { store, sent, say } = table(true);
  say(WELCOME);
  const { view, choices } = structuredClone(WELCOME.update);
  const pending = { type: 'pending' } as const;
  const none = { type: 'not_asked' } as const;
  const answers = [none, pending, none, none, none, none] as const;
  say(
    update({
      offer: { line: SEQ + 1, answers: [null, null, null, null, null, null] },
      view: { ...view, phase: { type: 'trade', trade: { terms: TERMS, answers: [...answers] } } },
      choices: { ...choices, withdraw: true },
    }),
  );
  void store.do('act', { type: 'end_turn' });
  expect(actions(sent)).toEqual([{ type: 'withdraw' }, { type: 'end_turn' }]);
  const problem: Problem = {
    code: 'offer_changed',
    clause: null,
    message: '',
    details: [],
    line: null,
  };
  const [first, second] = sent;
  if (!first || !second || !('key' in first) || !('key' in second)) throw new Error('two are sent');
  say({ type: 'refused', key: first.key, problem });
  expect(store.problem).toBeNull();
  say({ type: 'refused', key: second.key, problem });
  expect(store.problem).toEqual(problem);
});
