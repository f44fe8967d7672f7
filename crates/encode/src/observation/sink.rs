//! One description of a tensor for its numbers and for their names.

use brickwood_rules::Cards;

use crate::EncodeError;
use crate::space::RESOURCES;

/// Takes the numbers of a tensor one after the other.
pub(super) trait Sink {
    /// One number, from -1 to 1.
    fn put(&mut self, name: impl FnOnce() -> String, value: f32);

    #[inline]
    fn flag(&mut self, name: &str, value: bool) {
        self.put(|| name.to_owned(), f32::from(u8::from(value)));
    }

    /// A count as a part of `most`, at most 1.
    #[inline]
    fn part(&mut self, name: impl FnOnce() -> String, count: impl Into<u32>, most: impl Into<u32>) {
        self.put(name, part(count.into(), most.into()));
    }

    /// How many of each resource, as parts of `most`.
    #[inline]
    fn cards(&mut self, name: &str, cards: Cards, most: u8) {
        for (resource, count) in RESOURCES.iter().zip(cards.counts()) {
            self.part(|| format!("{name}.{resource}"), count, most);
        }
    }

    /// 1 for one of the names, 0 for the others.
    #[inline]
    fn one_of(&mut self, name: &str, names: &[&str], which: Option<usize>) {
        for (place, value) in names.iter().enumerate() {
            self.put(
                || format!("{name}.{value}"),
                f32::from(u8::from(which == Some(place))),
            );
        }
    }

    /// 1 for the row of one seat, clockwise from the viewer.
    #[inline]
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
#[inline]
pub(super) fn part(count: u32, most: u32) -> f32 {
    (count.min(most) as f32) / (most.max(1) as f32)
}

/// Writes the numbers of a row. As its length is known when it is compiled, and as it lies on the stack of whoever
/// describes the row, each number gets its place without being counted.
pub(super) struct Values<'a, const N: usize> {
    into: &'a mut [f32; N],
    next: usize,
}

impl<const N: usize> Values<'_, N> {
    /// Lets `write` fill the whole row.
    #[inline]
    pub(super) fn fill(into: &mut [f32; N], write: impl FnOnce(&mut Values<'_, N>)) {
        let mut values = Values { into, next: 0 };
        write(&mut values);
        debug_assert_eq!(values.next, N, "as many as there are names");
    }

    /// 1 at one place of so many, 0 at the others.
    #[inline]
    fn mark(&mut self, count: usize, which: Option<usize>) {
        let end = self.next + count;
        if let Some(places) = self.into.get_mut(self.next..end) {
            places.fill(0.0);
            if let Some(place) = which.and_then(|which| places.get_mut(which)) {
                *place = 1.0;
            }
        }
        self.next = end;
    }
}

impl<const N: usize> Sink for Values<'_, N> {
    #[inline]
    fn put(&mut self, name: impl FnOnce() -> String, value: f32) {
        debug_assert!((-1.0..=1.0).contains(&value), "{}: {value}", name());
        if let Some(place) = self.into.get_mut(self.next) {
            *place = value;
        }
        self.next += 1;
    }

    #[inline]
    fn one_of(&mut self, _name: &str, names: &[&str], which: Option<usize>) {
        self.mark(names.len(), which);
    }

    #[inline]
    fn row(&mut self, _name: &str, rows: usize, which: Option<usize>) {
        self.mark(rows, which);
    }
}

/// Refuses a slice of another length.
pub(super) fn fits(into: &[f32], expected: usize) -> Result<(), EncodeError> {
    let found = into.len();
    (found == expected)
        .then_some(())
        .ok_or(EncodeError::Length { expected, found })
}

/// Collects the names.
#[derive(Default)]
pub(super) struct Names(pub(super) Vec<String>);

impl Sink for Names {
    fn put(&mut self, name: impl FnOnce() -> String, _value: f32) {
        self.0.push(name());
    }
}
