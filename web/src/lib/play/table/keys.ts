/** The keys of a table. They act outside of fields and dialogs, and can be switched off. */

import type { PrimaryButton } from '../game/actions';
import type { TableController } from '../game/table-controller.svelte';
import type { ViewModel } from '../game/view-model';
import { pressed, readKeys, type Press } from '../game/shortcuts';
import { settings } from '../../base/settings.svelte';

/** What keys need of the page besides the controller. */
export interface KeyTargets {
  focusBoard: () => void;
  /** Moves the focus to the button that sends what is being chosen. */
  focusSend: () => void;
  showHelp: () => void;
  hint: () => void;
}

/** Listens until the function that it returns is called. */
export function listenToKeys(controller: TableController, page: KeyTargets): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.repeat || !controller.model) return;
    if (document.querySelector('dialog[open]')) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('input:not([type=checkbox]), textarea, select')) return;
    // What has the focus answers to these by itself.
    const answers = target?.closest('button, a, input, summary, [role=button]');
    if (answers && (event.key === ' ' || event.key === 'Enter')) return;
    if (!settings.shortcuts && event.key !== 'Escape') return;
    const press = pressed(event, controller.model.panel, readKeys(settings.keys));
    if (press && obey(controller, page, press)) event.preventDefault();
  };
  addEventListener('keydown', listen);
  return () => {
    removeEventListener('keydown', listen);
  };
}

/** Whether the large button does what a key asks for: what one ends is the turn, or one's building. */
function isMeant(button: PrimaryButton['kind'], asked: 'roll' | 'endTurn'): boolean {
  return asked === 'roll' ? button === 'roll' : button !== 'roll';
}

/** Does what a key asks for. Returns whether it meant anything. */
function obey(controller: TableController, page: KeyTargets, press: Press): boolean {
  const { model, choosing, trading } = controller;
  if (!model) return false;
  const { panel } = model;
  switch (press.type) {
    case 'command':
      return command(controller, page, press.id, model);
    case 'cancel':
      return controller.cancel();
    case 'card':
      if (panel.kind === 'discard' || panel.kind === 'plenty') {
        if (press.back) choosing.remove(press.resource);
        else choosing.add(press.resource);
      } else if (panel.kind === 'monopoly') choosing.name(press.resource);
      else if (panel.kind === 'builder') trading.add(press.back ? 'get' : 'give', press.resource);
      else controller.tapCard(press.resource);
      // Whoever chooses by number sends with Enter.
      page.focusSend();
      return true;
    case 'yes':
      if (model.confirmation) controller.confirm();
      else if (panel.kind === 'discard') choosing.discard();
      else if (panel.kind === 'plenty') choosing.takePlenty();
      else if (panel.kind === 'builder') trading.send(true);
      else return false;
      return true;
  }
}

/** Does a command that has a key. Returns whether it meant anything. */
function command(
  controller: TableController,
  page: KeyTargets,
  id: Extract<Press, { type: 'command' }>['id'],
  { panel, primary, canUndo }: ViewModel,
): boolean {
  switch (id) {
    case 'primary':
      controller.pressPrimary();
      return true;
    case 'roll':
    case 'endTurn':
      if (!isMeant(primary.kind, id)) return false;
      controller.pressPrimary();
      return true;
    case 'settlement':
    case 'city':
    case 'road':
    case 'developmentCard':
    case 'trade':
      if (controller.pressById(id === 'developmentCard' ? 'development_card' : id)) {
        page.focusBoard();
      }
      return true;
    case 'board':
      page.focusBoard();
      return true;
    case 'accept':
      if (panel.kind === 'offer' && panel.offer.canAccept) controller.do('accept');
      return true;
    case 'decline':
      controller.do('decline');
      return true;
    case 'counter':
      controller.trading.counter();
      return true;
    case 'pass':
      controller.pass();
      return true;
    case 'knight':
      controller.choosing.playKnight();
      return true;
    case 'undo':
      if (canUndo) controller.undo();
      return canUndo;
    case 'hint':
      page.hint();
      return true;
    case 'help':
      page.showHelp();
      return true;
    default:
      // All that it does is what it says to the table.
      void controller.store.do(id);
      return true;
  }
}
