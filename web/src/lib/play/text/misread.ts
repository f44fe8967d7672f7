/** Why something typed is not understood. */
export class Misread extends Error {
  constructor(
    readonly problem: string,
    /** What may have been meant instead. */
    readonly meant: string | null = null,
  ) {
    super(problem);
  }
}
