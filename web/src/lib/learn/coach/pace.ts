/** How often the coach is asked: the server refuses more than eight questions at once, and then two a second. */

/** Fewer than the server's, so that its clock does not have to agree with ours. */
const AT_ONCE = 6;
const REFILL_MS = 600;

/** Spreads questions in time. */
export class Pace {
  /** When as many can be asked at once again as ever. */
  #fullAt = 0;

  /** How long to wait until one may be asked. */
  wait(now: number): number {
    return Math.max(0, this.#fullAt + REFILL_MS - now - AT_ONCE * REFILL_MS);
  }

  /** One is asked. */
  note(now: number): void {
    this.#fullAt = Math.max(this.#fullAt, now) + REFILL_MS;
  }
}
