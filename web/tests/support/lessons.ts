/** How many scenes the lessons have. */
export const SCENES = 11;
