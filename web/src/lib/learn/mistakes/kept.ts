/** How well the reader has played of late, as this browser keeps it: the last games, the oldest first. */

const KEY = 'brickwood.played';
/** So many games tell where somebody is going. */
const MOST = 10;

/** A game of the reader's. */
export interface Played {
  /** Its table. */
  readonly game: string;
  /** How well it was played, from 0 to 100. */
  readonly quality: number;
}

/** What is kept. */
export function readPlayed(): readonly Played[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isPlayed) : [];
  } catch {
    // Storage may be forbidden or spoilt; then this is the first game.
    return [];
  }
}

/** Keeps how a game was played; one that is known stays where it is. */
export function keepPlayed(played: Played): readonly Played[] {
  const before = readPlayed();
  const isKnown = before.some(({ game }) => game === played.game);
  const kept = isKnown
    ? before.map((each) => (each.game === played.game ? played : each))
    : [...before, played].slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // It lasts as long as the page.
  }
  return kept;
}

function isPlayed(value: unknown): value is Played {
  const { game, quality } = (value ?? {}) as Partial<Played>;
  return typeof game === 'string' && typeof quality === 'number';
}
