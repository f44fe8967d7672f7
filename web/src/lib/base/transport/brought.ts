/** What the home page came with: the first answers of the server, so that nothing has to be asked before it is drawn. */

import type { HomeInfo, SiteInfo } from '../protocol';
import type { Endpoint } from './endpoint';

/** The element of the page that holds it. */
const ELEMENT = 'home';

/** What the site was when the page came; null where the page came without. */
export const siteThen: SiteInfo | null = read().site ?? null;

let left: Partial<HomeInfo> = read();

function read(): Partial<HomeInfo> {
  const text = globalThis.document?.getElementById(ELEMENT)?.textContent;
  return text ? (JSON.parse(text) as HomeInfo) : {};
}

/** Looks at it, and leaves it to whoever asks. */
export function brought(): Readonly<Partial<HomeInfo>> {
  return left;
}

/** Answers a question once: later, things may have changed. The parts have the names of their paths. */
export function takeBrought([method, path]: Endpoint<object, unknown>): unknown {
  if (method !== 'GET') return undefined;
  const { [path as keyof HomeInfo]: answer, ...others } = left;
  left = others;
  return answer;
}
