//! The seats of a game in progress, and who may take them. A player who has given up a seat may take it
//! again while nobody else holds it. Anybody else has to ask: a hand of cards goes with the seat, so the
//! host and most of the others must agree, and an absent player must have had time to come back. A bot's seat is
//! there for whoever comes, in the rounds that the options name.

use brickwood_protocol::{Problem, ProblemKind, RemovedPerson, SeatRequest};
use brickwood_rules::{Seat, SeatSet};

use crate::log::{Entry, SeatLine};
use crate::seats::{Asking, People, PersonId, Removed, SeatAssignment};
use crate::table::{Draft, Table};

/// How long a request is open, and how long a person who was refused cannot ask again, for whatever it was.
pub(crate) const ASKED_MS: u64 = 5 * 60_000;

/// How long a request keeps its place if nobody answers it while others ask.
const UNANSWERED_MS: u64 = 30_000;

/// The most requests that are remembered, those that were refused or withdrawn included.
const MOST_KNOWN: usize = 64;

/// The most open requests.
const MOST_REQUESTS: usize = 8;

/// The most removed people that are remembered.
const MOST_REMOVED: usize = 64;

impl Table {
    /// Seats a person in a game that has begun, or adds a request for a seat.
    pub(crate) fn sit_in_game(
        &self,
        draft: &mut Draft<'_>,
        person: PersonId,
        name: String,
        seat: Option<Seat>,
    ) -> Result<(), Problem> {
        let people = self.people();
        let own = self.claims(Some(person));
        let to_take = self.seats_to_take_for(person);
        let free = self.free_seats();
        let open = people.open_seats();
        let in_turn = [own, to_take, open, free];
        let any = || in_turn.iter().find_map(|seats| seats.iter().next());
        let seat = seat.or_else(any).ok_or(ProblemKind::NoOpenSeat)?;
        if to_take.contains(seat) {
            draft.take_seat(seat, person, name);
        } else if !free.contains(seat) {
            return Err(ProblemKind::SeatTaken.into());
        } else if own.contains(seat) {
            draft.take_back(seat, person, name);
        } else if people.options.rated {
            return Err(ProblemKind::RatedSeat.into());
        } else if people.people_seats().is_empty() {
            // If nobody is left, nobody has to agree.
            draft.take_seat(seat, person, name);
        } else {
            draft.ask_for_seat(seat, person, name)?;
        }
        Ok(())
    }

    /// A person agrees to a request for a seat, or does not.
    pub(crate) fn admit(
        &self,
        draft: &mut Draft<'_>,
        person: PersonId,
        id: u32,
        yes: bool,
    ) -> Result<(), Problem> {
        let asking = self.people().asking.iter().find(|one| one.id == id);
        let asking = asking.filter(|one| self.stands(one, draft.at_ms()));
        let asking = asking.ok_or(ProblemKind::NoRequest)?;
        let deciding = self.deciding(asking);
        if !deciding.contains(&person) {
            return Err(ProblemKind::NotDeciding.into());
        }
        let mut asking = asking.clone();
        asking.yes.retain(|other| *other != person);
        asking.no.retain(|other| *other != person);
        if yes {
            asking.yes.push(person);
        } else {
            asking.no.push(person);
        }
        let others = || {
            deciding
                .iter()
                .filter(|one| Some(**one) != self.people().host)
        };
        let against = others().filter(|one| asking.no.contains(one)).count();
        let by_host = !yes && self.people().host == Some(person);
        asking.refused = by_host || (against > 0 && 2 * against >= others().count());
        let is_due = self.is_due(&asking, draft.at_ms());
        for one in &mut draft.people_mut().asking {
            if one.id == id {
                *one = asking.clone();
            }
        }
        if is_due {
            draft.hand_over(&asking);
        } else {
            draft.note_arranged();
        }
        Ok(())
    }

    /// Takes a person's seat before the game: the person stays out until the host lets them back.
    pub(crate) fn remove(&self, draft: &mut Draft<'_>, seat: Seat) -> Result<(), Problem> {
        if self.started() {
            return Err(ProblemKind::Begun.into());
        }
        let person = self.place(seat)?.person;
        let person = person.filter(|person| Some(*person) != self.people().host);
        let person = person.ok_or(ProblemKind::NobodyThere)?;
        draft.shut_out(person);
        for seat in self.people().seats_of(Some(person)).iter() {
            draft.people_mut().empty(seat);
            draft.note(Entry::Arranged {
                seats: SeatSet::only(seat),
            });
        }
        Ok(())
    }

    /// Takes a person's seats in a game: the person stays out until the host lets them back.
    pub(crate) fn remove_from_game(&self, draft: &mut Draft<'_>, person: PersonId) {
        let seats = self.people().seats_of(Some(person));
        let heir = self.pass_on_hosting(draft, person);
        draft.shut_out(person);
        for seat in seats.iter() {
            draft.vacate(seat);
            draft.people_mut().places[seat.index()]
                .claims
                .retain(|one| *one != person);
            draft.note(Entry::Of(seat, SeatLine::Removed));
        }
        if let Some(seat) = heir {
            draft.note(Entry::Of(seat, SeatLine::Hosts));
        }
    }

    /// Allows a removed person to come back.
    pub(crate) fn let_back(&self, draft: &mut Draft<'_>, id: u32) -> Result<(), Problem> {
        if !self.people().removed.iter().any(|one| one.id == id) {
            return Err(ProblemKind::NotRemoved.into());
        }
        draft.people_mut().removed.retain(|one| one.id != id);
        draft.note_arranged();
        Ok(())
    }

    /// Why a person may not watch the table now; none if the person may.
    pub fn shut_out(&self, person: Option<PersonId>) -> Option<Problem> {
        let is_open = if self.started() {
            !self.seats_to_take().is_empty()
        } else {
            !self.people().open_seats().is_empty()
        };
        self.people().shut_out(person, is_open)
    }

    /// The seats that a person may take again.
    pub(crate) fn claims(&self, person: Option<PersonId>) -> SeatSet {
        if self.is_over() {
            return SeatSet::EMPTY;
        }
        self.people()
            .seats(|place| person.is_some_and(|person| place.may_be_reclaimed_by(person)))
    }

    /// The next request that is granted now.
    pub(crate) fn due_request(&self, now_ms: u64) -> Option<&Asking> {
        let mut asking = self.people().asking.iter();
        asking.find(|one| self.stands(one, now_ms) && self.is_due(one, now_ms))
    }

    /// When the next request is granted unless somebody comes back, in milliseconds since 1970.
    pub(crate) fn request_due_ms(&self) -> Option<u64> {
        let granted = self
            .people()
            .asking
            .iter()
            .filter(|one| self.is_granted(one));
        let due = granted.filter_map(|one| {
            let from_ms = self.free_from_ms(one.seat)?;
            (from_ms < one.at_ms + ASKED_MS).then_some(from_ms)
        });
        due.min()
    }

    /// The open requests for seats.
    pub(crate) fn requests(&self, now_ms: u64) -> Vec<SeatRequest> {
        let asking = self.people().asking.iter();
        asking
            .filter(|one| self.stands(one, now_ms))
            .map(|one| {
                let seats = |persons: &[PersonId]| {
                    let seats = persons
                        .iter()
                        .filter_map(|person| self.people().seats_of(Some(*person)).iter().next());
                    seats.collect::<SeatSet>()
                };
                let free_ms = self.free_from_ms(one.seat);
                SeatRequest {
                    id: one.id,
                    seat: one.seat,
                    name: one.name.clone(),
                    decide: seats(&self.deciding(one)),
                    yes: seats(&one.yes),
                    waits_ms: free_ms.map(|free_ms| free_ms.saturating_sub(now_ms)),
                }
            })
            .collect()
    }

    /// The removed people, for the host.
    pub(crate) fn removed(&self) -> Vec<RemovedPerson> {
        let removed = self.people().removed.iter();
        removed
            .map(|Removed { id, name, .. }| RemovedPerson {
                id: *id,
                name: name.clone(),
            })
            .collect()
    }

    /// The seats of people that nobody holds, or whose players are away.
    fn free_seats(&self) -> SeatSet {
        let people = self.people().seats(SeatAssignment::is_human);
        people.iter().filter(|seat| self.is_free(*seat)).collect()
    }

    fn is_free(&self, seat: Seat) -> bool {
        self.is_vacant(seat) || self.is_away(seat)
    }

    fn is_vacant(&self, seat: Seat) -> bool {
        self.people().open_seats().contains(seat)
    }

    fn stands(&self, asking: &Asking, now_ms: u64) -> bool {
        !asking.refused
            && !self.is_over()
            && now_ms < asking.at_ms + ASKED_MS
            && self.is_free(asking.seat)
    }

    fn is_due(&self, asking: &Asking, now_ms: u64) -> bool {
        self.is_granted(asking)
            && self
                .free_from_ms(asking.seat)
                .is_some_and(|from_ms| from_ms <= now_ms)
    }

    /// The time from which somebody else may hold a seat, in milliseconds since 1970; none while its player
    /// is connected.
    fn free_from_ms(&self, seat: Seat) -> Option<u64> {
        let grace_ms = self.patience().grace_ms;
        let since_ms = if self.is_vacant(seat) {
            self.people().places[seat.index()].vacant_ms?
        } else {
            self.presence.absent_since_ms(SeatSet::only(seat))?
        };
        Some(since_ms + grace_ms)
    }

    /// The seats whose players must be asked: all players except the one who holds the seat. Players who are
    /// away for a moment must be asked, too: otherwise a person could wait for such a moment.
    fn deciding(&self, asking: &Asking) -> Vec<PersonId> {
        let people = self.people();
        let holder = people.places[asking.seat.index()].person;
        let mut persons: Vec<PersonId> = people
            .people_seats()
            .iter()
            .filter(|seat| !self.fold.status.away.contains(*seat))
            .filter_map(|seat| people.places[seat.index()].person)
            .chain(
                people
                    .host
                    .filter(|host| people.seats_of(Some(*host)).is_empty()),
            )
            .filter(|person| Some(*person) != holder && *person != asking.person)
            .collect();
        persons.sort_unstable();
        persons.dedup();
        persons
    }

    /// Whether the host has agreed, and most of the others: the host alone could let in a friend, or a
    /// second browser.
    fn is_granted(&self, asking: &Asking) -> bool {
        let deciding = self.deciding(asking);
        let agrees = |person: &&PersonId| asking.yes.contains(person);
        let (hosts, others): (Vec<_>, Vec<_>) = deciding
            .iter()
            .partition(|person| Some(**person) == self.people().host);
        !asking.refused
            && !deciding.is_empty()
            && hosts.iter().all(agrees)
            && (others.is_empty()
                || 2 * others.iter().filter(|person| agrees(person)).count() > others.len())
    }
}

impl Draft<'_> {
    /// A person takes a seat that nobody has to agree to, and hosts the table if nobody else does.
    fn take_seat(&mut self, seat: Seat, person: PersonId, name: String) {
        self.seat(seat, person, name);
        self.people_mut().host.get_or_insert(person);
        self.note(Entry::Of(seat, SeatLine::Taken));
    }

    /// A person takes a seat again that they have given up.
    fn take_back(&mut self, seat: Seat, person: PersonId, name: String) {
        self.seat(seat, person, name);
        self.back(seat);
    }

    /// A person asks for a seat, and no longer for any other.
    fn ask_for_seat(&mut self, seat: Seat, person: PersonId, name: String) -> Result<(), Problem> {
        let (id, at_ms, network) = (self.coming_seq(), self.at_ms(), self.network);
        let people = self.people_mut();
        people.asking.retain(|one| at_ms < one.at_ms + ASKED_MS);
        match people.asking.iter().find(|one| one.person == person) {
            Some(one) if one.refused => return Err(ProblemKind::RequestRefused.into()),
            Some(one) if one.seat == seat => return Err(ProblemKind::AlreadyAsked.into()),
            _ => people.asking.retain(|one| one.person != person),
        }
        // Of each network the latest is heard: a crowd from one keeps nobody else out.
        if network.is_some() {
            people
                .asking
                .retain(|one| one.refused || one.network != network);
        }
        people.make_room_for_request(at_ms)?;
        people.asking.push(Asking {
            id,
            person,
            name,
            seat,
            at_ms,
            network,
            yes: Vec::new(),
            no: Vec::new(),
            refused: false,
        });
        self.note_arranged();
        Ok(())
    }

    /// Puts a person on a seat of a game that has begun. The caller adds the line for it.
    pub(crate) fn seat(&mut self, seat: Seat, person: PersonId, name: String) {
        let (seq, network) = (self.coming_seq(), self.network);
        let people = self.people_mut();
        people
            .asking
            .retain(|one| one.person != person && one.seat != seat);
        let place = &mut people.places[seat.index()];
        place.take(person, name, seq);
        place.network = network;
    }

    /// The player of a seat is back. Who had agreed to give the seat away had agreed for this absence alone.
    pub(crate) fn back(&mut self, seat: Seat) {
        if self.people().asking.iter().any(|one| one.seat == seat) {
            self.people_mut().asking.retain(|one| one.seat != seat);
        }
        self.note(Entry::Of(seat, SeatLine::Back));
    }

    /// Vacates a seat. The caller adds the line for it.
    pub(crate) fn vacate(&mut self, seat: Seat) {
        let (seq, at_ms) = (self.coming_seq(), self.at_ms());
        self.people_mut().places[seat.index()].vacate(seq, at_ms);
    }

    /// Gives a person the requested seat.
    pub(crate) fn hand_over(&mut self, asking: &Asking) {
        self.network = asking.network;
        self.seat(asking.seat, asking.person, asking.name.clone());
        self.note(Entry::Of(asking.seat, SeatLine::Taken));
    }

    /// Shuts a person out from now on.
    pub(crate) fn shut_out(&mut self, person: PersonId) {
        let id = self.coming_seq();
        let people = self.people_mut();
        let place = people
            .places
            .iter()
            .find(|place| place.person == Some(person));
        let name = place
            .and_then(|place| place.name.clone())
            .unwrap_or_default();
        people.asking.retain(|one| one.person != person);
        if people.removed.len() >= MOST_REMOVED {
            people.removed.remove(0);
        }
        people.removed.push(Removed { id, person, name });
    }

    /// Adds a line for a change of the people or options.
    pub(crate) fn note_arranged(&mut self) {
        self.note(Entry::Arranged {
            seats: SeatSet::EMPTY,
        });
    }
}

impl People {
    /// Forgets a request if there are as many as are remembered. Strangers who were not answered make room for
    /// others.
    fn make_room_for_request(&mut self, now_ms: u64) -> Result<(), Problem> {
        let open = self.asking.iter().filter(|one| !one.refused).count();
        if open >= MOST_REQUESTS {
            let unanswered = self.asking.iter().position(|one| {
                let answers = one.yes.len() + one.no.len();
                !one.refused && answers == 0 && now_ms >= one.at_ms + UNANSWERED_MS
            });
            let unanswered = unanswered.ok_or(ProblemKind::TooManySeatRequests)?;
            self.asking.remove(unanswered);
        }
        if self.asking.len() >= MOST_KNOWN {
            self.asking.remove(0);
        }
        Ok(())
    }
}
