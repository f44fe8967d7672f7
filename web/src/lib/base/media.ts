/**
 * The shapes of window that the page tells apart, each under one name. Style sheets write
 * `@media (--desktop)`, scripts `new MediaQuery(MEDIA.desktop)`.
 */
export const MEDIA = {
  /** Room for a rail beside the board. */
  desktop: '(min-width: 1024px) and (min-height: 500px)',
  /** A desk whose rail is as high as the window, with the hand and the buttons under the board. */
  roomy: '(min-width: 1280px) and (min-height: 500px)',
  /** A large screen: the hand and the buttons lie in the rail, and the board has all the rest. */
  large: '(min-width: 1600px) and (min-height: 820px)',
  /** A tablet upright: the log has a place beside the hand. */
  tablet: '(min-width: 700px) and (max-width: 1023.98px) and (min-height: 640px)',
  /** Every window in which the log has a place of its own. */
  logged:
    '((min-width: 1024px) and (min-height: 500px)) or ((min-width: 700px) and (min-height: 640px))',
  /** A phone or a tablet upright: panels have two rows beside the hand. */
  compact: '(max-width: 1023.98px) and (min-height: 500px)',
  /** A phone upright: panels have one row of the window. */
  phone: '(max-width: 699.98px) and (min-height: 500px)',
  /** A phone on its side. */
  side: '(orientation: landscape) and (min-width: 560px) and (max-height: 499.98px)',
  /** An upright window with room for a line of buttons above the island. */
  tall: '(orientation: portrait) and (min-height: 740px)',
} as const;
