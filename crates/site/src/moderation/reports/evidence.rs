//! What is kept of what happened: of each player a few lines, so that nobody can push out what others have said.

use std::collections::BTreeMap;

use brickwood_protocol::{ChatLine, Evidence};
use brickwood_rules::Seat;

use crate::http::list::length;

/// The most lines that are kept of a seat.
const LINES: usize = 10;

/// The most bytes that are kept of a seat, unless a single line has more.
const BYTES: usize = 3 * 1024;

/// What is kept of the talk: of each seat the lines next to those that were reported, which come first, or its last ones.
pub(crate) fn kept(mut talk: Vec<ChatLine>, reported: &[u32]) -> Vec<ChatLine> {
    let last = talk.last().map_or(0, |line| line.number);
    let distance = |line: &ChatLine| {
        let distances = reported.iter().map(|other| line.number.abs_diff(*other));
        distances.min().unwrap_or(last - line.number)
    };
    talk.sort_by_key(distance);
    let mut taken: BTreeMap<Seat, (usize, usize)> = BTreeMap::new();
    talk.retain(|line| {
        let (lines, bytes) = taken.entry(line.seat).or_default();
        *lines += 1;
        *bytes += length(line);
        *lines == 1 || (*lines <= LINES && *bytes <= BYTES)
    });
    talk.sort_by_key(|line| line.number);
    talk
}

/// What several reports of a card say that happened, put together; none if there is none.
pub(crate) fn gathered(
    all: impl IntoIterator<Item = Evidence>,
    reported: &[u32],
) -> Option<Evidence> {
    let mut all = all.into_iter();
    let mut first = all.next()?;
    let mut talk: BTreeMap<u32, ChatLine> = BTreeMap::new();
    let lines = first.talk.drain(..).chain(all.flat_map(|one| one.talk));
    talk.extend(lines.map(|line| (line.number, line)));
    first.talk = kept(talk.into_values().collect(), reported);
    Some(first)
}

#[cfg(test)]
mod tests {
    use brickwood_protocol::ChatText;

    use super::*;

    fn said(number: u32, seat: u8, text: &str) -> ChatLine {
        ChatLine {
            number,
            at_ms: 1,
            seat: Seat::new(seat).unwrap(),
            name: "Ida".into(),
            text: ChatText::Words { text: text.into() },
        }
    }

    fn numbers(talk: &[ChatLine], seat: u8) -> Vec<u32> {
        let of_seat = talk.iter().filter(|line| u8::from(line.seat) == seat);
        of_seat.map(|line| line.number).collect()
    }

    #[test]
    fn whoever_floods_the_chat_pushes_nothing_of_others_out() {
        let emoji = "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{200d}\u{1f466}".repeat(140);
        let mut talk = vec![said(1, 0, "hello"), said(2, 1, "go away"), said(3, 0, "oh")];
        talk.extend((4..400).map(|number| said(number, 1, &emoji)));
        for reported in [&[2][..], &[]] {
            let kept = kept(talk.clone(), reported);
            assert_eq!(numbers(&kept, 0), [1, 3], "{reported:?}");
            let flood = numbers(&kept, 1);
            assert!((1..=3).contains(&flood.len()), "{flood:?}");
            assert_eq!(flood.contains(&2), !reported.is_empty());
        }
    }

    #[test]
    fn the_lines_next_to_the_reported_one_are_kept() {
        let talk: Vec<_> = (1..=100).map(|number| said(number, 0, "x")).collect();
        let near = numbers(&kept(talk.clone(), &[50]), 0);
        assert!(near.contains(&50) && near.iter().all(|number| (45..=55).contains(number)));
        let last = numbers(&kept(talk, &[]), 0);
        assert_eq!(last, (91..=100).collect::<Vec<_>>());
    }
}
