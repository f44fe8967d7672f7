//! Chance that anyone can check afterwards.
//!
//! Before anybody plays, the server draws a [`Secret`] and shows its [`Commitment`]. Everybody brings a
//! [`ClientSeed`]; together with the secret they make the [`Key`], from which every draw follows,
//! along with the number of the draw and the [`Nonce`] that the acting player attached. When the game
//! is over the secret is shown, and anyone can draw everything again.
//!
//! The book's chapter on fairness has the formulas, and what they do and do not promise. They are
//! fixed: another formula is another [`SCHEME`].
//!
//! ```
//! use brickwood_fair::{ClientSeed, Key, Secret};
//! use brickwood_rules::{Edition, Game, Seat, Step, State, beginners_board};
//!
//! let game = Game::new(Edition::Modern.rules(3), beginners_board()).unwrap();
//! let secret = Secret::new([7; 32]);
//! let commitment = secret.commitment("sunny-otter-12");
//! assert_eq!(commitment.to_string().len(), 64);
//!
//! let seeds = [(Seat::new(0).unwrap(), ClientSeed::new([1; 32]))];
//! let key = Key::derive(&secret, "sunny-otter-12", &seeds);
//! let state = State::new(&game);
//! // The first player is thrown for.
//! let draw = key.draw(&game, &state, 1, None).unwrap();
//! assert!(state.apply(&game, Step::Chance { outcome: draw.outcome }).is_ok());
//! ```

mod draw;
mod hex;
mod key;
mod secret;

pub use draw::Draw;
pub use hex::NotHex;
pub use key::{ClientSeed, Key, Label, Nonce};
pub use secret::{Commitment, Secret};

/// The name of these formulas. It is part of everything that is hashed.
pub const SCHEME: &str = "brickwood-fair-v1";

/// What a byte string of any length looks like in what is hashed: its length first, so that no two
/// different lists of parts are the same bytes.
fn counted(bytes: &[u8]) -> impl Iterator<Item = u8> {
    let length = u32::try_from(bytes.len()).expect("nothing that is hashed here has gigabytes");
    length
        .to_be_bytes()
        .into_iter()
        .chain(bytes.iter().copied())
}

/// What everything of one table begins with: the scheme and the table's id.
fn context(table: &str) -> Vec<u8> {
    counted(SCHEME.as_bytes())
        .chain(counted(table.as_bytes()))
        .collect()
}
