/** Puts an element where the board is, which knows nothing of the coach. */

import type { Attachment } from 'svelte/attachments';

/** Moves an element to the end of another one: of the first of these that there is. */
export function movedTo(...selectors: string[]): Attachment {
  return (element) => {
    const places = selectors.map((selector) => document.querySelector(selector));
    places.find((place) => place !== null)?.append(element);
    return () => {
      element.remove();
    };
  };
}
