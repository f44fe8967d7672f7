//! Why a line is no position.

use brickwood_rules::{DevelopmentCard, Piece, Resource, RulesError};
use thiserror::Error;

use crate::board_text::BoardTextErrors;
use crate::rules_text::RulesTextError;

/// Why a line is no position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// The line begins with something else.
    #[error("a line begins with `position-1` or `view-1`, not with `{0}`")]
    Start(String),
    /// The line is of a version that this program does not know.
    #[error("`{0}` was written by a later version: this one reads version 1")]
    Version(String),
    /// The line tells what somebody may know, where everything is wanted.
    #[error("this line tells what one viewer may know, not everything")]
    NotEverything,
    /// The line tells everything, where a view is wanted.
    #[error("this line tells everything, not what one viewer may know")]
    Everything,
    /// The rules cannot be read.
    #[error("rules: {0}")]
    Rules(#[from] RulesTextError),
    /// The rules cannot be played, or not on this board.
    #[error("rules: {0}")]
    Unplayable(RulesError),
    /// The board cannot be read, or is none.
    #[error("board: {0}")]
    Board(#[from] BoardTextErrors),
    /// There is no such word.
    #[error("there is no word `{0}` in a position")]
    Word(String),
    /// A word comes twice.
    #[error("`{0}` comes a second time")]
    Twice(String),
    /// A word is not there.
    #[error("`{0}` is missing")]
    Missing(&'static str),
    /// A word says what cannot be.
    #[error("`{0}` cannot be read")]
    Value(String),
    /// Not each seat in its turn.
    #[error("seats come in order, from `seat=1` to `seat={0}`")]
    Seats(u8),
    /// Cards are hidden that the viewer sees, or told that it cannot know.
    #[error("seat {seat}: `{word}` hides what is seen, or tells what cannot be known")]
    Sight {
        /// Whose cards, from 1.
        seat: u8,
        /// Which word.
        word: &'static str,
    },
    /// Two roads lie on one path (BLD-05).
    #[error("two roads lie on {0}")]
    PathTaken(String),
    /// Two buildings stand on one intersection (BLD-08).
    #[error("two buildings stand on {0}")]
    IntersectionTaken(String),
    /// A building stands next to another (BLD-09).
    #[error("a building next to {0} is settled, too")]
    TooClose(String),
    /// More pieces than a player has (BRD-12).
    #[error("seat {seat} has more pieces on the board than there are: {piece:?}")]
    Supply {
        /// Whose, from 1.
        seat: u8,
        /// Of which kind.
        piece: Piece,
    },
    /// Roads that hang together touch nothing that their owner has built (BLD-05).
    #[error("the road of seat {seat} on {path} leads to no building of that seat")]
    LooseRoad {
        /// Whose, from 1.
        seat: u8,
        /// One of the roads.
        path: String,
    },
    /// The hands, with the bank, do not hold the cards that there are (BRD-13).
    #[error("hands and bank do not hold the cards that there are: {0:?}")]
    Cards(Resource),
    /// The hidden hands are not as large as what bank and seen hands leave (BRD-13).
    #[error("the hidden hands have {told} cards, the bank and the seen hands leave {left}")]
    HiddenCards {
        /// How many the line says.
        told: u16,
        /// How many there are.
        left: u16,
    },
    /// There are not so many development cards (BRD-14).
    #[error("there are not so many development cards of this kind: {0:?}")]
    Development(DevelopmentCard),
    /// There are not so many development cards at all (BRD-14).
    #[error("there are not so many development cards")]
    DevelopmentCount,
    /// Cards bought in this turn that the hand does not hold (DEV-01).
    #[error("seat {0} has bought development cards that it does not hold")]
    Bought(u8),
    /// Parts of the line contradict each other.
    #[error("{0}")]
    Contradiction(#[from] Contradiction),
}

/// Parts of a line that contradict each other or the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Contradiction {
    /// A seat that nobody has.
    #[error("a seat is named that this table does not have")]
    Seat,
    /// SET-01, SET-06.
    #[error("this seat cannot be the first one or the one whose turn it is")]
    Turn,
    /// The phase belongs before the first turn, or after it began.
    #[error("the phase does not go with the number of turns")]
    Phase,
    /// SET-02, SET-03, SET-07: pieces that the set-up has not seen.
    #[error("these are not the pieces of this moment of the set-up")]
    SetUp,
    /// SET-01.
    #[error("these seats cannot be rolling for the first turn")]
    FirstPlayer,
    /// TRN-01, ROB-01.
    #[error("the phase does not go with the roll")]
    Roll,
    /// ROB-02: who discards has more than the hand limit.
    #[error("a seat that discards has no more cards than the limit")]
    Discard,
    /// ROB-06: who can be robbed follows from the board and the hands.
    #[error("nobody, or not this seat, can be robbed")]
    Victim,
    /// DEV-03, VAR-8.
    #[error("the robber cannot be in these hands")]
    Robbing,
    /// DEV-03.
    #[error("no knight can be waiting now")]
    KnightWaits,
    /// VAR-8.
    #[error("these seats cannot be asked for an interruption")]
    Interrupt,
    /// DEV-04.
    #[error("no free road can be laid")]
    FreeRoads,
    /// BLD-04.
    #[error("there is no development card to draw")]
    Draw,
    /// TRD-01, TRD-02, TRD-05.
    #[error("no such offer or answer can have been made")]
    Trade,
    /// SBP-01.
    #[error("this seat cannot build in a special building phase now")]
    SpecialBuilding,
    /// TRN-05: nothing is built, bought or offered before the roll.
    #[error("nothing is built or offered before the roll")]
    BeforeRoll,
    /// WIN-05.
    #[error("no time can have run out")]
    TimeUp,
    /// OPT-04.
    #[error("no deck of throws is in this game")]
    Throws,
    /// DEV-07, DEV-08, RUL-06.
    #[error("these cards cannot have been played or put back")]
    Played,
    /// LRD-01, LRD-04, LRD-05.
    #[error("the longest road is not this seat's, or somebody must hold it")]
    LongestRoad,
    /// LAR-01, LAR-02.
    #[error("the largest army is not this seat's, or somebody must hold it")]
    LargestArmy,
    /// WIN-03, WIN-05.
    #[error("these seats have not won")]
    Winners,
    /// WIN-03: the game would be over.
    #[error("a seat has reached the goal: the game is over")]
    AlreadyWon,
}
