/** What is drawn, kept in the browser's own storage: a draft of each frame. */

import { emptyDraft, readDraft, type Draft } from './draft';
import type { FrameName } from './frame';

const KEY = 'brickwood.editor';

export interface Kept {
  /** The frame that is looked at. */
  readonly frame: FrameName;
  readonly drafts: Readonly<Record<FrameName, Draft>>;
}

export function readKept(): Kept {
  let found: Partial<Record<string, unknown>> = {};
  try {
    const read: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (typeof read === 'object' && read !== null) found = read;
  } catch {
    // Storage may be forbidden or spoilt; then nothing is drawn yet.
  }
  const draft = (frame: FrameName) => readDraft(found[frame], frame) ?? emptyDraft(frame);
  return {
    frame: found.frame === 'large' ? 'large' : 'standard',
    drafts: { standard: draft('standard'), large: draft('large') },
  };
}

export function writeKept({ frame, drafts }: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ frame, ...drafts }));
  } catch {
    // As above: then it is gone with the page.
  }
}
