//! The ids of the clauses that a step can break. Their texts are the rows of `docs/rules`.

use core::fmt;

use serde::{Serialize, Serializer};

/// The id of a clause of the rules, such as `BLD-09`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Clause {
    chapter: &'static str,
    number: u8,
}

impl Clause {
    /// The clause with this number in a chapter such as `BLD`.
    pub const fn new(chapter: &'static str, number: u8) -> Self {
        Self { chapter, number }
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The variants keep the numbers that their rulebook gives them.
        let width = if self.chapter == "VAR" { 1 } else { 2 };
        write!(f, "{}-{:0width$}", self.chapter, self.number)
    }
}

impl Serialize for Clause {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
