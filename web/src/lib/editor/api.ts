/** What is asked about a board that is being drawn: of the server, or of this browser without one. */

import { askOr, request } from '../api';
import type { BoardReport, DraftOrder, DraftReport, FillOrder } from '../protocol';

/** What is to be said of a draft. */
export function reportOnDraft(order: DraftOrder): Promise<DraftReport> {
  return askOr(
    () => request<DraftReport>('POST', '/api/boards/draft', order),
    (here) => here.reportOnDraft(order),
  );
}

/** The rest of a draft at random. */
export function fillBoard(order: FillOrder): Promise<BoardReport> {
  return askOr(
    () => request<BoardReport>('POST', '/api/boards/fill', order),
    (here) => here.fillBoard(order),
  );
}
