/** Whether charts are only their tables: the text view has no pictures. */

import { getContext, setContext } from 'svelte';

const KEY = Symbol('plain');

/** Makes all charts below this component tables. */
export function makePlain(plain: boolean): void {
  setContext(KEY, plain);
}

/** Whether charts are tables here. */
export function isPlain(): boolean {
  return getContext<boolean | undefined>(KEY) ?? false;
}
