/**
 * The server's time, as well as a page can know it. Clocks are shown by it, so that all who look at a
 * table see the same.
 */

interface Sample {
  /** What has to be added to the page's time. */
  readonly offset: number;
  /** By how much that may be wrong. */
  readonly error: number;
}

/** From how many of the latest answers the best is taken: the two clocks may drift apart slowly. */
const KEPT = 16;
/** How wrong a time may be of which nobody knows how long it was on its way. */
const UNKNOWN_MS = 60_000;

/** The server's time. It never runs backwards on one line. */
export class ServerTime {
  #samples: Sample[] = [];
  #latest = -Infinity;

  constructor(private readonly local: () => number = () => performance.now()) {}

  /** Another line is up: the server may have another clock now. */
  restart(): void {
    this.#samples = [];
    this.#latest = -Infinity;
  }

  /** The server has said what time it was; nobody knows how long that took. */
  heard(server_ms: number): void {
    if (!this.#samples.length) this.#add(server_ms - this.local(), UNKNOWN_MS);
  }

  /** The server has answered with its time what was asked at that time of the page. */
  answered(asked: number, server_ms: number): void {
    const error = (this.local() - asked) / 2;
    this.#add(server_ms - asked - error, error);
  }

  /** The server's time now, in milliseconds since 1970. */
  now(): number {
    const best = this.#samples.reduce<Sample | null>(
      (best, each) => (best && best.error <= each.error ? best : each),
      null,
    );
    this.#latest = Math.max(this.#latest, this.local() + (best?.offset ?? 0));
    return this.#latest;
  }

  #add(offset: number, error: number): void {
    this.#samples = [...this.#samples.slice(1 - KEPT), { offset, error }];
  }
}
