/** Records of finished games. */

import { isLocal } from '../local/id';
import { ask } from './index';

/** The record of a finished game, as text. */
export function recordOf(table: string): Promise<string> {
  return ask({ type: 'record', table });
}

/** Saves the record of a game that is kept in this browser. That of a server is a link, which was clicked. */
export async function saveRecord(table: string, click?: Event): Promise<void> {
  if (!isLocal(table)) return;
  click?.preventDefault();
  const record = await recordOf(table);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([record], { type: 'text/plain' }));
  link.download = `brickwood-${table.slice(1)}.txt`;
  link.click();
  // The download has begun by the next task.
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, 1000);
}
