//! Five counts side by side in one word, so that all of them are added, taken or compared at once.

/// The highest bit of each lane.
const HIGH: u64 = 0x8080_8080_8080_8080;

/// The counts in the lowest five lanes; the others are 0.
pub(crate) const fn of(counts: [u8; 5]) -> u64 {
    let [first, second, third, fourth, fifth] = counts;
    u64::from_le_bytes([first, second, third, fourth, fifth, 0, 0, 0])
}

/// The counts of the lowest five lanes.
pub(crate) const fn counts(lanes: u64) -> [u8; 5] {
    let [first, second, third, fourth, fifth, ..] = lanes.to_le_bytes();
    [first, second, third, fourth, fifth]
}

/// All counts together: neighbors first, then all pairs by one multiplication.
pub(crate) const fn sum(lanes: u64) -> u16 {
    const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
    const EACH: u64 = 0x0001_0001_0001_0001;
    let pairs = (lanes & EVEN) + ((lanes >> 8) & EVEN);
    (pairs.wrapping_mul(EACH) >> 48) as u16
}

/// The sum of each lane, 255 where it would be more.
pub(crate) const fn saturating_add(a: u64, b: u64) -> u64 {
    let sum = ((a & !HIGH) + (b & !HIGH)) ^ ((a ^ b) & HIGH);
    let carries = ((a & b) | ((a | b) & !sum)) & HIGH;
    sum | fill(carries)
}

/// What is left of each lane, 0 where it would be less.
pub(crate) const fn saturating_sub(a: u64, b: u64) -> u64 {
    wrapping_sub(a, b) & !fill(borrows(a, b))
}

/// The highest bit of each lane where `a` is less than `b`.
pub(crate) const fn borrows(a: u64, b: u64) -> u64 {
    ((!a & b) | (!(a ^ b) & wrapping_sub(a, b))) & HIGH
}

/// The highest bit of each lane where `a`, which is less than 128, is at least `b`.
pub(crate) const fn covered(a: u64, b: u64) -> u64 {
    ((a | HIGH) - (b & !HIGH)) & !b & HIGH
}

/// Whether each lane of `a`, which is less than 128, is at least that of `b`.
pub(crate) const fn covers(a: u64, b: u64) -> bool {
    covered(a, b) == HIGH
}

/// The numbers of the lanes that are not 0, as bits.
pub(crate) const fn occupied(lanes: u64) -> u8 {
    numbers(!borrows(lanes, 0x0101_0101_0101_0101) & HIGH)
}

/// The numbers of the lanes whose highest bit is set, as bits.
pub(crate) const fn numbers(high: u64) -> u8 {
    // Each of the eight bits is moved to its place in the highest byte; no two of them meet.
    ((high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

const fn wrapping_sub(a: u64, b: u64) -> u64 {
    ((a | HIGH) - (b & !HIGH)) ^ ((a ^ !b) & HIGH)
}

/// Fills each lane whose highest bit is set.
const fn fill(high: u64) -> u64 {
    (high >> 7) * 0xff
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn lanes_count_as_bytes_do(a: [u8; 5], b: [u8; 5]) {
            let each = |f: fn(u8, u8) -> u8| core::array::from_fn(|i| f(a[i], b[i]));
            prop_assert_eq!(counts(saturating_add(of(a), of(b))), each(u8::saturating_add));
            prop_assert_eq!(counts(saturating_sub(of(a), of(b))), each(u8::saturating_sub));
            prop_assert_eq!(sum(of(a)), a.iter().map(|count| u16::from(*count)).sum::<u16>());
            let few = a.map(|count| count / 2);
            let whether = few.iter().zip(&b).all(|(a, b)| a >= b);
            prop_assert_eq!(covers(of(few), of(b)), whether);
            let lanes = |is: &dyn Fn(usize) -> bool| {
                (0..5).filter(|lane| is(*lane)).fold(0u8, |all, lane| all | 1 << lane)
            };
            prop_assert_eq!(numbers(borrows(of(a), of(b))), lanes(&|i| a[i] < b[i]));
            prop_assert_eq!(numbers(covered(of(few), of(b))) & 0b1_1111, lanes(&|i| few[i] >= b[i]));
            prop_assert_eq!(occupied(of(a)), lanes(&|i| a[i] > 0));
        }
    }
}
