import { connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a server on which, when a test wants it, nothing comes through any more and nobody hangs up. */
export class StallingProxy {
  #sockets = new Set<Socket>();
  #stalled = false;

  private constructor(private readonly server: Server) {}

  static async before(port: number): Promise<StallingProxy> {
    const server = createServer();
    const proxy = new StallingProxy(server);
    server.on('connection', (near) => {
      proxy.#join(near, connect(port, '127.0.0.1'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    const address = this.server.address();
    if (!address || typeof address === 'string') throw new Error('the proxy does not listen');
    return `http://127.0.0.1:${address.port}`;
  }

  /** From now on nothing comes through. */
  stall(): void {
    this.#stalled = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** From now on new connections come through; those that have stalled stay as they are. */
  mend(): void {
    this.#stalled = false;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  #join(near: Socket, far: Socket): void {
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from);
      from.on('data', (data) => to.write(data));
      from.on('end', () => to.end());
      from.on('error', () => to.destroy());
      from.on('close', () => this.#sockets.delete(from));
      if (this.#stalled) from.pause();
    }
  }
}
