/** Places on the board in few words. */

import type { Place } from '../board/targets';
import { listed } from '../../base/language/format';
import { t } from '../../base/language/messages';
import type { BoardInfo, Intersection } from '../../base/protocol';
import { harborText } from '../../base/words';
import { hexesRound, hexShort, land, landsRound, placeName } from './labels';

/** A place in few words: `C3 north (8 forest, 5 hills, 10 fields)`, `C3 east`, `C3 (8 forest)`. */
export function placeShort(board: BoardInfo, { kind, id }: Place): string {
  if (kind === 'hex') return hexShort(board, id);
  if (kind === 'path') return placeName(board.paths[id]?.name ?? '');
  const spot = placeName(board.intersections[id]?.name ?? '');
  return t('places.cornerShort', { spot, lands: landsRound(board, id) });
}

/** A corner with its harbor: `C3 north (8 forest, 5 hills, 3-to-1 harbor)`. */
export function cornerText(board: BoardInfo, id: Intersection): string {
  const at = board.intersections[id];
  const round = [
    ...hexesRound(board, id).map(land),
    ...(at?.harbor ? [harborText(at.harbor)] : []),
  ];
  return t('places.cornerShort', {
    spot: placeName(at?.name ?? ''),
    lands: listed(round, 'unit'),
  });
}
