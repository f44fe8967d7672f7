//! Numbers for learning programs: an index for every action, masks, and tensors of what a seat may
//! know.
//!
//! An [`ActionSpace`] numbers the [`Choice`]s of a seat. Most choices are an action; discards, offers
//! and counter-offers are composed of several, card by card, in a [`Draft`]. An [`Observer`] writes the
//! tensors of an information state into slices of the caller, from the seat's point of view. Seats are
//! counted clockwise from the seat that acts or looks, so that all tables look alike to all seats; a
//! [`Symmetry`] says which indices change places when the board is turned or mirrored.
//!
//! ```
//! # use brickwood_encode::*;
//! # use brickwood_rules::*;
//! let rules = Rules { first_player: FirstPlayer::Named { seat: Seat::all(1).next().expect("seat 1") }, ..Edition::Modern.rules(4) };
//! let game = Game::new(rules, beginners_board())?;
//! let mut state = State::new(&game);
//! let space = ActionSpace::of(game.board().layout());
//! let (mut draft, mut mask) = (Draft::Nothing, vec![0; space.len()]);
//! draft.mask(&game, &state, state.active(), &mut mask)?;
//! assert_eq!(mask.iter().filter(|legal| **legal == 1).count(), 54, "the first settlement");
//! let index = space.indices().find(|index| mask[usize::from(*index)] == 1).expect("one is legal");
//! let chosen = draft.choose(&game, &state, state.active(), index)?;
//! state.act(&game, state.active(), chosen.expect("a settlement is placed at once"))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod draft;
mod error;
mod grid;
mod observation;
mod sequence;
mod space;
mod symmetry;

pub use draft::Draft;
pub use error::EncodeError;
pub use grid::Grid;
pub use observation::{HISTORY, Observer, Shape, Tensor};
pub use sequence::for_each_choice;
pub use space::{ActionSpace, Choice, Group};
pub use symmetry::Symmetry;
