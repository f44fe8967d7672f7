import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { chromium, type Browser } from '@playwright/test';

import { CHROMIUM } from './chromium';

const NEEDED = ['ip', 'nsenter', 'pgrep', 'script'];
/** The name of each machine's network card. */
const CARD = 'eth0';

/** One of the machines of a home. */
export type Machine = 'host' | 'friend';

const ADDRESSES: Readonly<Record<Machine, string>> = {
  host: '192.168.77.24',
  friend: '192.168.77.31',
};

/** Why no home network can be made here; null where it can. */
export function whyNoHomeNetwork(): string | null {
  if (process.platform !== 'linux') return 'Network namespaces are a matter of Linux.';
  if (process.getuid?.() !== 0) return 'Only root makes network namespaces.';
  const lacking = NEEDED.filter((program) => !isInstalled(program));
  return lacking.length ? `Not installed: ${lacking.join(', ')}.` : null;
}

function isInstalled(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Two machines on one cable, each with a network of its own: nothing leaves them. */
export class HomeNetwork {
  readonly #browsers: Browser[] = [];
  readonly #programs: ChildProcess[] = [];
  /** The last program of a machine. */
  readonly #last = new Map<Machine, ChildProcess>();

  private constructor(private readonly folder: string) {}

  static async make(): Promise<HomeNetwork> {
    const network = new HomeNetwork(await mkdtemp(join(tmpdir(), 'brickwood-home-')));
    const { host, friend } = { host: network.#name('host'), friend: network.#name('friend') };
    ip('netns', 'add', host);
    ip('netns', 'add', friend);
    const cable = ['link', 'add', CARD, 'netns', host, 'type', 'veth'];
    ip(...cable, 'peer', 'name', CARD, 'netns', friend);
    for (const machine of ['host', 'friend'] as const) {
      const inside = ['-n', network.#name(machine)];
      ip(...inside, 'link', 'set', 'lo', 'up');
      ip(...inside, 'addr', 'add', `${ADDRESSES[machine]}/24`, 'dev', CARD);
      ip(...inside, 'link', 'set', CARD, 'up');
    }
    return network;
  }

  #name(machine: Machine): string {
    return `brickwood-${machine}-${process.pid}`;
  }

  #inside(machine: Machine): string[] {
    return [`--net=/run/netns/${this.#name(machine)}`, '--'];
  }

  /** Starts the program in a terminal of a machine, without any option that a person would not give. */
  async start(machine: Machine): Promise<Terminal> {
    const binary = process.env.BRICKWOOD_BIN;
    if (!binary) throw new Error('BRICKWOOD_BIN has to say where the program is');
    const command = `'${binary}' --no-open --data '${this.folder}/data'`;
    const terminal = ['script', '--quiet', '--flush', '--command', command, '/dev/null'];
    const child = spawn('nsenter', [...this.#inside(machine), ...terminal], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.#programs.push(child);
    this.#last.set(machine, child);
    const shown = new Terminal(child);
    await shown.reads(/Brickwood is at (http:\S+)/);
    return shown;
  }

  /** Ends the program of a machine, and starts it anew. */
  async restart(machine: Machine): Promise<Terminal> {
    const child = this.#last.get(machine);
    if (child) await ended(child);
    // The terminal is gone at once, and the program when it has written everything.
    for (;;) {
      const running = spawnSync('pgrep', ['--full', `${this.folder}/data`]);
      if (running.status !== 0) return this.start(machine);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Opens the browser of a machine. */
  async browser(machine: Machine): Promise<Browser> {
    const program = process.env.PW_HEADLESS_SHELL ?? CHROMIUM;
    const wrapper = join(this.folder, `${machine}-browser`);
    const words = ['exec', 'nsenter', ...this.#inside(machine), program];
    await writeFile(wrapper, `#!/bin/sh\n${words.map((word) => `'${word}'`).join(' ')} "$@"\n`);
    await chmod(wrapper, 0o755);
    const browser = await chromium.launch({ executablePath: wrapper, args: ['--no-sandbox'] });
    this.#browsers.push(browser);
    return browser;
  }

  /** Ends everything, and takes the machines away. */
  async remove(): Promise<void> {
    await Promise.all(this.#browsers.map((browser) => browser.close()));
    for (const child of this.#programs) await ended(child);
    for (const machine of ['host', 'friend'] as const) ip('netns', 'delete', this.#name(machine));
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** What a program has written on the screen of its terminal. */
export class Terminal {
  #text = '';

  constructor(child: ChildProcess) {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.#text += text));
  }

  get text(): string {
    return this.#text;
  }

  /** Waits until this stands there, and returns its first group. */
  async reads(wanted: RegExp): Promise<string> {
    const deadline = Date.now() + 15_000;
    for (;;) {
      const found = wanted.exec(this.#text)?.[1];
      if (found !== undefined) return found;
      if (Date.now() > deadline) throw new Error(`${String(wanted)} is not in\n${this.#text}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function ended(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  if (child.exitCode === null && child.signalCode === null && child.kill()) await gone;
}

function ip(...words: string[]): void {
  execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'inherit'] });
}
