/** Notes on the moments of a game: the reader's own, kept in this browser. */

const PREFIX = 'brickwood-notes-';

/** The notes on one game. */
export class Notes {
  /** By step. */
  all = $state.raw<Readonly<Record<number, string>>>({});

  readonly #key: string;

  /** `game` is the table, or the record itself. */
  constructor(game: string) {
    this.#key = PREFIX + (game.length > 64 ? String(hash(game)) : game);
    try {
      this.all = JSON.parse(localStorage.getItem(this.#key) ?? '{}') as Record<number, string>;
    } catch {
      // Without storage, or with something else there, it begins with none.
    }
  }

  /** The steps with notes, in the order of the game. */
  get steps(): number[] {
    return Object.keys(this.all)
      .map(Number)
      .sort((a, b) => a - b);
  }

  /** Writes a note on a step; nothing takes it away. */
  write(step: number, note: string): void {
    const others = Object.entries(this.all).filter(([each]) => Number(each) !== step);
    this.all = Object.fromEntries(note.trim() ? [...others, [step, note]] : others) as Record<
      number,
      string
    >;
    try {
      if (this.steps.length) localStorage.setItem(this.#key, JSON.stringify(this.all));
      else localStorage.removeItem(this.#key);
    } catch {
      // They last as long as the page.
    }
  }
}

/** A short number for a long text. */
function hash(text: string): number {
  let sum = 5381;
  for (let at = 0; at < text.length; at += 1) sum = (Math.imul(sum, 33) + text.charCodeAt(at)) | 0;
  return sum >>> 0;
}
