/** The set-up of a table that is there, as the form holds it. */

import { openSeats, type TableSnapshot } from '../../play/game/snapshot';
import { t } from '../../base/language/messages';
import type { SeatKind, SetUpOrder } from '../../base/protocol';
import { orderOf, type Setup, type Who } from '../setup/orders';

export function setupOf({ table, seats, options }: TableSnapshot): Setup {
  const { board } = table;
  return {
    seats: seats.map(({ kind, color }) => ({ who: whoOf(kind), color })),
    edition: table.edition,
    rules: table.rules,
    board: board?.type ?? 'random',
    seed: board?.type === 'seed' ? board.seed : '',
    own: board?.type === 'own' ? board.text : '',
    options,
  };
}

/** What the server is asked to change. `instead_of` is the island in whose place another is dealt; null for none. */
export function changeOf(setup: Setup, instead_of: number | null): SetUpOrder {
  const { edition, rules, board, seats, options } = orderOf('', setup);
  return { edition, rules, board, colors: seats.map(({ color }) => color), options, instead_of };
}

/** How the board was chosen, for all to read. */
export function islandWords({ table }: TableSnapshot): string {
  switch (table.board?.type) {
    case 'beginners':
      return t('setupPanel.islandPrinted');
    case 'seed':
      return t('setupPanel.islandNamed', { name: table.board.seed });
    case 'own':
      return t('setupPanel.islandOwn');
    default:
      return table.deal > 1
        ? t('setupPanel.islandRandomAgain', { times: table.deal })
        : t('setupPanel.islandRandom');
  }
}

/** Whether one person plays, so that nobody else has to follow the bots. */
export function isAlone(snapshot: TableSnapshot): boolean {
  const people = snapshot.seats.filter(
    ({ kind }) => kind.type === 'human' || kind.type === 'local',
  );
  return people.length === 1 && !openSeats(snapshot).length;
}

function whoOf(kind: SeatKind): Who {
  return kind.type === 'bot' ? kind.level : kind.type;
}
