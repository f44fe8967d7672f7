/** Which seats of a finished table were the reader's. */

import { isLocal } from '../../base/local/id';
import type { Seat } from '../../base/protocol';
import { connect, loadLocal } from '../../base/transport';
import { Connection } from './connection';

const PATIENCE_MS = 4000;

/** The seats that this device acted for; none where it did not play, or the table does not say. */
export async function ownSeats(table: string): Promise<readonly Seat[]> {
  if (isLocal(table)) await loadLocal();
  return new Promise((resolve) => {
    const answer = (seats: readonly Seat[]) => {
      clearTimeout(timer);
      line.stop();
      resolve(seats);
    };
    const line = new Connection(
      () => connect(table),
      () => null,
      {
        message: (message) => {
          if (message.type === 'welcome') answer(message.table.yours);
          else if (message.type === 'refused') answer([]);
        },
        online: () => undefined,
      },
    );
    const timer = setTimeout(() => {
      answer([]);
    }, PATIENCE_MS);
    line.start();
  });
}
