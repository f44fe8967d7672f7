/**
 * Short names for messages, in the built page alone: a name such as `log.rolledAgain` stands in the
 * code and once in each catalog, and all of them together weigh as much as a tenth of the page.
 */

/** Topics whose messages are named by a code of the server or by a word of the rules. */
export const NAMED_BY_CODE: readonly string[] = [
  'boardFaults',
  'changed',
  'commands',
  'connection',
  'handshakeFaults',
  'illegal',
  'logFaults',
  'problem',
  'ratedFaults',
  'recordFaults',
  'requestFaults',
  'stats',
  'switches',
  'textHelp',
  'textWords',
  'unplayable',
  'unreachable',
  'words',
];

/** Short names, by the long ones. */
export type ShortNames = ReadonlyMap<string, string>;

/** A short name for each of these. */
export function shortNames(ids: readonly string[]): ShortNames {
  const named = ids.filter((id) => !NAMED_BY_CODE.includes(id.split('.')[0] ?? ''));
  return new Map(named.map((id, index) => [id, index.toString(36)]));
}

/** The same catalog, by short names. */
export function shortened<T>(catalog: Readonly<Record<string, T>>, names: ShortNames): object {
  return Object.fromEntries(
    Object.entries(catalog).map(([id, message]) => [names.get(id) ?? id, message]),
  );
}

const LITERAL = /(['"`])([a-z][A-Za-z]*\.[a-z][A-Za-z0-9]*)\1/g;

/** The same code, which names messages by their short names. */
export function withShortNames(code: string, names: ShortNames): string {
  return code.replace(LITERAL, (literal, quote: string, id: string) => {
    const short = names.get(id);
    return short === undefined ? literal : `${quote}${short}${quote}`;
  });
}
