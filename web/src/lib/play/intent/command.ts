/** The commands that a player can send to a table, from either view. */

import type { Action, ClientMessage, Command } from '../../base/protocol';

/** What is acknowledged or refused; the connection gives it its key. */
export type Request = Command | Omit<Extract<ClientMessage, { type: 'say' }>, 'key'>;

/**
 * A command of a player at a table. An action can name the line of the log that it answers; otherwise it answers
 * what stands when it is sent.
 */
export type TableCommand =
  | { readonly type: 'act'; readonly action: Action; readonly answers?: number | undefined }
  | Exclude<Request, { type: 'act' | 'ready' }>;

/** The command to take an action. */
export function act(action: Action, answers?: number): TableCommand {
  return { type: 'act', action, answers };
}

/** Whether a command is for this moment only: it is not sent later, when the table may have moved on. */
export function isForNow({ type }: TableCommand): boolean {
  return ['act', 'undo', 'trade_talk', 'take_suggestion'].includes(type);
}
