/** The clauses that steps break, each by the code of the reason. */

/** It is not this seat's turn to act. */
export const NOT_TO_ACT = 'TRN-04';
/** Something else has to be done first. */
export const OUT_OF_PHASE = 'TRN-01';
/** This is not the random outcome that is due now. */
export const NOT_THIS_CHANCE = 'TRN-01';
/** The board has no such place. */
export const NO_SUCH_PLACE = 'BRD-16';
/** The game is over. */
export const GAME_OVER = 'WIN-03';
/** Roll the dice first: you cannot trade or build before the roll. */
export const BEFORE_ROLL = 'TRN-05';
/** The dice are rolled only once per turn. */
export const ALREADY_ROLLED = 'TRN-01';
/** Roll the dice before you end your turn. */
export const NOT_ROLLED = 'TRN-01';
/** You cannot trade after building on the same turn. */
export const TRADING_OVER = 'TRN-03';
/** You cannot trade after building on the same turn. */
export const TRADING_OVER_BY_VARIANT = 'VAR-6';
/** The road must touch the settlement just placed. */
export const ROAD_AWAY_FROM_SETTLEMENT = 'SET-02';
/** There is already a road on this path. */
export const PATH_TAKEN = 'BLD-05';
/** A road must connect to one of your own roads, settlements or cities. */
export const ROAD_UNCONNECTED = 'BLD-05';
/** A road cannot continue past another player's building. */
export const ROAD_THROUGH_BUILDING = 'BLD-06';
/** Your first cards come from one of your own two settlements. */
export const NO_FIRST_SETTLEMENT = 'SET-07';
/** There is already a building on this corner. */
export const INTERSECTION_TAKEN = 'BLD-08';
/** A settlement must touch one of your own roads. */
export const SETTLEMENT_UNCONNECTED = 'BLD-08';
/** There is a building on a neighboring corner. */
export const TOO_CLOSE = 'BLD-09';
/** Only your own settlements can become cities. */
export const NO_OWN_SETTLEMENT = 'BLD-11';
/** Your last settlement on the board must remain a settlement. */
export const LAST_SETTLEMENT = 'VAR-7';
/** You have no roads left. */
export const NO_ROAD_LEFT = 'BLD-12';
/** You have no settlements left: upgrade one to a city first. */
export const NO_SETTLEMENT_LEFT = 'BLD-12';
/** You have no cities left. */
export const NO_CITY_LEFT = 'BLD-12';
/** A road costs 1 brick and 1 lumber. */
export const CANNOT_PAY_ROAD = 'BLD-01';
/** A settlement costs 1 brick, 1 lumber, 1 wool and 1 grain. */
export const CANNOT_PAY_SETTLEMENT = 'BLD-02';
/** You cannot pay for a city. */
export const CANNOT_PAY_CITY = 'BLD-03';
/** A development card costs 1 ore, 1 grain and 1 wool. */
export const CANNOT_PAY_DEVELOPMENT_CARD = 'BLD-04';
/** The development deck is empty. */
export const DECK_EMPTY = 'BLD-04';
/** You do not have this development card. */
export const NO_SUCH_CARD = 'TRN-02';
/** You cannot play a card on the turn you bought it. */
export const BOUGHT_THIS_TURN = 'DEV-01';
/** You can play only one development card per turn. */
export const CARD_ALREADY_PLAYED = 'DEV-02';
/** Development cards can be played only after the roll. */
export const CARDS_AFTER_ROLL = 'VAR-3';
/** A victory point card is never played: it counts as it is. */
export const NOT_PLAYED = 'DEV-07';
/** You cannot trade or play cards in the special building phase. */
export const SPECIAL_BUILDING_ONLY = 'SBP-02';
/** You have no road left, or no place for one. */
export const NO_FREE_ROAD = 'DEV-04';
/** Year of plenty takes two cards from those in the bank. */
export const WRONG_PLENTY = 'DEV-05';
/** The bank is empty. */
export const BANK_EMPTY = 'RUL-02';
/** The robber must move to another hex. */
export const ROBBER_MUST_MOVE = 'ROB-03';
/** The robber cannot be moved to a desert. */
export const ROBBER_NOT_ON_DESERT = 'ROB-04';
/** The robber spares players with fewer than three points. */
export const ROBBER_IS_FRIENDLY = 'OPT-03';
/** You must take a card from one of these players. */
export const MUST_ROB = 'ROB-06';
/** You can rob only a player who has cards and a building at that hex. */
export const NOT_A_VICTIM = 'ROB-06';
/** You must discard exactly half of your hand, rounded down. */
export const WRONG_DISCARD = 'ROB-02';
/** The victim has no such card. */
export const NOT_IN_HAND = 'ROB-06';
/** The deck has no such card. */
export const NOT_IN_DECK = 'BRD-14';
/** This roll is no longer in the dice deck. */
export const NOT_IN_DICE_DECK = 'OPT-04';
/** At this table, players trade only with the bank. */
export const NO_DOMESTIC_TRADE = 'OPT-07';
/** There is no time limit that could run out now. */
export const NOT_TIMED = 'WIN-05';
/** The bank gives only a different resource in exchange. */
export const LIKE_FOR_LIKE_BANK = 'RUL-11';
/** You have too few cards of this resource for your rate. */
export const CANNOT_PAY_BANK = 'TRD-06';
/** The bank has no cards of this resource. */
export const BANK_LACKS = 'TRD-11';
/** Each side must give at least one card. */
export const EMPTY_SIDE = 'TRD-02';
/** The same resource cannot be on both sides of a trade. */
export const LIKE_FOR_LIKE = 'TRD-12';
/** There are not that many cards of this resource in the game. */
export const MORE_THAN_EXIST = 'TRD-05';
/** You do not have these cards. */
export const NOT_HELD = 'TRD-05';
/** An offer must go to other players at the table. */
export const BAD_RECIPIENTS = 'TRD-01';
/** The offer was not made to this seat. */
export const NOT_ASKED = 'TRD-01';
/** You have already given this answer. */
export const SAME_ANSWER = 'TRD-03';
/** This player has not agreed to a trade. */
export const NOT_AGREED = 'TRD-05';
