//! The next host of a table whose host is absent.

use brickwood_rules::{Seat, SeatSet};

use crate::seats::{People, PersonId};
use crate::table::{Draft, Table};

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

    /// A person goes. If that is the host, the next connected player hosts the table, or else the next one: the
    /// caller adds the line for this seat.
    pub(crate) fn pass_on_hosting(&self, draft: &mut Draft<'_>, person: PersonId) -> Option<Seat> {
        let people = self.people();
        if people.host != Some(person) {
            return None;
        }
        let seats = people.seats_of(Some(person));
        let heir = next(people, person, seats, |seat| self.is_present(seat))
            .or_else(|| next(people, person, seats, |_| true));
        draft.people_mut().host = heir.and_then(|seat| people.places[seat.index()].person);
        heir
    }
}

/// The next person clockwise from these seats who is not the host, and for whom the condition holds.
fn next(
    people: &People,
    host: PersonId,
    from: SeatSet,
    holds: impl Fn(Seat) -> bool,
) -> Option<Seat> {
    let others = people.seats(|place| place.is_person() && place.person != Some(host));
    let first = from.iter().next();
    let behind = others
        .iter()
        .filter(|seat| first.is_some_and(|first| *seat > first));
    let mut clockwise = behind.chain(others.iter());
    clockwise.find(|seat| holds(*seat))
}
