/**
 * Which page runs the bots and the clock of a table that several pages of a browser have open. It
 * avoids double work; what is stored does not depend on it.
 */

import type { Attended, NodeId } from '../protocol/room';

const NAME = 'brickwood.table.';
/** This page, as the module calls it (`crates/browser/src/tables.rs`), and any other. */
const HERE: NodeId = 1;
const ELSEWHERE: NodeId = 2;

/** Who runs a table, and whether nobody did before. */
function attended(isHere: boolean, was_free: boolean): Attended {
  return { presence: { holder: isHere ? HERE : ELSEWHERE, seats: [] }, was_free };
}

export class Lease {
  #holds = false;
  #release: (() => void) | null = null;
  #asked = false;

  /** `taken` is called when another page has let go of the table, and this one has it now. */
  constructor(
    private readonly table: string,
    private readonly taken: () => void,
  ) {}

  /** Takes the table where it is free, and lets go of it when nobody is here. */
  async attend(here: boolean): Promise<Attended> {
    if (!here) {
      this.release();
      return attended(false, false);
    }
    if (this.#asked) return attended(this.#holds, false);
    this.#asked = true;
    const free = await this.#request({ ifAvailable: true });
    // Another page has it: this one waits for it.
    if (!free) void this.#request({}).then(this.taken);
    return attended(free, free);
  }

  release(): void {
    this.#asked = false;
    this.#holds = false;
    this.#release?.();
    this.#release = null;
  }

  /** Resolves once it is known whether this page has the table. */
  #request(options: LockOptions): Promise<boolean> {
    // A page that was not loaded securely has no locks, and takes itself for the only one.
    const locks = (navigator as Partial<Navigator>).locks;
    if (!locks) return Promise.resolve((this.#holds = true));
    return new Promise((resolve) => {
      void locks.request(NAME + this.table, options, (lock) => {
        if (!lock) {
          resolve(false);
          return undefined;
        }
        if (!this.#asked) return undefined;
        this.#holds = true;
        resolve(true);
        return new Promise<void>((release) => (this.#release = release));
      });
    });
  }
}
