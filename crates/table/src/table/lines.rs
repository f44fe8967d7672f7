//! The lines of a log in memory.

use brickwood_fair::Nonce;

use super::Line;

/// How many lines lie together.
const CHUNK: usize = 32;

/// The lines of a log, in chunks that stay where they are: a single list that doubles when it is full takes up to twice
/// the memory of its lines, and leaves holes as it moves.
#[derive(Clone, Default, Debug)]
pub(crate) struct Lines {
    /// All are full but the last.
    chunks: Vec<Vec<Line>>,
    /// The nonces, each with the place of its line. Most lines have none.
    nonces: Vec<(u32, Nonce)>,
}

impl Lines {
    pub(crate) fn push(&mut self, line: Line, nonce: Option<Nonce>) {
        if let Some(nonce) = nonce {
            self.nonces.push((self.len() as u32, nonce));
        }
        match self.chunks.last_mut() {
            Some(chunk) if chunk.len() < CHUNK => chunk.push(line),
            _ => {
                let mut chunk = Vec::with_capacity(CHUNK);
                chunk.push(line);
                self.chunks.push(chunk);
            }
        }
    }

    pub(crate) fn len(&self) -> usize {
        let last = self.last_chunk().len();
        self.chunks.len().saturating_sub(1) * CHUNK + last
    }

    pub(crate) fn last(&self) -> Option<&Line> {
        self.last_chunk().last()
    }

    fn last_chunk(&self) -> &[Line] {
        self.chunks.last().map_or(&[], Vec::as_slice)
    }

    pub(crate) fn get(&self, place: usize) -> Option<&Line> {
        self.chunks.get(place / CHUNK)?.get(place % CHUNK)
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &Line> {
        self.chunks.iter().flatten()
    }

    /// The nonce of the line at a place; none if it has none.
    pub(crate) fn nonce(&self, place: usize) -> Option<&Nonce> {
        let found = self
            .nonces
            .binary_search_by_key(&(place as u32), |(place, _)| *place);
        found.ok().map(|index| &self.nonces[index].1)
    }

    /// The lines from a place on; none behind the last.
    pub(crate) fn from(&self, place: usize) -> impl Iterator<Item = &Line> {
        let chunks = self.chunks.iter().skip(place / CHUNK);
        chunks.flatten().skip(place % CHUNK)
    }

    /// The number of lines that were accepted up to a time, in milliseconds since 1970.
    pub(crate) fn count_until(&self, at_ms: u64) -> usize {
        let is_before = |line: &Line| line.at_ms <= at_ms;
        let full = |chunk: &Vec<Line>| chunk.last().is_some_and(is_before);
        let chunks = self.chunks.partition_point(full);
        match self.chunks.get(chunks) {
            Some(chunk) => chunks * CHUNK + chunk.partition_point(is_before),
            None => self.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::Entry;

    #[test]
    fn lines_in_chunks_read_like_a_list() {
        let line = |place: usize| Line {
            entry: Entry::NobodyHere,
            at_ms: 10 * place as u64,
            message: Some(place as u64),
        };
        let mut lines = Lines::default();
        let mut list = Vec::new();
        for place in 0..3 * CHUNK {
            assert_eq!(lines.last(), list.last());
            assert_eq!(lines.len(), list.len());
            assert!(lines.iter().rev().eq(list.iter().rev()));
            for from in 0..=place + 1 {
                assert_eq!(lines.get(from), list.get(from));
                assert!(lines.from(from).eq(list.iter().skip(from)));
                let at_ms = 10 * from as u64;
                assert_eq!(lines.count_until(at_ms), place.min(from + 1));
            }
            lines.push(line(place), None);
            list.push(line(place));
        }
    }

    #[test]
    fn a_line_keeps_its_nonce() {
        let mut lines = Lines::default();
        for place in 0..3 * CHUNK {
            let line = Line {
                entry: Entry::NobodyHere,
                at_ms: 0,
                message: None,
            };
            lines.push(
                line,
                (place % 5 == 3).then(|| Nonce::new([place as u8; 16])),
            );
        }
        for place in 0..=3 * CHUNK {
            let nonce = lines.nonce(place).map(|nonce| nonce.as_bytes()[0] as usize);
            let given = place % 5 == 3 && place < 3 * CHUNK;
            assert_eq!(nonce, given.then_some(place));
        }
    }
}
