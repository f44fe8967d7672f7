//! What everybody knows of a position, besides the pieces and cards of the seats.

use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use crate::{Dice, FirstPlayer, Game, HexId, Phase, Seat, SeatSet, UnderDeck};

/// The facts of a [`State`](crate::State) that its [`View`](crate::View)s show as they are, and that somebody who
/// describes a [`PositionSpec`](crate::PositionSpec) has to tell.
// Each flag is a fact of its own.
#[wire(rules)]
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Common {
    /// What is awaited.
    pub phase: Phase,
    /// The seat whose turn it is; in the set-up, the seat that places.
    pub active: Seat,
    /// The seat that builds after a turn, in the special building phase (SBP-01).
    pub special: Option<Seat>,
    /// The seat that begins.
    pub first: Seat,
    /// Turns begun; 0 until the set-up is over.
    pub turn: u16,
    /// The roll of this turn.
    pub dice: Option<Dice>,
    /// Whether a development card was played in this turn (DEV-02).
    pub card_played: bool,
    /// How many roads the seat whose turn it is may still lay without cost (DEV-04). It can lay one.
    pub free_roads: u8,
    /// Whether a knight waits for its robber to be resolved (DEV-03).
    pub knight_waits: bool,
    /// Whether something was built or bought in this turn (TRN-03, VAR-6).
    pub built: bool,
    /// How many domestic offers were made in this turn.
    pub offers: u8,
    /// Where the robber stands.
    pub robber: HexId,
    /// Progress cards put back under the deck, in the order in which they will be drawn (DEV-08).
    pub under_deck: UnderDeck,
    /// The holder of the longest road.
    pub longest_road: Option<Seat>,
    /// The holder of the largest army.
    pub largest_army: Option<Seat>,
    /// Whether the time limit has run out (WIN-05).
    pub time_up: bool,
}

impl Common {
    /// Before the first step of a game.
    pub(crate) fn at_the_start(game: &Game) -> Self {
        let rules = game.rules();
        let (first, phase) = match rules.first_player {
            FirstPlayer::Named { seat } => (seat, Phase::after_first_player(rules)),
            FirstPlayer::Roll => (
                Seat::FIRST,
                Phase::FirstPlayer {
                    rolling: SeatSet::all(rules.players),
                    best: 0,
                    tied: SeatSet::EMPTY,
                },
            ),
        };
        Self {
            phase,
            active: first,
            special: None,
            first,
            turn: 0,
            dice: None,
            card_played: false,
            free_roads: 0,
            knight_waits: false,
            built: false,
            offers: 0,
            robber: game.board().robber(),
            under_deck: UnderDeck::EMPTY,
            longest_road: None,
            largest_army: None,
            time_up: false,
        }
    }
}
