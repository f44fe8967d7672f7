/** A controller for tests, whose server is the test. */

import type { ClientMessage, Command, ServerMessage } from '../../base/protocol';
import type { Socket } from '../../base/transport/transport';
import { TableController } from './table-controller.svelte';
import type { TableSnapshot } from './snapshot';
import { GameStore } from './store.svelte';

/** What is sent; a command with its key. */
export type Sent = Exclude<ClientMessage, { type: 'command' }> | (Command & { key: number });

/** What a page has sent in one text. */
export function sentBy(data: unknown): Sent {
  const message = JSON.parse(String(data)) as ClientMessage;
  return message.type === 'command' ? { ...message.command, key: message.key } : message;
}

/** A table: what is sent there, and how it is answered. Its controller may tidy itself, as the page has it do. */
export function table(tidies = false) {
  const sent: Exclude<Sent, { type: 'hello' | 'beat' }>[] = [];
  const socket: Socket = {
    readyState: 1,
    onopen: null,
    onclose: null,
    onmessage: null,
    close: () => undefined,
    send: (data) => {
      const message = sentBy(data);
      if (message.type !== 'hello' && message.type !== 'beat') sent.push(message);
    },
  };
  const moved = (before: TableSnapshot | null) => {
    if (tidies) controller.tidy(before);
  };
  const store = new GameStore('test', { moved }, () => socket);
  store.start();
  const say = (message: ServerMessage) => {
    socket.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  };
  const answer = () => {
    for (const message of sent) {
      if ('key' in message) say({ type: 'ack', key: message.key, seq: 1 });
    }
  };
  let now = 10_000;
  const controller = new TableController(store, () => now);
  const cut = () => socket.onclose?.({ reason: '' } as CloseEvent);
  return { store, controller, sent, say, answer, cut, wait: (ms: number) => (now += ms) };
}

/** The actions among these messages, and the others as they are. */
export function actions(sent: readonly Sent[]): unknown[] {
  return sent.map((message) => (message.type === 'act' ? message.action : message));
}
