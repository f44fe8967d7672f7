//! Why a step is refused. Each reason belongs to a clause of `docs/rules`.

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::Clause;

macro_rules! illegal {
    ($($(#[$doc:meta])* $name:ident = $code:literal: $chapter:literal $number:literal, $text:literal;)+) => {
        /// Why a step is refused. The state stays as it was.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/rules.ts"))]
        pub enum Illegal {
            $(
                $(#[$doc])*
                #[serde(rename = $code)]
                $name,
            )+
        }

        impl Illegal {
            /// Every reason.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// A fixed word for programs.
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$name => $code,)+
                }
            }

            /// The clause that the step breaks.
            pub const fn clause(self) -> Clause {
                match self {
                    $(Self::$name => Clause::new($chapter, $number),)+
                }
            }

            const fn text(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)+
                }
            }
        }
    };
}

illegal! {
    /// Somebody else, or chance, is to act.
    NotToAct = "not_to_act": "TRN" 4, "It is not this seat's turn to act.";
    /// The action does not answer what is awaited.
    OutOfPhase = "out_of_phase": "TRN" 1, "Something else has to be done first.";
    /// The outcome does not answer what chance is asked for.
    NotThisChance = "not_this_chance": "TRN" 1, "Chance is not asked for this now.";
    /// No such place on this board.
    NoSuchPlace = "no_such_place": "BRD" 16, "The board has no such place.";
    /// The game has ended.
    GameOver = "game_over": "WIN" 3, "The game is over.";
    /// The dice come first.
    BeforeRoll = "before_roll": "TRN" 5, "The dice come first: no trading or building before the roll.";
    /// The dice were rolled in this turn.
    AlreadyRolled = "already_rolled": "TRN" 1, "The dice are rolled once in a turn.";
    /// The turn must be rolled before it ends.
    NotRolled = "not_rolled": "TRN" 1, "The roll is mandatory before the turn ends.";
    /// Trading is over once building has begun.
    TradingOver = "trading_over": "TRN" 3, "Trading ends with the first building of the turn.";
    /// The variant that ends trading with building.
    TradingOverByVariant = "trading_over_by_variant": "VAR" 6, "Who has built in a turn trades no more in it.";
    /// A set-up road must touch the settlement just placed.
    RoadAwayFromSettlement = "road_away_from_settlement": "SET" 2, "The road must touch the settlement just placed.";
    /// The path has a road.
    PathTaken = "path_taken": "BLD" 5, "This path has a road already.";
    /// The road would touch nothing of one's own.
    RoadUnconnected = "road_unconnected": "BLD" 5, "A road must touch a road, settlement or city of one's own.";
    /// The road would run on through another's building.
    RoadThroughBuilding = "road_through_building": "BLD" 6, "A road cannot run on through another player's building.";
    /// The first cards come from a settlement of the beginners' sheet.
    NoFirstSettlement = "no_first_settlement": "SET" 7, "The first cards come from one of one's own two settlements.";
    /// The intersection is settled.
    IntersectionTaken = "intersection_taken": "BLD" 8, "This intersection is settled already.";
    /// No own road leads there.
    SettlementUnconnected = "settlement_unconnected": "BLD" 8, "A settlement must touch a road of one's own.";
    /// A neighboring intersection is settled.
    TooClose = "too_close": "BLD" 9, "A neighboring intersection is settled.";
    /// Only an own settlement becomes a city.
    NoOwnSettlement = "no_own_settlement": "BLD" 11, "Only a settlement of one's own becomes a city.";
    /// The variant that wants a settlement on the board.
    LastSettlement = "last_settlement": "VAR" 7, "The last settlement on the board stays a settlement.";
    /// No road left.
    NoRoadLeft = "no_road_left": "BLD" 12, "All roads are built.";
    /// No settlement left.
    NoSettlementLeft = "no_settlement_left": "BLD" 12, "All settlements are on the board: turn one into a city first.";
    /// No city left.
    NoCityLeft = "no_city_left": "BLD" 12, "All cities are built.";
    /// The hand cannot pay for a road.
    CannotPayRoad = "cannot_pay_road": "BLD" 1, "A road costs 1 brick and 1 lumber.";
    /// The hand cannot pay for a settlement.
    CannotPaySettlement = "cannot_pay_settlement": "BLD" 2, "A settlement costs 1 brick, 1 lumber, 1 wool and 1 grain.";
    /// The hand cannot pay for a city.
    CannotPayCity = "cannot_pay_city": "BLD" 3, "The hand does not hold what a city costs.";
    /// The hand cannot pay for a development card.
    CannotPayDevelopmentCard = "cannot_pay_development_card": "BLD" 4, "A development card costs 1 ore, 1 grain and 1 wool.";
    /// The deck is empty.
    DeckEmpty = "deck_empty": "BLD" 4, "The development deck is empty.";
    /// The hand has no such card.
    NoSuchCard = "no_such_card": "TRN" 2, "This hand has no such development card.";
    /// The card was bought in this turn.
    BoughtThisTurn = "bought_this_turn": "DEV" 1, "A card cannot be played in the turn in which it was bought.";
    /// A card was played in this turn.
    CardAlreadyPlayed = "card_already_played": "DEV" 2, "Only one development card can be played in a turn.";
    /// The variant that wants cards after the roll.
    CardsAfterRoll = "cards_after_roll": "VAR" 3, "Development cards are played after the roll only.";
    /// Victory point cards count by themselves.
    NotPlayed = "not_played": "DEV" 7, "A victory point card is not played: it counts by itself.";
    /// In special building one only builds and buys.
    SpecialBuildingOnly = "special_building_only": "SBP" 2, "In the special building phase nobody trades or plays a card.";
    /// No free road can be placed.
    NoFreeRoad = "no_free_road": "DEV" 4, "There is no road left or no place for one.";
    /// Year of plenty takes two cards, or what an all but empty bank has.
    WrongPlenty = "wrong_plenty": "DEV" 5, "A year of plenty takes two cards that the bank has.";
    /// Year of plenty on an empty bank.
    BankEmpty = "bank_empty": "RUL" 2, "The bank has no card to take.";
    /// The robber stands there.
    RobberMustMove = "robber_must_move": "ROB" 3, "The robber must move to another hex.";
    /// The robber may not go to a desert.
    RobberNotOnDesert = "robber_not_on_desert": "ROB" 4, "The robber may not be moved to a desert.";
    /// The friendly robber spares somebody at this hex.
    RobberIsFriendly = "robber_is_friendly": "OPT" 3, "The robber spares players with fewer than three points.";
    /// A card must be taken.
    MustRob = "must_rob": "ROB" 6, "A card has to be taken from one of these players.";
    /// The seat cannot be robbed.
    NotAVictim = "not_a_victim": "ROB" 6, "Only a player with a building at that hex and a card can be robbed.";
    /// Not exactly half of the hand, or cards that it lacks.
    WrongDiscard = "wrong_discard": "ROB" 2, "Exactly half of the hand, rounded down, is given to the bank.";
    /// Chance drew a card that is not there.
    NotInHand = "not_in_hand": "ROB" 6, "The victim has no such card.";
    /// Chance drew a card that the deck lacks.
    NotInDeck = "not_in_deck": "BRD" 14, "The deck has no such card.";
    /// The deck of the 36 throws has this one no more.
    NotInDiceDeck = "not_in_dice_deck": "OPT" 4, "The deck of throws has this one no more.";
    /// The house rule that leaves the bank as the only partner.
    NoDomesticTrade = "no_domestic_trade": "OPT" 7, "At this table players trade with the bank only.";
    /// The game has no time limit, no turn has begun, or the time was up before.
    NotTimed = "not_timed": "WIN" 5, "No time is running out.";
    /// The players can end a game without a winner once the first turn has begun.
    NothingToCallOff = "nothing_to_call_off": "RUL" 24, "A game can be ended once its first turn has begun.";
    /// The same resource on both sides of a bank trade.
    LikeForLikeBank = "like_for_like_bank": "RUL" 11, "A bank trade is for another resource.";
    /// The hand has too few for the rate.
    CannotPayBank = "cannot_pay_bank": "TRD" 6, "The hand has too few of this resource for its best rate.";
    /// The bank has none of what is asked.
    BankLacks = "bank_lacks": "TRD" 11, "The bank has none of this resource.";
    /// A side of a domestic trade is empty.
    EmptySide = "empty_side": "TRD" 2, "Each side gives at least one card.";
    /// The same resource on both sides of a domestic trade.
    LikeForLike = "like_for_like": "TRD" 12, "The same resource cannot stand on both sides of a trade.";
    /// The hand has not the cards of the trade.
    NotHeld = "not_held": "TRD" 5, "The hand does not hold these cards.";
    /// The offer goes to nobody, to oneself, or to somebody who does not sit here.
    BadRecipients = "bad_recipients": "TRD" 1, "An offer goes to other players at the table.";
    /// The seat was not asked.
    NotAsked = "not_asked": "TRD" 1, "The offer was not made to this seat.";
    /// The seat has given this answer already.
    SameAnswer = "same_answer": "TRD" 3, "This is the answer already given.";
    /// The seat has agreed to no terms.
    NotAgreed = "not_agreed": "TRD" 5, "This player has not agreed to a trade.";
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl core::error::Error for Illegal {}
