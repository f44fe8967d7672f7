/** Numbers that were stored or typed, and what they can be. */

/** Between what a number has to be. */
export interface Limits {
  readonly least: number;
  readonly most: number;
}

/** A whole number within limits; null for everything else. */
export function within(value: unknown, { least, most }: Limits): number | null {
  const fits = typeof value === 'number' && Number.isInteger(value);
  return fits && value >= least && value <= most ? value : null;
}
