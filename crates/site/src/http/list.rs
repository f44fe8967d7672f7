//! Lists in answers. A list ends before its answer is longer than any may be, however long its items are.

use std::io::{self, Write};

use axum::{
    Json,
    response::{IntoResponse, Response},
};
use serde::Serialize;

const KB: usize = 1024;

/// The most bytes of a list that is an answer by itself, or the largest part of one.
pub const LIST: usize = 44 * KB;

/// The most bytes of a list of tables or reports, for which more memory is taken.
pub const LONG_LIST: usize = 112 * KB;

/// As many items, from the first on, as have room in so many bytes of JSON.
#[derive(Debug)]
pub struct List<T> {
    items: Vec<T>,
    room: usize,
    /// Whether an item had no room: the list ends before it.
    is_full: bool,
}

impl<T: Serialize> List<T> {
    /// A list with nothing in it, and room for so many bytes.
    pub const fn with_room(bytes: usize) -> Self {
        Self {
            items: Vec::new(),
            room: bytes,
            is_full: false,
        }
    }

    /// As many of the items as have room.
    pub fn of(bytes: usize, items: impl IntoIterator<Item = T>) -> Self {
        let mut list = Self::with_room(bytes);
        let mut items = items.into_iter();
        while let Some(item) = items.next()
            && list.add(item)
        {}
        list
    }

    /// Adds an item, if it has room and everything before it had. Says whether it had.
    pub fn add(&mut self, item: T) -> bool {
        // A comma or bracket follows each.
        let bytes = length(&item) + 1;
        self.is_full |= bytes > self.room;
        if !self.is_full {
            self.room -= bytes;
            self.items.push(item);
        }
        !self.is_full
    }

    /// The items, and where to go on: after the last of them, as `number` names it. None if the list ends with it, because
    /// fewer than `asked` were there.
    pub fn portion<N>(self, asked: u32, number: impl Fn(&T) -> N) -> (Vec<T>, Option<N>) {
        let goes_on = self.is_full || self.items.len() >= asked as usize;
        let next = self.items.last().filter(|_| goes_on).map(number);
        (self.items, next)
    }

    /// The items.
    pub fn into_items(self) -> Vec<T> {
        self.items
    }
}

impl<T: Serialize> IntoResponse for List<T> {
    fn into_response(self) -> Response {
        Json(self.items).into_response()
    }
}

/// How many bytes a value has as JSON. One that cannot be written has none: whoever writes it says so.
pub fn length(value: &impl Serialize) -> usize {
    let mut counter = Counter(0);
    let _ = serde_json::to_writer(&mut counter, value);
    counter.0
}

struct Counter(usize);

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_no_more_bytes_than_it_has_room_for() {
        for bytes in [0, 1, 7, 8, 9, 100, 2000] {
            let list = List::of(bytes, (0..100).map(|number| format!("{number:05}")));
            let text = serde_json::to_string(&list.items).unwrap();
            assert!(text.len() <= bytes + 2, "{bytes}: {text}");
            assert_eq!(list.items.len(), (bytes / 8).min(100));
        }
    }

    #[test]
    fn a_list_that_ends_early_says_where_it_goes_on() {
        let numbers = |bytes, asked| List::of(bytes, 10..20).portion(asked, |number| *number);
        assert_eq!(numbers(9, 10), (vec![10, 11, 12], Some(12)), "by its bytes");
        assert_eq!(numbers(100, 10).1, Some(19), "by the number of its items");
        assert_eq!(numbers(100, 11).1, None);
        assert_eq!(numbers(0, 10), (vec![], None));
    }

    #[test]
    fn nothing_is_left_out_in_the_midst() {
        let list = List::of(8, ["a", "much longer", "b"]);
        assert_eq!(list.into_items(), ["a"]);
    }
}
