/** What happened in a game, as a report has kept it. */

import { logLines, type LogLine } from '../../../play/game/log-lines';
import { shownName } from '../../../base/names';
import type { Evidence } from '../../../base/protocol';
import { server } from '../../../base/transport';

/** The lines of the log in words. The server says what the places of the board are called. */
export async function evidenceLines(evidence: Evidence): Promise<readonly LogLine[]> {
  const { board: order, log, names, options } = evidence;
  if (!order || !log.length) return [];
  const { board } = await server.ask({ type: 'board', order });
  const seats = names.map((name) => ({ name: shownName(name), former: [], color: null }));
  return logLines({ board, seats, options, clock: null, table: { you: null } }, log);
}
