/** The most characters of a name. */
export const LONGEST_NAME = 24;

/** The most characters of what a player says in words. */
export const LONGEST_WORDS = 200;

/** The most characters of what somebody writes in a report, or a host about a decision. */
export const LONGEST_REASON = 500;

/** The most characters of a message of the host to all. */
export const LONGEST_NOTICE = 300;

/** The most cards that one side of a trade may leave open. */
export const MOST_ANY = 4;

/** The fewest roads that hold the longest road. */
export const SHORTEST_LONGEST_ROAD = 5;

/** The fewest knights that hold the largest army. */
export const SMALLEST_LARGEST_ARMY = 3;
