//! Random orders.

/// Puts the items into a random order, as Fisher and Yates do: `below(n)` draws a number from `0..n`.
pub(super) fn shuffle<T>(items: &mut [T], below: &mut impl FnMut(usize) -> usize) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(last + 1));
    }
}
