import type { Page } from '@playwright/test';

import type { ServerMessage, Update } from '../../src/lib/base/protocol';

type Welcome = Extract<ServerMessage, { type: 'welcome' }>;

/** What the server tells a page of its table, read from the line between them. */
export class TableWatch {
  welcome: Welcome | null = null;
  update: Update | null = null;

  constructor(page: Page) {
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        const message = JSON.parse(String(payload)) as ServerMessage;
        if (message.type === 'welcome') this.welcome = message;
        if (message.type === 'welcome' || message.type === 'update') this.update = message.update;
      });
    });
  }

  /** The table as it stands. */
  get now(): { welcome: Welcome; update: Update } {
    const { welcome, update } = this;
    if (!welcome || !update) throw new Error('the table has not answered');
    return { welcome, update };
  }
}
