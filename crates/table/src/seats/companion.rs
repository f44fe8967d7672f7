//! One more person at the device of somebody who sits at a table.

use brickwood_protocol::{Problem, ProblemKind, SeatKind};
use brickwood_rules::SeatSet;

use crate::log::Entry;
use crate::seats::PersonId;
use crate::table::{Draft, Table};

impl Table {
    /// Seats one more person at a person's device, gives that person another name, or gives their seat up.
    ///
    /// One is enough for two children with a tablet, and takes no more from others than one browser with two windows
    /// does. Only the host, to whom the table belongs, gives seats to more people at one device.
    pub(crate) fn seat_companion(
        &self,
        draft: &mut Draft<'_>,
        person: PersonId,
        name: Option<&str>,
    ) -> Result<(), Problem> {
        let people = self.people();
        if people.seats_of(Some(person)).is_empty() {
            return Err(ProblemKind::NotSeated.into());
        }
        if self.started() {
            return Err(ProblemKind::Begun.into());
        }
        let companion = people.companion_of(person);
        let seat = match name {
            Some(_) => companion
                .or_else(|| people.open_seats().iter().next())
                .ok_or(ProblemKind::NoOpenSeat)?,
            None => companion.ok_or(ProblemKind::NothingChanged)?,
        };
        let people = draft.people_mut();
        people.empty(seat);
        if let Some(name) = name {
            let place = &mut people.places[seat.index()];
            place.kind = SeatKind::Local;
            place.name = Some(name.to_owned());
            place.person = Some(person);
        }
        draft.check_rated()?;
        let seats = SeatSet::only(seat);
        draft.note(Entry::Arranged { seats });
        Ok(())
    }
}
