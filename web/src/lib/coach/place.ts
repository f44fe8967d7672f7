/** Puts an element where the board is, which knows nothing of the coach. */

import type { Attachment } from 'svelte/attachments';

/** Moves an element to the end of another one. */
export function movedTo(selector: string): Attachment {
  return (element) => {
    document.querySelector(selector)?.append(element);
    return () => {
      element.remove();
    };
  };
}
