//! The key of a game, and the numbers drawn with it.

use std::fmt;

use brickwood_rules::Seat;
use hkdf::Hkdf;
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use crate::hex::open_hex_text;
use crate::{Secret, context, counted};

/// What a player's program adds to the secret of its own, after it has seen the commitment: 32 random
/// bytes, known to everybody. With them not even the server could know the draws before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ClientSeed([u8; 32]);

open_hex_text!(ClientSeed, 32);

/// What a player's program attaches to an action that leads to a draw: 16 random bytes. Before it has
/// sent them, not even the server knows what this draw will bring.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Nonce([u8; 16]);

open_hex_text!(Nonce, 16);

/// What is drawn. Draws of different kinds have nothing to do with each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Label {
    /// A step of laying the board.
    Board,
    /// Two dice, also those for the first player.
    Dice,
    /// A throw from the deck of dice (OPT-04).
    DiceDeck,
    /// A card from a hand.
    Steal,
    /// A card from the deck of development cards.
    Development,
}

impl Label {
    /// The word that is hashed.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Dice => "dice",
            Self::DiceDeck => "dice-deck",
            Self::Steal => "steal",
            Self::Development => "development",
        }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// What all draws of a game follow from. As secret as the secret.
#[derive(Clone, PartialEq, Eq)]
pub struct Key([u8; 32]);

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

impl Key {
    /// The key of a game: HKDF-SHA256 of the secret, salted with the seeds that there are, in the order
    /// of their seats and each with the number of its seat, for the table's context.
    ///
    /// In which order the seeds are given makes no difference. No seat has two.
    pub fn derive(secret: &Secret, table: &str, seeds: &[(Seat, ClientSeed)]) -> Self {
        let mut seeds = seeds.to_vec();
        seeds.sort_unstable_by_key(|(seat, _)| *seat);
        let mut salt = Vec::with_capacity(33 * seeds.len());
        for (seat, seed) in seeds {
            salt.push(seat.index() as u8 + 1);
            salt.extend(seed.as_bytes());
        }
        let mut key = [0; 32];
        Hkdf::<Sha256>::new(Some(&salt), secret.as_bytes())
            .expand(&context(table), &mut key)
            .expect("a key is not longer than HKDF can make it");
        Self(key)
    }

    /// Its 64 hexadecimal digits: for nobody before the game is over.
    pub fn reveal(&self) -> String {
        crate::hex::text(&self.0)
    }

    /// A number below `total`, each equally likely: the draw of this kind with this number, where the
    /// player attached this nonce.
    ///
    /// # Panics
    ///
    /// If `total` is 0.
    pub fn below(&self, label: Label, number: u32, nonce: Option<Nonce>, total: u32) -> u32 {
        assert!(total > 0, "there is no number below 0");
        let nonce: &[u8] = match &nonce {
            Some(nonce) => nonce.as_bytes(),
            None => &[],
        };
        let draw: Vec<u8> = counted(label.word().as_bytes())
            .chain(number.to_be_bytes())
            .chain(counted(nonce))
            .collect();
        (0..=u32::MAX)
            .find_map(|attempt| {
                let [a, b, c, d, ..] = self.block(&draw, attempt);
                let word = u32::from_be_bytes([a, b, c, d]);
                fold(word.into(), 1 << 32, total.into())
            })
            .map(|number| number as u32)
            .expect("half of all words fit at least")
    }

    fn block(&self, draw: &[u8], attempt: u32) -> [u8; 32] {
        let mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes keys of any length");
        mac.chain_update(draw)
            .chain_update(attempt.to_be_bytes())
            .finalize()
            .into_bytes()
            .into()
    }
}

impl Secret {
    /// The draws that lay the board, for `brickwood_rules::shuffled_board`: each a number below the
    /// argument. A board lies there before people bring seeds, so it follows from the secret alone,
    /// and from how many boards were dealt at this table: the first is deal 1.
    ///
    /// # Panics
    ///
    /// When asked for a number below 0.
    pub fn board(&self, table: &str, deal: u16) -> impl FnMut(usize) -> usize + use<> {
        let key = Key::derive(self, table, &[]);
        let nonce = (deal > 1).then(|| Nonce::new(u128::from(deal).to_be_bytes()));
        let mut number = 0;
        move |below| {
            number += 1;
            let below = u32::try_from(below).expect("a board has fewer than 2^32 hexes");
            key.below(Label::Board, number, nonce, below) as usize
        }
    }
}

/// A number below `total` from a word below `words`; none if the word is one of the last few that
/// would make some numbers likelier than others.
const fn fold(word: u64, words: u64, total: u64) -> Option<u64> {
    if word < words - words % total {
        Some(word % total)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn every_number_comes_from_equally_many_words() {
        for words in [64, 256] {
            for total in 1..=words {
                let mut ways = vec![0; total as usize];
                let mut refused = 0;
                for word in 0..words {
                    match fold(word, words, total) {
                        Some(number) => ways[number as usize] += 1,
                        None => refused += 1,
                    }
                }
                assert!(ways.iter().all(|ways| *ways == words / total), "{total}");
                assert_eq!(refused, words % total, "no more is refused than must be");
            }
        }
    }

    #[test]
    fn the_last_words_of_32_bits_are_refused_where_they_must_be() {
        let words = 1 << 32;
        assert_eq!(fold(words - 1, words, 36), None);
        assert_eq!(fold(words - 4, words, 36), None);
        assert_eq!(fold(words - 5, words, 36), Some(35));
        assert_eq!(fold(words - 1, words, 1 << 20), Some((1 << 20) - 1));
    }
}
