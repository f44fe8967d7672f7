//! One description of a tensor for its numbers and for their names.

use brickwood_rules::Cards;

use crate::EncodeError;
use crate::space::RESOURCES;

/// Takes the numbers of a tensor one after the other.
pub(super) trait Sink {
    /// One number, from -1 to 1.
    fn put(&mut self, name: impl FnOnce() -> String, value: f32);

    fn flag(&mut self, name: &str, value: bool) {
        self.put(|| name.to_owned(), f32::from(u8::from(value)));
    }

    /// A count as a part of `most`, at most 1.
    fn part(&mut self, name: impl FnOnce() -> String, count: impl Into<u32>, most: impl Into<u32>) {
        self.put(name, part(count.into(), most.into()));
    }

    /// How many of each resource, as parts of `most`.
    fn cards(&mut self, name: &str, cards: Cards, most: u8) {
        for (resource, count) in RESOURCES.iter().zip(cards.counts()) {
            self.part(|| format!("{name}.{resource}"), count, most);
        }
    }

    /// 1 for one of the names, 0 for the others.
    fn one_of(&mut self, name: &str, names: &[&str], which: Option<usize>) {
        for (place, value) in names.iter().enumerate() {
            self.put(
                || format!("{name}.{value}"),
                f32::from(u8::from(which == Some(place))),
            );
        }
    }

    /// 1 for the row of one seat, clockwise from the viewer.
    fn row(&mut self, name: &str, rows: usize, which: Option<usize>) {
        for row in 0..rows {
            self.put(
                || format!("{name}.{row}"),
                f32::from(u8::from(which == Some(row))),
            );
        }
    }
}

// Counts in a game are far smaller than what a float holds exactly.
#[allow(clippy::cast_precision_loss)]
pub(super) fn part(count: u32, most: u32) -> f32 {
    (count.min(most) as f32) / (most.max(1) as f32)
}

/// Writes the numbers.
pub(super) struct Values<'a> {
    into: &'a mut [f32],
    next: usize,
}

impl Values<'_> {
    /// Lets `write` fill the whole slice.
    pub(super) fn fill(
        into: &mut [f32],
        write: impl FnOnce(&mut Values<'_>),
    ) -> Result<(), EncodeError> {
        let mut values = Values { into, next: 0 };
        write(&mut values);
        if values.next == values.into.len() {
            return Ok(());
        }
        Err(EncodeError::Length {
            expected: values.next,
            found: values.into.len(),
        })
    }

    /// How many numbers were written.
    pub(super) const fn written(&self) -> usize {
        self.next
    }

    /// So many zeros.
    pub(super) fn skip(&mut self, count: usize) {
        let end = (self.next + count).min(self.into.len());
        if let Some(part) = self.into.get_mut(self.next..end) {
            part.fill(0.0);
        }
        self.next += count;
    }
}

impl Sink for Values<'_> {
    #[inline]
    fn put(&mut self, name: impl FnOnce() -> String, value: f32) {
        debug_assert!((-1.0..=1.0).contains(&value), "{}: {value}", name());
        if let Some(place) = self.into.get_mut(self.next) {
            *place = value;
        }
        self.next += 1;
    }
}

/// Collects the names.
#[derive(Default)]
pub(super) struct Names(pub(super) Vec<String>);

impl Sink for Names {
    fn put(&mut self, name: impl FnOnce() -> String, _value: f32) {
        self.0.push(name());
    }
}
