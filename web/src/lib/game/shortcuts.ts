/** The keys of a table: what a press of one means. What they are called is in `shortcut-list.ts`. */

import { RESOURCES } from '../cards';
import type { Resource } from '../protocol';
import type { ButtonId } from './actions';
import type { Panel } from './view-model';

/** What a key asks for. */
export type Command =
  | { readonly type: 'primary' }
  | { readonly type: 'roll' }
  | { readonly type: 'end_turn' }
  | { readonly type: 'press'; readonly button: ButtonId }
  | { readonly type: 'board' }
  | { readonly type: 'undo' }
  | { readonly type: 'cancel' }
  | { readonly type: 'answer'; readonly answer: 'accept' | 'counter' | 'decline' }
  | { readonly type: 'card'; readonly resource: Resource; readonly back: boolean }
  | { readonly type: 'yes' }
  | { readonly type: 'pass' }
  | { readonly type: 'knight' }
  | { readonly type: 'more_time' }
  | { readonly type: 'help' };

/** The part of a key press that matters. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly shiftKey: boolean;
}

/** What a key press means while this panel is open; null where it means nothing. */
export function commandOf(press: KeyPress, panel: Panel): Command | null {
  const digit = /^(?:Digit|Numpad)([1-5])$/.exec(press.code)?.[1];
  if (digit) {
    const resource = RESOURCES[Number(digit) - 1];
    return resource ? { type: 'card', resource, back: press.shiftKey } : null;
  }
  const asked = panel.kind === 'offer' && panel.offer.canAnswer;
  switch (press.key.toLowerCase()) {
    case ' ':
      return { type: 'primary' };
    case 'r':
      return { type: 'roll' };
    case 'e':
      return { type: 'end_turn' };
    case 'b':
      return { type: 'board' };
    case 's':
      return { type: 'press', button: 'settlement' };
    case 'c':
      return asked ? { type: 'answer', answer: 'counter' } : { type: 'press', button: 'city' };
    case 'w':
      return { type: 'press', button: 'road' };
    case 'v':
      return { type: 'press', button: 'development_card' };
    case 't':
      return { type: 'press', button: 'trade' };
    case 'a':
      return asked ? { type: 'answer', answer: 'accept' } : null;
    case 'd':
      return asked ? { type: 'answer', answer: 'decline' } : null;
    case 'x':
      return { type: 'pass' };
    case 'k':
      return { type: 'knight' };
    case 'enter':
      return { type: 'yes' };
    case 'u':
      return { type: 'undo' };
    case 'escape':
      return { type: 'cancel' };
    case 'm':
      return { type: 'more_time' };
    case '?':
      return { type: 'help' };
    default:
      return null;
  }
}
