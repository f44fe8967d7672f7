//! The rules of the game and nothing else.
//!
//! A game *is* its [`Game`] (a [`Rules`] and a [`Board`], fixed when it begins) and a list of
//! [`Step`]s. [`State::apply`] folds a step into a [`State`] and is a pure function: the caller
//! throws the dice, and says so with a [`ChanceOutcome`]. What a seat may know of a state is
//! its [`View`], and what it has been told since the game began its [`History`]. A [`Playthrough`] keeps
//! all of these for a game that is being played.
//!
//! A whole game, where every seat takes the first action that the rules allow:
//!
//! ```
//! use brickwood_rules::*;
//!
//! let game = Game::new(Edition::Modern.rules(4), beginners_board())?;
//! let mut state = State::new(&game);
//! let mut number = 0_u32;
//! for _ in 0..1_000 {
//!     let step = match state.to_act() {
//!         ToAct::Nobody => break,
//!         ToAct::Chance => {
//!             // Stands for a source of chance: a number below `total`.
//!             number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
//!             let outcome = draw_outcome(&game, &state, |total| (number >> 8) % total);
//!             Step::Chance { outcome: outcome.expect("chance is to act") }
//!         }
//!         ToAct::Seats { seats } => {
//!             let seat = seats.iter().next().expect("somebody is to act");
//!             let action = legal_actions(&game, &state, seat)[0];
//!             Step::Action { seat, action }
//!         }
//!     };
//!     state = state.apply(&game, step)?;
//! }
//! # assert!(state.turn() > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Clauses such as `BLD-09` are the rows of `docs/rules`; an [`Illegal`] step names the clause that
//! it breaks.

// docs.rs names the feature that an item needs.
#![cfg_attr(docsrs, feature(doc_cfg))]
// Tests, generated declarations and schemas need std; the game itself does not.
#![cfg_attr(not(any(test, feature = "ts", feature = "openapi")), no_std)]

extern crate alloc;

mod action;
mod beginners;
mod board;
mod cards;
mod chance;
mod change;
mod clause;
mod common;
mod contenders;
mod derived;
mod development;
mod dice_deck;
mod event;
mod game;
mod hand_bounds;
mod history;
mod illegal;
mod keyed;
mod lanes;
mod legal;
mod phase;
mod pieces;
mod place;
mod playthrough;
mod points;
mod roads;
mod rules;
mod seat;
mod setup;
mod state;
mod step;
mod topology;
mod trade;
mod under_deck;
mod view;
mod yields;

pub use action::{Action, ActionKind, ChanceOutcome, Dice, Step};
pub use board::{
    Board, BoardBalance, BoardDeviation, BoardDraft, BoardError, BoardErrors, BoardGap, BoardPlan,
    DraftHex, FillError, Harbor, HarborKind, Hex, Layout, Terrain, beginners_board, shuffled_board,
};
pub use cards::{Cards, Resource};
pub use chance::{draw_outcome, for_each_outcome};
pub use change::{Change, IllegalAt};
pub use clause::Clause;
pub use common::Common;
pub use development::{DevelopmentCard, DevelopmentCards};
pub use dice_deck::DiceDeck;
pub use event::{Event, Gain, Placed, events, one_who_knows};
pub use game::Game;
pub use hand_bounds::{HandBounds, HiddenDeal};
pub use history::{History, InformationState};
pub use illegal::Illegal;
pub use keyed::{ByResource, BySeat};
pub use legal::{LegalActions, for_each_action, legal_actions, offers_up_to};
pub use phase::{Phase, ToAct};
pub use place::{HexId, Intersection, IntersectionSet, Path, PathSet};
pub use playthrough::Playthrough;
pub use points::Points;
pub use roads::{SHORTEST_LONGEST_ROAD, longest_trail};
pub use rules::{
    BankShortage, BeginnersPieces, CITIES, CityCost, DiceSource, Edition, FirstPlayer, FreeRoads,
    HarborFacing, HarborLayout, LongestRoadTie, NumberDirection, NumberLayout, NumberStart,
    ProgressCards, ROADS, Rules, RulesError, SETTLEMENTS, SWITCHES, SetUp, Switch, SwitchKind,
    Variants, WinWhen, clause_applies,
};
pub use seat::{Seat, SeatSet};
pub use setup::{Held, HeldKind, PositionSpec, SeatSpec, SetupError, SetupErrors, Sight};
pub use state::{Inconsistent, Piece, State};
pub use step::SMALLEST_LARGEST_ARMY;
pub use topology::{Corner, Side, Topology};
pub use trade::{Answer, Terms, Trade};
pub use under_deck::UnderDeck;
pub use view::{OwnHand, SeatView, View};

/// The most seats that any board has room for.
pub const MAX_SEATS: usize = 6;

/// Tests the code in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
