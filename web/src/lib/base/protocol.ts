/** What goes between the page and the server: of a game, and of the table where it is played. */
export type * from './protocol/analysis';
export type * from './protocol/problem';
export type * from './protocol/puzzles';
export type * from './protocol/rules';
export type * from './protocol/site';
export type * from './protocol/table';
