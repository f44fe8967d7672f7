//! Why a setup is no state.

use alloc::vec::Vec;
use core::fmt;

use crate::{DevelopmentCard, Intersection, Path, Piece, Resource, Seat};

/// Cards of a seat that a setup tells or hides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HeldKind {
    /// Resource cards.
    Hand,
    /// Development cards not yet played.
    Development,
    /// Those of them that were bought in this turn.
    Bought,
}

/// Everything that keeps a setup from being a state. Never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupErrors(pub Vec<SetupError>);

impl fmt::Display for SetupErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, error) in self.0.iter().enumerate() {
            let separator = if number > 0 { "; " } else { "" };
            write!(f, "{separator}{error}")?;
        }
        Ok(())
    }
}

impl core::error::Error for SetupErrors {}

/// Something in a setup that contradicts the rules or the rest of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs)]
pub enum SetupError {
    /// A seat that this table does not have, or not each seat that it has.
    Seat,
    /// A place that this board does not have (BRD-16).
    Place,
    /// Cards are hidden that the viewer sees, or told that it cannot know.
    Sight { seat: Seat, cards: HeldKind },
    /// Two roads lie on one path (BLD-05).
    PathTaken(Path),
    /// Two buildings stand on one intersection (BLD-08).
    IntersectionTaken(Intersection),
    /// A building stands next to another (BLD-09).
    TooClose(Intersection),
    /// More pieces than a player has (BRD-12).
    Supply {
        seat: Seat,
        /// Of which kind.
        piece: Piece,
    },
    /// Roads that hang together touch nothing that their owner has built (BLD-05).
    LooseRoad {
        seat: Seat,
        /// One of the roads.
        path: Path,
    },
    /// Hands and bank do not hold the cards of this resource that there are (BRD-13).
    Cards(Resource),
    /// The hidden hands are not as large as what bank and seen hands leave (BRD-13).
    HiddenCards {
        /// How many are said to be hidden.
        told: u16,
        /// How many there are.
        left: u16,
    },
    /// The bank does not hold as many cards as hands leave (BRD-13).
    BankTotal {
        /// How many it is said to hold.
        told: u16,
        /// How many there are.
        left: u16,
    },
    /// Of a hand that is not hidden, or not as large, no such fewest and most cards can be known.
    Bounds(Seat),
    /// The unseen cards do not fit what is known of the hidden hands.
    HiddenHands,
    /// There are not so many development cards of this kind (BRD-14).
    Development(DevelopmentCard),
    /// There are not so many development cards at all (BRD-14).
    DevelopmentCount,
    /// A seat has bought development cards that it does not hold (DEV-01).
    Bought(Seat),
    /// The seat cannot be the first one, or the one whose turn it is (SET-01, SET-06).
    Turn,
    /// The phase belongs before the first turn, or after it began.
    Phase,
    /// Pieces or cards that the set-up has not seen (SET-02, SET-03, SET-07).
    SetUp,
    /// These seats cannot be rolling for the first turn (SET-01).
    FirstPlayer,
    /// The phase does not go with the roll (TRN-01, ROB-01).
    Roll,
    /// A seat that discards has no more cards than the hand limit (ROB-02).
    Discard(Seat),
    /// Nobody, or not this seat, can be robbed (ROB-06).
    Victim,
    /// The robber is in hands in which it cannot be (DEV-03, VAR-8).
    Robbing,
    /// No knight can be waiting (DEV-03).
    KnightWaits,
    /// These seats cannot be asked for an interruption (VAR-8).
    Interrupt,
    /// No free road can be laid (DEV-04).
    FreeRoads,
    /// There is no development card to draw (BLD-04).
    Draw,
    /// No such offer or answer can have been made (TRD-01, TRD-02, TRD-05).
    Trade,
    /// The seat cannot build in a special building phase (SBP-01).
    SpecialBuilding,
    /// Something was built, bought or offered before the roll (TRN-05).
    BeforeRoll,
    /// No time can have run out (WIN-05).
    TimeUp,
    /// No deck of throws is in this game (OPT-04).
    Throws,
    /// These cards cannot have been played or put back (DEV-07, DEV-08, RUL-06).
    Played,
    /// The longest road is not this seat's, or somebody must hold it (LRD-01, LRD-04, LRD-05).
    LongestRoad,
    /// The largest army is not this seat's, or somebody must hold it (LAR-01, LAR-02).
    LargestArmy,
    /// These seats have not won (WIN-03, WIN-05).
    Winners,
    /// A seat has reached the goal: the game would be over (WIN-03).
    AlreadyWon(Seat),
}

impl SetupError {
    /// Whether a game can go on with it all the same: it only says that the table counts turns,
    /// honors or points in another way, or has let pieces be placed in another way.
    pub const fn is_claim(&self) -> bool {
        matches!(
            self,
            Self::TooClose(_)
                | Self::LooseRoad { .. }
                | Self::Turn
                | Self::BeforeRoll
                | Self::LongestRoad
                | Self::LargestArmy
                | Self::Winners
                | Self::AlreadyWon(_)
        )
    }

    const fn text(self) -> &'static str {
        match self {
            Self::Seat => "a seat is named that this table does not have, or one is missing",
            Self::Place => "a place is named that this board does not have",
            Self::Sight { cards, .. } => match cards {
                HeldKind::Hand => {
                    "resource cards are hidden that are seen, or told that cannot be known"
                }
                HeldKind::Development => {
                    "development cards are hidden that are seen, or told that cannot be known"
                }
                HeldKind::Bought => {
                    "bought cards are hidden that are seen, or told that cannot be known"
                }
            },
            Self::PathTaken(_) => "two roads lie on one path",
            Self::IntersectionTaken(_) => "two buildings stand on one intersection",
            Self::TooClose(_) => "a neighboring intersection is occupied, too",
            Self::Supply { piece, .. } => match piece {
                Piece::Road => "more roads are on the board than there are",
                Piece::Settlement => "more settlements are on the board than there are",
                Piece::City => "more cities are on the board than there are",
            },
            Self::LooseRoad { .. } => "the road is not connected to a building of its owner",
            Self::Cards(_) => "hands and bank do not hold the cards that there are",
            Self::HiddenCards { .. } => {
                "the hidden hands do not hold the number of cards that is left"
            }
            Self::BankTotal { .. } => {
                "the bank does not hold the number of cards that the hands leave"
            }
            Self::Bounds(_) => "this hand cannot hold these fewest or most cards",
            Self::HiddenHands => "the unseen cards do not fit what is known of the hidden hands",
            Self::Development(_) => "there are fewer development cards of this kind",
            Self::DevelopmentCount => "there are fewer development cards",
            Self::Bought(_) => "development cards are bought that are not held",
            Self::Turn => "this seat cannot be the first one, or the one whose turn it is",
            Self::Phase => "the phase does not fit the number of turns",
            Self::SetUp => "these are not the pieces or cards of this moment of the set-up",
            Self::FirstPlayer => "these seats cannot be rolling for the first turn",
            Self::Roll => "the phase does not fit the roll",
            Self::Discard(_) => "a seat that discards has no more cards than the limit",
            Self::Victim => "nobody, or not this seat, can be robbed",
            Self::Robbing => "this seat cannot be moving the robber",
            Self::KnightWaits => "no knight can be waiting now",
            Self::Interrupt => "these seats cannot be asked for an interruption",
            Self::FreeRoads => "no free road can be laid",
            Self::Draw => "there is no development card to draw",
            Self::Trade => "no such offer or answer can have been made",
            Self::SpecialBuilding => "this seat cannot build in a special building phase now",
            Self::BeforeRoll => "nothing is built or offered before the roll",
            Self::TimeUp => "the time cannot have run out",
            Self::Throws => "this game has no dice deck",
            Self::Played => "these cards cannot have been played or put back",
            Self::LongestRoad => "the longest road has another holder, or none",
            Self::LargestArmy => "the largest army has another holder, or none",
            Self::Winners => "these seats have not won",
            Self::AlreadyWon(_) => "the goal is reached: the game is over",
        }
    }

    /// The seat that is to blame, where one alone is.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Sight { seat, .. }
            | Self::Supply { seat, .. }
            | Self::LooseRoad { seat, .. }
            | Self::Bought(seat)
            | Self::Bounds(seat)
            | Self::Discard(seat)
            | Self::AlreadyWon(seat) => Some(seat),
            _ => None,
        }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(seat) = self.seat() {
            write!(f, "seat {}: ", seat.index() + 1)?;
        }
        f.write_str(self.text())?;
        match self {
            Self::Cards(resource) => write!(f, ": {resource:?}"),
            Self::Development(card) => write!(f, ": {card:?}"),
            Self::HiddenCards { told, left } | Self::BankTotal { told, left } => {
                write!(f, ": {told}, not {left}")
            }
            _ => Ok(()),
        }
    }
}

impl core::error::Error for SetupError {}
