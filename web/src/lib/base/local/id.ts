/** Ids of tables that are kept in this browser. A server's ids have no tilde. */

const MARK = '~';
/** Letters and digits that are not mistaken for each other. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const LENGTH = 10;

/** Whether a table is kept in this browser, and not on a server. */
export function isLocal(id: string): boolean {
  return id.startsWith(MARK);
}

/** A new id. Nobody else can reach the table, so that it need not be hard to guess. */
export function newLocalId(random: (count: number) => Uint8Array): string {
  const drawn = Array.from(random(LENGTH), (byte) => LETTERS[byte % LETTERS.length]);
  return MARK + drawn.join('');
}
