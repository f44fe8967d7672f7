/** Rows of figures, and who has the best of each. */

/** One figure of each player. */
export interface Row {
  readonly label: string;
  /** By seat; null where nobody knows. */
  readonly values: readonly (number | null)[];
  readonly format?: (value: number) => string;
  /** Which is the best; nothing where none is better than another. */
  readonly best?: 'most' | 'least';
  /** By how much the best has to be ahead to be called so: what is closer may be chance. */
  readonly margin?: number;
  /** Whether it adds up the rows above. */
  readonly sum?: boolean;
}

/** The seats with the best figure of a row: nobody where all are alike, or the next is as good. */
export function bestOf({ values, best, margin = 0 }: Row): ReadonlySet<number> {
  const known = values.filter((value) => value !== null);
  const most = Math.max(...known);
  const least = Math.min(...known);
  if (!best || known.length === 0 || most === least) return new Set();
  const value = best === 'most' ? most : least;
  const others = known.filter((each) => each !== value);
  if (others.some((each) => Math.abs(each - value) < margin)) return new Set();
  return new Set(values.flatMap((each, seat) => (each === value ? [seat] : [])));
}
