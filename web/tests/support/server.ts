import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { SiteNow } from '../../src/lib/base/protocol';

/** A running Brickwood with a data folder of its own. */
export class Server {
  #process: ChildProcess | null = null;

  private constructor(
    private readonly binary: string,
    readonly port: number,
    private readonly data: string,
    private readonly serving: readonly string[],
    private readonly variables: NodeJS.ProcessEnv = {},
  ) {}

  /** Starts one on a free port, as somebody does at home. */
  static async start(): Promise<Server> {
    const port = await freePort();
    return Server.begin(port, ['--no-open', '--port', String(port)]);
  }

  /** Starts one on a free port as a site is served. */
  static async site(): Promise<Server> {
    return Server.serve(await freePort(), [], {});
  }

  /** Starts one as a site is served, at this port of the machine, with more options and variables. */
  static serve(
    port: number,
    options: readonly string[],
    variables: NodeJS.ProcessEnv,
  ): Promise<Server> {
    const at = ['serve', '--listen', `127.0.0.1:${port}`];
    return Server.begin(port, [...at, ...options], variables);
  }

  private static async begin(
    port: number,
    command: readonly string[],
    variables?: NodeJS.ProcessEnv,
  ): Promise<Server> {
    const binary = process.env.BRICKWOOD_BIN;
    if (!binary) throw new Error('BRICKWOOD_BIN has to say where the program is');
    const data = await mkdtemp(join(tmpdir(), 'brickwood-test-'));
    const server = new Server(binary, port, data, command, variables);
    await server.run();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts the program, and waits until it answers. */
  async run(): Promise<void> {
    const options = [...this.serving, '--data', this.data, '--bot-pace', 'none'];
    const env = { ...process.env, ...this.variables };
    const child = spawn(this.binary, options, { stdio: 'ignore', env });
    this.#process = child;
    const deadline = Date.now() + 15_000;
    for (;;) {
      const answers = await fetch(`${this.url}/healthz`).then(
        (response) => response.ok,
        () => false,
      );
      if (answers) return;
      if (child.exitCode !== null) throw new Error(`the program ended with ${child.exitCode}`);
      if (Date.now() > deadline) throw new Error('the program does not answer');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Closes the tables that wait for players. */
  async closeWaiting(): Promise<void> {
    const { open } = (await (await fetch(`${this.url}/api/now`)).json()) as SiteNow;
    await Promise.all(open.map(({ id }) => this.command('close-table', id)));
  }

  /** What `brickwood site` prints for the site of this server. */
  async command(...words: readonly string[]): Promise<string> {
    const told = await promisify(execFile)(this.binary, ['site', '--data', this.data, ...words]);
    return told.stdout.trim();
  }

  /** Ends the program as a power cut would. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
    this.#process = null;
  }

  /** Ends the program and removes its data. */
  async stop(): Promise<void> {
    await this.kill();
    await rm(this.data, { recursive: true, force: true });
  }
}

/** A port of this machine at which nobody listens. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address && typeof address === 'object') resolve(address.port);
        else reject(new Error('no free port'));
      });
    });
  });
}
