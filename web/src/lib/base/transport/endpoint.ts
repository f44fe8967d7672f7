/** How the endpoints of the server are written. All of them are in `protocol/endpoints/`. */

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * An endpoint: its method and its path below `/api/`, and in its type what is asked with it and what is answered. What is
 * asked with has the names of the path, `query` and `body`.
 */
export type Endpoint<Asked extends object, Answer> = readonly [method: Method, path: string] & {
  readonly types?: readonly [Asked, Answer];
};

/** What is asked with it: nothing, where nothing is needed. */
export type AskedWith<Asked extends object> = object extends Asked
  ? [asked?: Asked]
  : [asked: Asked];

/** The address of an endpoint, with what it is asked with. */
export function addressOf<Asked extends object>(
  [, path]: Endpoint<Asked, unknown>,
  ...[asked = {} as Asked]: AskedWith<Asked>
): string {
  const { query, ...named } = asked as Record<string, string | Record<string, string>>;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(named[name])),
  );
  return `/api/${filled}${query ? `?${new URLSearchParams(query)}` : ''}`;
}
