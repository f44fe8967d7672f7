/** A kind of place on the board. */
export type PlaceKind = 'hex' | 'intersection' | 'path';

/** A place on the board, numbered as in `BoardInfo`. */
export interface Place {
  readonly kind: PlaceKind;
  readonly id: number;
}

/** What a pick on the board puts there. */
export type PickPiece = 'road' | 'settlement' | 'city' | 'first_cards' | 'robber';

/** A place, and what is picked for it. */
export interface Pick extends Place {
  readonly piece: PickPiece;
}

/** Places of one kind that can be picked for one thing. */
export type TargetSet =
  | {
      kind: 'intersection';
      piece: 'settlement' | 'city' | 'first_cards';
      ids: number[];
      seat: number;
    }
  | { kind: 'path'; piece: 'road'; ids: number[]; seat: number }
  | { kind: 'hex'; piece: 'robber'; ids: number[]; seat: number };

/** What is lit on the board now. */
export type Targets = { kind: 'none' } | TargetSet;

/** Places of several kinds that are lit together. */
export interface SeveralTargets {
  readonly kind: 'several';
  readonly sets: readonly TargetSet[];
  readonly seat: number;
}

/** The accessible names of places. */
export interface PlaceLabels {
  intersection: (id: number) => string;
  path: (id: number) => string;
  hex: (id: number) => string;
}

/** Whether two places are one. */
export function samePlace(a: Place | null, b: Place | null): boolean {
  return a !== null && b !== null && a.kind === b.kind && a.id === b.id;
}

/** Whether a place can be picked for this among these. */
export function canPick(sets: readonly Targets[], { kind, piece, id }: Pick): boolean {
  return sets.some((set) => set.kind === kind && set.piece === piece && set.ids.includes(id));
}
