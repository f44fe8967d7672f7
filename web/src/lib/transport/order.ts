/** What is asked of a server about order on its site, beside what every page asks. Loaded with what asks it. */

import { shownName } from '../names';
import type {
  BlockedPerson,
  BlockOrder,
  ConductReport,
  FromHost,
  HostLogLine,
  HostPage,
  HostTable,
  ReadFromHost,
  ReportOrder,
  SiteOrder,
} from '../protocol';
import { request } from './server';

/** The asker, as far as order goes. */
export const order = {
  /** What the host has to tell the asker. */
  told: () => request<FromHost>('GET', 'me/order'),
  /** The asker has read some of that. */
  haveRead: (read: ReadFromHost) => request('POST', 'me/order', read),
  /** Whom the asker has blocked. */
  blocks: async () =>
    (await request<BlockedPerson[]>('GET', 'blocks')).map((one) => ({
      ...one,
      name: shownName(one.name) ?? one.name,
    })),
  block: (whom: BlockOrder) => request('POST', 'blocks', whom),
  unblock: (number: number) => request('DELETE', `blocks/${number}`),
  report: (about: ReportOrder) => request('POST', 'reports', about),
};

/** The host's page. */
export const desk = {
  /** Opens it by the secret of a link. */
  open: (secret: string) => request('POST', 'host/session', { secret }),
  /** Leaves it in this browser. */
  leave: () => request('DELETE', 'host/session'),
  page: () => request<HostPage>('GET', 'host'),
  reports: (decided: boolean, before?: number) =>
    request<ConductReport[]>('GET', `host/reports?decided=${decided}${after(before)}`),
  tables: () => request<HostTable[]>('GET', 'host/tables'),
  log: (before?: number) =>
    request<HostLogLine[]>('GET', before === undefined ? 'host/log' : `host/log?before=${before}`),
  act: (order: SiteOrder) => request('POST', 'host/acts', order),
};

function after(before?: number): string {
  return before === undefined ? '' : `&before=${before}`;
}
