/** What can be picked on the board now. Places are numbered as in `BoardInfo`. */
export type Targets =
  | { kind: 'none' }
  | {
      kind: 'intersection';
      piece: 'settlement' | 'city' | 'first cards';
      ids: number[];
      seat: number;
    }
  | { kind: 'path'; piece: 'road'; ids: number[]; seat: number }
  | { kind: 'hex'; ids: number[]; seat: number };

/** The accessible names of places. */
export interface PlaceLabels {
  intersection: (id: number) => string;
  path: (id: number) => string;
  hex: (id: number) => string;
}
