//! What the host of the site has decided about a table or somebody there.

use brickwood_protocol::{Problem, ProblemKind, SeatKind, SpectatorRule};
use brickwood_rules::{Seat, SeatSet, Step};

use crate::log::Entry;
use crate::seats::people::FORGOTTEN;
use crate::seats::{People, PersonId};
use crate::table::{Draft, Table};
use crate::text::same_to_the_eye;

impl Table {
    /// Closes the table: a game ends without a winner, and a table that waits for players lets nobody in any more.
    pub(crate) fn close(&self, draft: &mut Draft<'_>) -> Result<(), Problem> {
        if self.is_over() {
            return Err(ProblemKind::NothingChanged.into());
        }
        if self.started() {
            return Ok(draft.add(Entry::Step(Step::CalledOff))?);
        }
        if self.people().is_closed() {
            return Err(ProblemKind::NothingChanged.into());
        }
        let mut persons = self.people().persons();
        persons.extend(self.people().host);
        for person in persons {
            if !draft.people().is_removed(person) {
                draft.shut_out(person);
            }
        }
        let seats: SeatSet = Seat::all(self.people().places.len() as u8).collect();
        let people = draft.people_mut();
        people.host = None;
        people.code = None;
        people.asking.clear();
        people.options.public = false;
        people.options.spectators = SpectatorRule::Forbidden;
        for seat in seats.iter() {
            people.empty(seat);
            people.places[seat.index()].kind = SeatKind::Locked;
        }
        draft.note(Entry::Arranged { seats });
        Ok(())
    }

    /// Takes a name from a person, here and wherever the log says who that was.
    pub(crate) fn take_name(
        &self,
        draft: &mut Draft<'_>,
        person: PersonId,
        name: &str,
    ) -> Result<(), Problem> {
        let mut people = self.people().clone();
        people.take_name(person, name);
        if people == *self.people() {
            return Err(ProblemKind::NothingChanged.into());
        }
        let seats = people.seats_of(Some(person));
        *draft.people_mut() = people;
        draft.note(Entry::Arranged { seats });
        Ok(())
    }
}

impl People {
    /// Whether the host of the site has closed the table before the game.
    fn is_closed(&self) -> bool {
        self.host.is_none() && self.locked_seats().len() == self.places.len()
    }

    fn take_name(&mut self, person: PersonId, name: &str) {
        let take = |called: &mut String| {
            if same_to_the_eye(called, name) {
                FORGOTTEN.clone_into(called);
            }
        };
        for seat in self.seats_held_by(person).iter() {
            let place = &mut self.places[seat.index()];
            if place.person == Some(person) {
                place.name.iter_mut().for_each(take);
            }
            let former = place.former.iter_mut();
            former.filter_map(|one| one.name.as_mut()).for_each(take);
        }
        for one in self.asking.iter_mut().filter(|one| one.person == person) {
            take(&mut one.name);
        }
        for one in self.removed.iter_mut().filter(|one| one.person == person) {
            take(&mut one.name);
        }
    }
}
