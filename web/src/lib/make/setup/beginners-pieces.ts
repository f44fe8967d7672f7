/** The sets of pieces on the beginners' sheet, by its own colors. */

import type { MessageId } from '../../base/language/messages';
import type { BeginnersPieces } from '../../base/protocol';

/** What they are called, where one of them stays in the box. */
export const LEFT_OUT = {
  red: 'setup.piecesRed',
  orange: 'setup.piecesOrange',
  white: 'setup.piecesWhite',
  blue: 'setup.piecesBlue',
} as const satisfies Record<BeginnersPieces, MessageId>;
