//! The next host of a table whose host is absent.

use brickwood_rules::{Seat, SeatSet};

use crate::people::{GuestId, People};
use crate::table::Table;

/// How long a table that has not begun waits for its host.
const GRACE_MS: u64 = 120_000;

impl Table {
    /// The seat that hosts the table next unless its host comes back, and from when on, in milliseconds
    /// since 1970. None while the host is connected, or nobody else is.
    pub(crate) fn next_host(&self) -> Option<(Seat, u64)> {
        let host = self.people().host?;
        let own = self.people().seats_of(Some(host));
        let since_ms = self.presence.absent_since_ms(own)?;
        let grace_ms = if self.started() {
            self.patience().grace_ms
        } else {
            GRACE_MS
        };
        let seat = next(self.people(), host, own, |seat| self.is_present(seat))?;
        Some((seat, since_ms + grace_ms))
    }

    /// The seat that hosts the table when its host leaves these seats: the next connected one, or else the
    /// next one.
    pub(crate) fn heir(&self, host: GuestId, seats: SeatSet) -> Option<Seat> {
        let people = self.people();
        next(people, host, seats, |seat| self.is_present(seat))
            .or_else(|| next(people, host, seats, |_| true))
    }
}

/// The next person clockwise from these seats who is not the host, and for whom the condition holds.
fn next(
    people: &People,
    host: GuestId,
    from: SeatSet,
    holds: impl Fn(Seat) -> bool,
) -> Option<Seat> {
    let others = people.seats(|place| place.is_person() && place.guest != Some(host));
    let first = from.iter().next();
    let behind = others
        .iter()
        .filter(|seat| first.is_some_and(|first| *seat > first));
    let mut clockwise = behind.chain(others.iter());
    clockwise.find(|seat| holds(*seat))
}
