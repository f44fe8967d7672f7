//! What a log holds, and the fold that makes a state of it.

use std::hash::{Hash, Hasher};

use brickwood_fair::Nonce;
use brickwood_notation::StepError;
use brickwood_rules::{Action, Game, Illegal, Seat, State, Step};
use thiserror::Error;

use crate::entry::Entry;
use crate::standing::Standing;

/// One line of a table's log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// From 1, without gaps.
    pub seq: u32,
    /// When it was accepted, in milliseconds since 1970; never before the line above it.
    pub at_ms: u64,
    /// Who acted; nobody where chance, the clock or a host without a seat decided.
    pub actor: Option<Seat>,
    /// The client's key, on the first line that came of its message.
    pub key: Option<u64>,
    /// The client's own chance, on a line after which chance decides.
    pub nonce: Option<Nonce>,
    /// The step in the notation of steps, or what else a line says: see `docs/book/log.md`.
    pub body: String,
    /// [`digest`] of the state after it; 0 before the game has begun.
    pub post_hash: u64,
}

/// Why a log cannot be replayed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RestoreError {
    /// A line does not follow on the one before.
    #[error("line {found} of the log comes where line {expected} should")]
    Gap {
        /// The sequence number that should come.
        expected: u32,
        /// The one that came.
        found: u32,
    },
    /// A line cannot be read.
    #[error("line {seq} of the log cannot be read: {error}")]
    Unreadable {
        /// Which.
        seq: u32,
        /// Why.
        error: StepError,
    },
    /// A line is not legal where it stands.
    #[error("line {seq} of the log is not legal: {error}")]
    Illegal {
        /// Which.
        seq: u32,
        /// Why.
        error: Illegal,
    },
    /// A line leads to another state than it did when it was written.
    #[error("line {seq} of the log leads to another state than it did")]
    Diverged {
        /// Which.
        seq: u32,
    },
}

/// A state, the states to which undo leads back, and how the table stands beside the game.
#[derive(Clone, Debug)]
pub(crate) struct Fold {
    pub(crate) state: State,
    pub(crate) standing: Standing,
    /// How often chance has decided. Nothing takes a draw back.
    pub(crate) draws: u32,
    /// Before each of the last steps that can be taken back, oldest first.
    undoable: Vec<State>,
}

impl Fold {
    pub(crate) fn new(game: &Game) -> Self {
        Self {
            state: State::new(game),
            standing: Standing::default(),
            draws: 0,
            undoable: Vec::new(),
        }
    }

    /// What a line of the log remembers of the state: nothing before the game has begun, when it may
    /// still become one for fewer players.
    pub(crate) fn post_hash(&self) -> u64 {
        if self.standing.begun {
            digest(&self.state)
        } else {
            0
        }
    }

    /// Whether this seat may take its last step back: it revealed nothing, and nobody has acted since.
    pub(crate) fn can_undo(&self, seat: Seat) -> bool {
        !self.undoable.is_empty() && self.state.builder() == seat
    }

    pub(crate) fn apply(&mut self, game: &Game, entry: Entry) -> Result<(), Illegal> {
        match entry {
            Entry::Step(step) => {
                let before = self.state;
                self.state = before.apply(game, step)?;
                self.draws += u32::from(matches!(step, Step::Chance { .. }));
                if reveals_nothing(step) && same_turn(&before, &self.state) {
                    self.undoable.push(before);
                } else {
                    self.undoable.clear();
                }
            }
            Entry::Undo(seat) if !self.can_undo(seat) => return Err(Illegal::NotToAct),
            Entry::Undo(_) => {
                if let Some(before) = self.undoable.pop() {
                    self.state = before;
                }
            }
            _ => {}
        }
        self.standing.apply(entry);
        Ok(())
    }
}

/// Whether a step shows no card and asks nothing of anybody.
fn reveals_nothing(step: Step) -> bool {
    matches!(
        step,
        Step::Action {
            action: Action::BuildRoad { .. }
                | Action::BuildSettlement { .. }
                | Action::BuildCity { .. }
                | Action::MaritimeTrade { .. },
            ..
        }
    )
}

/// Whether the same seat goes on: in the special building phase each builder is for itself (SBP-01).
fn same_turn(before: &State, after: &State) -> bool {
    before.builder() == after.builder()
        && before.turn() == after.turn()
        && after.may_act(after.builder())
}

/// A fingerprint of a state: equal states have equal ones, on every machine.
pub fn digest(state: &State) -> u64 {
    let mut fnv = Fnv(0xcbf2_9ce4_8422_2325);
    state.hash(&mut fnv);
    fnv.finish()
}

/// FNV-1a over little-endian bytes; the standard hashers promise no stable result.
struct Fnv(u64);

macro_rules! write_little_endian {
    ($($method:ident: $int:ty => $width:ty,)+) => {
        $(fn $method(&mut self, value: $int) {
            self.write(&<$width>::from(value).to_le_bytes());
        })+
    };
}

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    write_little_endian! {
        write_u16: u16 => u16,
        write_u32: u32 => u32,
        write_u64: u64 => u64,
        write_u128: u128 => u128,
    }

    fn write_usize(&mut self, value: usize) {
        self.write(&(value as u64).to_le_bytes());
    }

    fn write_isize(&mut self, value: isize) {
        self.write(&(value as i64).to_le_bytes());
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
