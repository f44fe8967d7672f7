//! Reads earlier parts of the log.

use std::collections::BTreeMap;

use brickwood_protocol::FormerName;
use brickwood_rules::{State, Step};

use crate::log::Entry;
use crate::table::{Fold, Line, Table};

impl Table {
    /// The steps without those that were undone, and the nonces of their draws, by their places.
    pub(crate) fn standing_steps(&self) -> (Vec<Step>, BTreeMap<usize, [u8; 16]>) {
        let mut steps = self.setup().opening.clone();
        let mut nonces = BTreeMap::new();
        for (place, line) in self.lines.iter().enumerate() {
            match line.entry {
                Entry::Step(step) => {
                    // A draw has the nonce of the line that led to it.
                    let led = place.checked_sub(1);
                    let nonce = led.and_then(|led| self.lines.nonce(led));
                    if let (Step::Chance { .. }, Some(nonce)) = (step, nonce) {
                        nonces.insert(steps.len(), *nonce.as_bytes());
                    }
                    steps.push(step);
                }
                // Undo always removes the last step.
                Entry::Undo(_) => {
                    steps.pop();
                }
                _ => {}
            }
        }
        (steps, nonces)
    }

    /// When each of the standing steps was taken: milliseconds since the game began, breaks not counted.
    pub(crate) fn standing_times(&self) -> Vec<u64> {
        let mut times = vec![0; self.setup().opening.len()];
        let (mut clock_ms, mut last_ms) = (0, 0);
        let mut runs = false;
        for Line { entry, at_ms, .. } in self.lines.iter().copied() {
            if runs && !entry.is_of_rest() {
                clock_ms += at_ms.saturating_sub(last_ms);
            }
            last_ms = at_ms;
            match entry {
                Entry::Step(_) => times.push(clock_ms),
                Entry::Undo(_) => {
                    times.pop();
                }
                Entry::Started { .. } | Entry::Unpaused(_) => runs = true,
                Entry::Paused(_) => runs = false,
                _ => {}
            }
        }
        times
    }

    /// The former names of the seats, by steps instead of by lines.
    pub(crate) fn former_names(&self) -> Vec<Vec<FormerName>> {
        let steps = self.of_standing_steps(|seq, _| seq);
        let by_steps = |former: &FormerName| FormerName {
            until: steps.partition_point(|seq| *seq <= former.until) as u32,
            ..former.clone()
        };
        let places = self.people().places.iter();
        places
            .map(|place| place.former.iter().map(by_steps).collect())
            .collect()
    }

    /// The number of the last of the standing steps that were taken up to a time, in milliseconds since 1970.
    pub(crate) fn steps_until(&self, at_ms: impl IntoIterator<Item = u64>) -> Vec<u32> {
        let times = self.of_standing_steps(|_, line| line.at_ms);
        let before = |at_ms| times.partition_point(|time| *time <= at_ms) as u32;
        at_ms.into_iter().map(before).collect()
    }

    /// Something of the number and the line of each standing step; the default for those of the opening, which
    /// come before all lines.
    fn of_standing_steps<T: Clone + Default>(&self, of: impl Fn(u32, &Line) -> T) -> Vec<T> {
        let mut standing = vec![T::default(); self.setup().opening.len()];
        for (line, seq) in self.lines.iter().zip(1..) {
            match line.entry {
                Entry::Step(_) => standing.push(of(seq, line)),
                Entry::Undo(_) => {
                    standing.pop();
                }
                _ => {}
            }
        }
        standing
    }

    /// Folds the log from the nearest kept fold before `after`, and passes on every later entry up to
    /// `until`, with the state before it and the fold after it.
    pub(crate) fn each_entry(
        &self,
        after: u32,
        until: u32,
        mut show: impl FnMut(u32, Entry, &State, &Fold),
    ) {
        let (mut folded, mut fold) = self.fold_before(after);
        let count = (until as usize).saturating_sub(folded);
        for line in self.lines.from(folded).take(count) {
            let before = fold.state;
            self.fold_again(&mut fold, *line);
            folded += 1;
            if folded > after as usize {
                show(folded as u32, line.entry, &before, &fold);
            }
        }
    }

    /// The fold after a line.
    pub(crate) fn fold_at(&self, seq: u32) -> Fold {
        let (folded, mut fold) = self.fold_before(seq);
        let count = (seq as usize).saturating_sub(folded);
        for line in self.lines.from(folded).take(count) {
            self.fold_again(&mut fold, *line);
        }
        fold
    }

    fn fold_again(&self, fold: &mut Fold, line: Line) {
        fold.apply(self.setup(), self.people(), line.at_ms, line.entry)
            .expect("an entry that was folded in once can be folded in again");
    }

    /// The number of lines that are at least that old.
    pub(crate) fn lines_until(&self, at_ms: u64) -> u32 {
        self.lines.count_until(at_ms) as u32
    }

    /// When a line was accepted, in milliseconds since 1970; none if it was not.
    pub(crate) fn at_ms(&self, seq: u32) -> Option<u64> {
        let line = self.lines.get(seq.checked_sub(1)? as usize)?;
        Some(line.at_ms)
    }
}
