import icons from '../../../../../crates/picture/art/icons.json';

/** The outlines of the page's icons, strokes of 2 in a box of 24 units. */
export const ICONS = icons;

/** An icon's name. */
export type IconName = keyof typeof ICONS;
