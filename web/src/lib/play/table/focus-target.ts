/** Where the focus belongs at a table. */

import type { ViewModel } from '../game/view-model';
import { focus } from '../../base/page/focus';

/** Panels that whoever plays by keyboard is led to. */
const LEADING: ReadonlySet<string> = new Set([
  'discard',
  'victims',
  'builder',
  'plenty',
  'monopoly',
  'first_cards',
  'interrupt',
]);

const find = (selector: string) => document.querySelector(selector);

/** What the moment asks for before anything else; null where it asks for nothing. */
function asked(model: ViewModel): Element | null {
  if (model.confirmation) return find('.question [data-landing=first]');
  return LEADING.has(model.panel.kind) ? find('.context') : null;
}

/** Where the focus goes when nothing else is left. */
export function focusTarget(model: ViewModel): Element | null {
  const first = asked(model);
  if (first && !first.matches('.context')) return first;
  const pill = find('.pill');
  // A mouse is led nowhere: Space shall roll and end the turn, and not press something else.
  if (focus.modality !== 'key') return pill;
  if (model.targets.kind !== 'none') return find('.board [data-landing=first]') ?? pill;
  if (model.status.tone !== 'act') return pill;
  const control = '.bar [data-action]:not([aria-disabled=true], [data-landing=never])';
  return find('.bar [data-action=roll], .bar [data-action=pass]') ?? find(control) ?? pill;
}

/**
 * Leads whoever plays by keyboard on, once the moment asks for something else. Nobody is called away
 * from what they are typing.
 */
export function moveFocus(model: ViewModel, isNew: boolean): void {
  if (focus.modality !== 'key' || document.querySelector('dialog:modal')) return;
  const now = document.activeElement;
  if (now?.matches('input, textarea, select')) return;
  const first = asked(model);
  if (first && isNew) {
    if (first.matches('.context')) focus.land(first);
    else focus.to(first);
    // What is lost comes back by itself, to where it belongs.
  } else if (now?.matches('.pill')) focus.to(focusTarget(model));
}
