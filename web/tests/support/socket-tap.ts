import type { Page, WebSocketRoute } from '@playwright/test';

/** The line of a page to its table, which a test can cut, and on which it can listen. */
export class SocketTap {
  /** Everything that the server has said on it. */
  readonly heard: string[] = [];
  #open: WebSocketRoute[] = [];
  #cut = false;

  /** To be laid before the page goes to a table. */
  async lay(page: Page): Promise<this> {
    await page.routeWebSocket(/\/socket$/, async (socket) => {
      if (this.#cut) {
        await socket.close();
        return;
      }
      const server = socket.connectToServer();
      server.onMessage((message) => {
        this.heard.push(String(message));
        socket.send(message);
      });
      this.#open.push(socket, server);
    });
    return this;
  }

  /** Cuts it, until it is mended. */
  async cut(): Promise<void> {
    this.#cut = true;
    await Promise.all(this.#open.splice(0).map((socket) => socket.close()));
  }

  /** From now on the page can come through again. */
  mend(): void {
    this.#cut = false;
  }
}
