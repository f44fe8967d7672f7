//! Why a step is refused. Each reason belongs to a clause of `docs/rules`.

use core::fmt;

use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use crate::Clause;

macro_rules! illegal {
    ($($(#[$doc:meta])* $name:ident = $code:literal: $chapter:literal $number:literal, $text:literal;)+) => {
        /// Why a step is refused. The state stays as it was.
        #[wire(rules)]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
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
    NotThisChance = "not_this_chance": "TRN" 1, "This is not the random outcome that is due now.";
    /// No such place on this board.
    NoSuchPlace = "no_such_place": "BRD" 16, "The board has no such place.";
    /// The game has ended.
    GameOver = "game_over": "WIN" 3, "The game is over.";
    /// The dice come first.
    BeforeRoll = "before_roll": "TRN" 5, "Roll the dice first: you cannot trade or build before the roll.";
    /// The dice were rolled in this turn.
    AlreadyRolled = "already_rolled": "TRN" 1, "The dice are rolled only once per turn.";
    /// The turn must be rolled before it ends.
    NotRolled = "not_rolled": "TRN" 1, "Roll the dice before you end your turn.";
    /// Trading is over once building has begun.
    TradingOver = "trading_over": "TRN" 3, "You cannot trade after building on the same turn.";
    /// The variant that ends trading with building.
    TradingOverByVariant = "trading_over_by_variant": "VAR" 6, "You cannot trade after building on the same turn.";
    /// A set-up road must touch the settlement just placed.
    RoadAwayFromSettlement = "road_away_from_settlement": "SET" 2, "The road must touch the settlement just placed.";
    /// The path has a road.
    PathTaken = "path_taken": "BLD" 5, "There is already a road on this path.";
    /// The road would touch nothing of one's own.
    RoadUnconnected = "road_unconnected": "BLD" 5, "A road must connect to one of your own roads, settlements or cities.";
    /// The road would run on through another's building.
    RoadThroughBuilding = "road_through_building": "BLD" 6, "A road cannot continue past another player's building.";
    /// The first cards come from a settlement of the beginners' sheet.
    NoFirstSettlement = "no_first_settlement": "SET" 7, "Your first cards come from one of your own two settlements.";
    /// The intersection is settled.
    IntersectionTaken = "intersection_taken": "BLD" 8, "There is already a building on this corner.";
    /// No own road leads there.
    SettlementUnconnected = "settlement_unconnected": "BLD" 8, "A settlement must touch one of your own roads.";
    /// There is a building on a neighboring corner.
    TooClose = "too_close": "BLD" 9, "There is a building on a neighboring corner.";
    /// Only an own settlement becomes a city.
    NoOwnSettlement = "no_own_settlement": "BLD" 11, "Only your own settlements can become cities.";
    /// The variant that wants a settlement on the board.
    LastSettlement = "last_settlement": "VAR" 7, "Your last settlement on the board must remain a settlement.";
    /// No road left.
    NoRoadLeft = "no_road_left": "BLD" 12, "You have no roads left.";
    /// No settlement left.
    NoSettlementLeft = "no_settlement_left": "BLD" 12, "You have no settlements left: upgrade one to a city first.";
    /// No city left.
    NoCityLeft = "no_city_left": "BLD" 12, "You have no cities left.";
    /// The hand cannot pay for a road.
    CannotPayRoad = "cannot_pay_road": "BLD" 1, "A road costs 1 brick and 1 lumber.";
    /// The hand cannot pay for a settlement.
    CannotPaySettlement = "cannot_pay_settlement": "BLD" 2, "A settlement costs 1 brick, 1 lumber, 1 wool and 1 grain.";
    /// The hand cannot pay for a city.
    CannotPayCity = "cannot_pay_city": "BLD" 3, "You cannot pay for a city.";
    /// The hand cannot pay for a development card.
    CannotPayDevelopmentCard = "cannot_pay_development_card": "BLD" 4, "A development card costs 1 ore, 1 grain and 1 wool.";
    /// The deck is empty.
    DeckEmpty = "deck_empty": "BLD" 4, "The development deck is empty.";
    /// The hand has no such card.
    NoSuchCard = "no_such_card": "TRN" 2, "You do not have this development card.";
    /// The card was bought in this turn.
    BoughtThisTurn = "bought_this_turn": "DEV" 1, "You cannot play a card on the turn you bought it.";
    /// A card was played in this turn.
    CardAlreadyPlayed = "card_already_played": "DEV" 2, "You can play only one development card per turn.";
    /// The variant that wants cards after the roll.
    CardsAfterRoll = "cards_after_roll": "VAR" 3, "Development cards can be played only after the roll.";
    /// Victory point cards count by themselves.
    NotPlayed = "not_played": "DEV" 7, "A victory point card is never played: it counts as it is.";
    /// In special building one only builds and buys.
    SpecialBuildingOnly = "special_building_only": "SBP" 2, "You cannot trade or play cards in the special building phase.";
    /// No free road can be placed.
    NoFreeRoad = "no_free_road": "DEV" 4, "You have no road left, or no place for one.";
    /// Year of plenty takes two cards, or what an all but empty bank has.
    WrongPlenty = "wrong_plenty": "DEV" 5, "Year of plenty takes two cards from those in the bank.";
    /// Year of plenty on an empty bank.
    BankEmpty = "bank_empty": "RUL" 2, "The bank is empty.";
    /// The robber stands there.
    RobberMustMove = "robber_must_move": "ROB" 3, "The robber must move to another hex.";
    /// The robber may not go to a desert.
    RobberNotOnDesert = "robber_not_on_desert": "ROB" 4, "The robber cannot be moved to a desert.";
    /// The friendly robber spares somebody at this hex.
    RobberIsFriendly = "robber_is_friendly": "OPT" 3, "The robber spares players with fewer than three points.";
    /// A card must be taken.
    MustRob = "must_rob": "ROB" 6, "You must take a card from one of these players.";
    /// The seat cannot be robbed.
    NotAVictim = "not_a_victim": "ROB" 6, "You can rob only a player who has cards and a building at that hex.";
    /// Not exactly half of the hand, or cards that it lacks.
    WrongDiscard = "wrong_discard": "ROB" 2, "You must discard exactly half of your hand, rounded down.";
    /// Chance drew a card that is not there.
    NotInHand = "not_in_hand": "ROB" 6, "The victim has no such card.";
    /// Chance drew a card that the deck lacks.
    NotInDeck = "not_in_deck": "BRD" 14, "The deck has no such card.";
    /// The deck of the 36 throws has this one no more.
    NotInDiceDeck = "not_in_dice_deck": "OPT" 4, "This roll is no longer in the dice deck.";
    /// The house rule that leaves the bank as the only partner.
    NoDomesticTrade = "no_domestic_trade": "OPT" 7, "At this table, players trade only with the bank.";
    /// The game has no time limit, no turn has begun, or the time was up before.
    NotTimed = "not_timed": "WIN" 5, "There is no time limit that could run out now.";
    /// The same resource on both sides of a bank trade.
    LikeForLikeBank = "like_for_like_bank": "RUL" 11, "The bank gives only a different resource in exchange.";
    /// The hand has too few for the rate.
    CannotPayBank = "cannot_pay_bank": "TRD" 6, "You have too few cards of this resource for your rate.";
    /// The bank has none of what is asked.
    BankLacks = "bank_lacks": "TRD" 11, "The bank has no cards of this resource.";
    /// A side of a domestic trade is empty.
    EmptySide = "empty_side": "TRD" 2, "Each side must give at least one card.";
    /// The same resource on both sides of a domestic trade.
    LikeForLike = "like_for_like": "TRD" 12, "The same resource cannot be on both sides of a trade.";
    /// A side of a domestic trade has more cards of a kind than there are.
    MoreThanExist = "more_than_exist": "TRD" 5, "There are not that many cards of this resource in the game.";
    /// The hand has not the cards of the trade.
    NotHeld = "not_held": "TRD" 5, "You do not have these cards.";
    /// The offer goes to nobody, to oneself, or to somebody who does not sit here.
    BadRecipients = "bad_recipients": "TRD" 1, "An offer must go to other players at the table.";
    /// The seat was not asked.
    NotAsked = "not_asked": "TRD" 1, "The offer was not made to this seat.";
    /// The seat has given this answer already.
    SameAnswer = "same_answer": "TRD" 3, "You have already given this answer.";
    /// The seat has agreed to no terms.
    NotAgreed = "not_agreed": "TRD" 5, "This player has not agreed to a trade.";
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl core::error::Error for Illegal {}
