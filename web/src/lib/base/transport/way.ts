/** How a question to the site is written. All of them are in `protocol/ways/`. */

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * A question: its method and its path below `/api/`, and in its type what is asked with it and what is answered. What is
 * asked with has the names of the path, `query` and `body`.
 */
export type Way<Asked extends object, Answer> = readonly [method: Method, path: string] & {
  readonly types?: readonly [Asked, Answer];
};

/** What is asked with a question: nothing, where nothing is needed. */
export type AskedWith<Asked extends object> = object extends Asked
  ? [asked?: Asked]
  : [asked: Asked];

/** The address of a question, with what it is asked with. */
export function addressOf<Asked extends object>(
  [, path]: Way<Asked, unknown>,
  ...[asked = {} as Asked]: AskedWith<Asked>
): string {
  const { query, ...named } = asked as Record<string, string | Record<string, string>>;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(named[name])),
  );
  return `/api/${filled}${query ? `?${new URLSearchParams(query)}` : ''}`;
}
