/** The keys of a table. They act outside of fields and dialogs, and can be switched off. */

import type { PrimaryButton } from '../game/actions';
import type { TableController } from '../game/table-controller.svelte';
import { commandOf, readKeys, type Command } from '../game/shortcuts';
import { settings } from '../../base/settings.svelte';

/** What keys need of the page besides the controller. */
export interface KeyTargets {
  focusBoard: () => void;
  /** Moves the focus to the button that sends what is being chosen. */
  focusSend: () => void;
  showHelp: () => void;
  moreTime: () => void;
  hint: () => void;
}

/** Listens until the function that it returns is called. */
export function listenToKeys(controller: TableController, page: KeyTargets): () => void {
  const pressed = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.repeat || !controller.model) return;
    if (document.querySelector('dialog[open]')) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('input:not([type=checkbox]), textarea, select')) return;
    // What has the focus answers to these by itself.
    const answers = target?.closest('button, a, input, summary, [role=button]');
    if (answers && (event.key === ' ' || event.key === 'Enter')) return;
    if (!settings.shortcuts && event.key !== 'Escape') return;
    const command = commandOf(event, controller.model.panel, readKeys(settings.keys));
    if (command && obey(controller, page, command)) event.preventDefault();
  };
  addEventListener('keydown', pressed);
  return () => {
    removeEventListener('keydown', pressed);
  };
}

/** Whether the large button does what a key asks for: what one ends is the turn, or one's building. */
function isMeant(button: PrimaryButton['kind'], asked: 'roll' | 'end_turn'): boolean {
  return button === asked || (button === 'pass' && asked === 'end_turn');
}

/** Does what a key asks for. Returns whether it meant anything. */
function obey(controller: TableController, page: KeyTargets, command: Command): boolean {
  const model = controller.model;
  if (!model) return false;
  const { panel } = model;
  switch (command.type) {
    case 'primary':
      controller.pressPrimary();
      return true;
    case 'pass':
      controller.pass();
      return true;
    case 'knight':
      controller.choosing.playKnight();
      return true;
    case 'roll':
    case 'end_turn':
      if (!isMeant(model.primary.kind, command.type)) return false;
      controller.pressPrimary();
      return true;
    case 'press':
      if (controller.pressById(command.button)) page.focusBoard();
      return true;
    case 'board':
      page.focusBoard();
      return true;
    case 'undo':
      if (model.canUndo) controller.undo();
      return model.canUndo;
    case 'cancel':
      return controller.cancel();
    case 'answer':
      if (command.answer === 'counter') controller.trading.counter();
      else if (command.answer === 'decline') controller.act({ type: 'decline' });
      else if (panel.kind === 'offer' && panel.offer.canAccept) controller.act({ type: 'accept' });
      return true;
    case 'card':
      if (panel.kind === 'discard' || panel.kind === 'plenty') {
        if (command.back) controller.choosing.remove(command.resource);
        else controller.choosing.add(command.resource);
      } else if (panel.kind === 'monopoly') controller.choosing.name(command.resource);
      else if (panel.kind === 'builder') {
        controller.trading.add(command.back ? 'get' : 'give', command.resource);
      } else controller.tapCard(command.resource);
      // Whoever chooses by number sends with Enter.
      page.focusSend();
      return true;
    case 'yes':
      if (model.confirmation) controller.confirm();
      else if (panel.kind === 'discard') controller.choosing.discard();
      else if (panel.kind === 'plenty') controller.choosing.takePlenty();
      else if (panel.kind === 'builder') controller.trading.send(true);
      else return false;
      return true;
    case 'more_time':
      page.moreTime();
      return true;
    case 'hint':
      page.hint();
      return true;
    case 'help':
      page.showHelp();
      return true;
  }
}
