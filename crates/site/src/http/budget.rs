//! Memory for what comes from clients and waits to be sent to them. It is taken before the bytes are there, and released
//! once they are used or sent.

use std::{
    mem,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
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
pub struct MemoryBudgets {
    all: Arc<[Arc<MemoryBudget>]>,
    /// What the narrowest network may always have, even if the budget of all clients together has no room.
    reserved: usize,
}

impl MemoryBudgets {
    /// All of them together.
    pub fn new(budgets: impl IntoIterator<Item = Arc<MemoryBudget>>) -> Self {
        Self {
            all: budgets.into_iter().collect(),
            reserved: 0,
        }
    }

    /// The narrowest network may always have these bytes, whatever all other clients have taken.
    #[must_use]
    pub fn with_reserve(mut self, bytes: usize) -> Self {
        self.reserved = bytes;
        self
    }

    /// Takes bytes from all budgets; none if one of them has no room.
    pub fn take(&self, bytes: usize) -> Option<Charge> {
        let (together, own) = self.all.split_last()?;
        let is_reserved = own
            .first()
            .is_some_and(|narrowest| narrowest.taken().saturating_add(bytes) <= self.reserved);
        let has_room = (is_reserved || together.has_room_for(bytes))
            && own.iter().all(|budget| budget.has_room_for(bytes));
        has_room.then(|| self.take_anyway(bytes))
    }

    /// Takes bytes from all budgets, whether there is room or not.
    pub fn take_anyway(&self, bytes: usize) -> Charge {
        for budget in &*self.all {
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
    /// Takes more bytes from the same budgets, if all of them have room.
    #[must_use]
    pub fn grow(&mut self, bytes: usize) -> bool {
        let Some(mut more) = self.budgets.take(bytes) else {
            return false;
        };
        self.bytes += mem::take(&mut more.bytes);
        true
    }

    /// Releases what was not needed.
    pub fn shrink_to(&mut self, bytes: usize) {
        let unused = self.bytes.saturating_sub(bytes);
        self.release(unused);
        self.bytes -= unused;
    }

    fn release(&self, bytes: usize) {
        for budget in &*self.budgets.all {
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

    #[test]
    fn what_grows_is_released_together() {
        let budget = Arc::new(MemoryBudget::new(10));
        let budgets = MemoryBudgets::new([Arc::clone(&budget)]);
        let mut taken = budgets.take(4).unwrap();
        assert!(taken.grow(6));
        assert!(!taken.grow(1));
        assert_eq!(budget.taken(), 10);
        drop(taken);
        assert_eq!(budget.taken(), 0);
    }

    #[test]
    fn each_network_has_its_reserve_when_all_others_have_taken_everything() {
        let together = Arc::new(MemoryBudget::new(100));
        let network = || {
            let budgets = [Arc::new(MemoryBudget::new(50)), Arc::clone(&together)];
            MemoryBudgets::new(budgets).with_reserve(20)
        };
        let greedy = [network(), network()].map(|each| each.take(50).unwrap());
        let late = network();
        let first = late.take(20);
        assert!(first.is_some(), "its reserve");
        assert!(late.take(1).is_none(), "which it has only once");
        drop(first);
        assert!(late.take(20).is_some());
        drop(greedy);
    }
}
