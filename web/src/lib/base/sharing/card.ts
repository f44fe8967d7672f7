/** Where things lie in a picture that is shared: the island at the left, a card with words at the right. */

import { HEIGHT } from './png';

/** The part of the picture in which the island lies. */
export const ROOM = { x: 20, y: 18, width: 680, height: HEIGHT - 36 };
export const CARD = { x: 720, y: 28, width: 452, height: HEIGHT - 56 };
/** Where the words of the card begin and end. */
export const LEFT = CARD.x + 34;
export const RIGHT = CARD.x + CARD.width - 34;
