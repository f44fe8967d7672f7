//! How far a decision may search.

use std::cell::Cell;

/// Counts the positions that a decision evaluates against a budget.
#[derive(Debug)]
pub(crate) struct Nodes {
    budget: u32,
    used: Cell<u32>,
    was_cut: Cell<bool>,
}

impl Nodes {
    pub(crate) const fn new(budget: u32) -> Self {
        Self {
            budget,
            used: Cell::new(0),
            was_cut: Cell::new(false),
        }
    }

    pub(crate) const fn unlimited() -> Self {
        Self::new(u32::MAX)
    }

    /// Counts a position.
    pub(crate) fn count(&self) {
        self.used.set(self.used.get().saturating_add(1));
    }

    /// Whether the search has to stop here.
    pub(crate) fn are_spent(&self) -> bool {
        let are_spent = self.used.get() >= self.budget;
        if are_spent {
            self.was_cut.set(true);
        }
        are_spent
    }

    pub(crate) const fn used(&self) -> u32 {
        self.used.get()
    }

    /// Whether a search had to stop before it was through.
    pub(crate) const fn was_cut(&self) -> bool {
        self.was_cut.get()
    }
}
