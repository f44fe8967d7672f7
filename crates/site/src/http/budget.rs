//! Memory for what waits to be sent to clients. It is taken before the bytes exist, and released once they
//! are sent.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

/// A number of bytes that may be taken and released.
#[derive(Debug)]
pub struct MemoryBudget {
    most: usize,
    taken: AtomicUsize,
}

impl MemoryBudget {
    /// Nothing is taken yet.
    pub const fn new(most: usize) -> Self {
        Self {
            most,
            taken: AtomicUsize::new(0),
        }
    }

    /// How much is taken.
    pub fn taken(&self) -> usize {
        self.taken.load(Ordering::Relaxed)
    }

    fn has_room_for(&self, bytes: usize) -> bool {
        self.taken().saturating_add(bytes) <= self.most
    }
}

/// The budgets that something counts for: those of a client's networks, narrowest first, and that of all
/// clients together. Cheap to clone.
#[derive(Clone, Debug)]
pub struct MemoryBudgets(Arc<[Arc<MemoryBudget>]>);

impl MemoryBudgets {
    /// All of them together.
    pub fn new(budgets: impl IntoIterator<Item = Arc<MemoryBudget>>) -> Self {
        Self(budgets.into_iter().collect())
    }

    /// Takes bytes from all budgets; none if one of them has no room.
    pub fn take(&self, bytes: usize) -> Option<Charge> {
        let mut all = self.0.iter();
        all.all(|budget| budget.has_room_for(bytes))
            .then(|| self.take_anyway(bytes))
    }

    /// Takes bytes from all budgets, whether there is room or not.
    pub fn take_anyway(&self, bytes: usize) -> Charge {
        for budget in &*self.0 {
            budget.taken.fetch_add(bytes, Ordering::Relaxed);
        }
        Charge {
            budgets: self.clone(),
            bytes,
        }
    }
}

/// Bytes that were taken. They are released when it is dropped.
#[derive(Debug)]
pub struct Charge {
    budgets: MemoryBudgets,
    bytes: usize,
}

impl Charge {
    /// Releases what was not needed.
    pub fn shrink_to(&mut self, bytes: usize) {
        let unused = self.bytes.saturating_sub(bytes);
        self.release(unused);
        self.bytes -= unused;
    }

    fn release(&self, bytes: usize) {
        for budget in &*self.budgets.0 {
            budget.taken.fetch_sub(bytes, Ordering::Relaxed);
        }
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.release(self.bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_counts_everywhere_until_it_is_released() {
        let (narrow, wide) = (
            Arc::new(MemoryBudget::new(10)),
            Arc::new(MemoryBudget::new(15)),
        );
        let one = MemoryBudgets::new([Arc::clone(&narrow), Arc::clone(&wide)]);
        let other = MemoryBudgets::new([Arc::new(MemoryBudget::new(10)), Arc::clone(&wide)]);
        let mut taken = one.take(10).unwrap();
        assert!(one.take(1).is_none(), "its own is used up");
        assert!(other.take(6).is_none(), "so is a part of what all have");
        taken.shrink_to(4);
        assert_eq!((narrow.taken(), wide.taken()), (4, 4));
        let more = other.take(10);
        assert!(more.is_some());
        drop((taken, more));
        assert_eq!((narrow.taken(), wide.taken()), (0, 0));
    }
}
