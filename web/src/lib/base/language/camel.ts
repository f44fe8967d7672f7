/** `too_close` as messages are named: `tooClose`. */
export type Camel<Code extends string> = Code extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<Camel<Rest>>}`
  : Code;

/** A code of the protocol as messages are named. */
export function camel<Code extends string>(code: Code): Camel<Code> {
  return code.replace(/_./g, (letter) => letter.charAt(1).toUpperCase()) as Camel<Code>;
}
