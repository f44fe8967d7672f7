//! Tables that do not wait for everybody: they begin with bots after a time, and in the first rounds whoever comes may
//! take the seat of one. Both are options that everybody knows who sits down there, so nobody is asked.

use brickwood_protocol::{BotsAfter, Problem, ProblemKind, TableOptions};
use brickwood_rules::{Seat, SeatSet};

use crate::log::Entry;
use crate::seats::{People, PersonId};
use crate::table::{Draft, Table};

/// How long somebody may be away before a game begins without them.
const MISSING_MS: u64 = 20_000;

impl People {
    /// The last turn of a game in which whoever comes may take the seat of a bot; 0 where nobody may.
    pub fn takeover_until(&self) -> u16 {
        let players = self.places.len() as u16;
        u16::from(self.options.takeover_rounds) * players
    }
}

impl Table {
    /// When the game begins with bots on its open seats if it has not begun by then, in milliseconds since 1970. None
    /// while its host is not here to play it, and where it could not be played.
    pub(crate) fn begins_with_bots_ms(&self) -> Option<u64> {
        let BotsAfter { seconds, .. } = self.people().options.bots_after?;
        let locked = self.people().locked_seats();
        let is_playable = locked.is_empty() || self.setup().without(locked).is_ok();
        let since_ms = self.setup().created_ms.max(self.fold.status.changed_ms);
        (!self.started() && self.is_host_here() && is_playable)
            .then(|| since_ms + 1000 * u64::from(seconds))
    }

    /// Whether the host is connected; for a host without a seat, whether somebody else is.
    fn is_host_here(&self) -> bool {
        let people = self.people();
        let hosts = people.seats_of(people.host);
        let asked = if hosts.is_empty() {
            people.people_seats()
        } else {
            hosts
        };
        asked.iter().any(|seat| self.is_present(seat))
    }

    /// Whether the host has been away for so long that a game does not begin by itself.
    pub(crate) fn misses_host(&self, now_ms: u64) -> bool {
        let missing = self.missing_at_the_start(now_ms);
        let mut hosts = self.people().seats_of(self.people().host).iter();
        hosts.any(|seat| missing.contains(seat))
    }

    /// The seats of people who have been away for so long that a game does not begin with them.
    fn missing_at_the_start(&self, now_ms: u64) -> SeatSet {
        let people = self.people().people_seats();
        let is_missing = |seat: &Seat| {
            let since_ms = self.presence.absent_since_ms(SeatSet::only(*seat));
            // Nobody has looked at the table yet since time 0.
            since_ms.is_some_and(|since_ms| since_ms > 0 && since_ms + MISSING_MS <= now_ms)
        };
        people.iter().filter(is_missing).collect()
    }

    /// The seats of bots that whoever comes may take now.
    pub(crate) fn seats_to_take(&self) -> SeatSet {
        let is_open = self.started()
            && !self.is_over()
            && self.people().options.takeover_rounds > 0
            && self.state().turn() <= self.people().takeover_until();
        if is_open {
            self.people().bot_seats()
        } else {
            SeatSet::EMPTY
        }
    }

    /// The seats of bots that a person may take now. Whoever has held a seat in the game knows its cards, and has no
    /// other one.
    pub(crate) fn seats_to_take_for(&self, person: PersonId) -> SeatSet {
        let mut places = self.people().places.iter();
        if places.any(|place| place.claims.contains(&person)) {
            return SeatSet::EMPTY;
        }
        self.seats_to_take()
    }

    /// Whoever sits down at a table that begins by itself agrees to the game as it is. So the host changes it only
    /// while nobody else sits there.
    ///
    /// # Errors
    ///
    /// `agreed_to`, if somebody does.
    pub(crate) fn check_is_not_agreed_to(&self, new: &TableOptions) -> Result<(), Problem> {
        let people = self.people();
        let begins_by_itself = people.options.bots_after.is_some() || new.bots_after.is_some();
        let is_another = |seat: Seat| people.places[seat.index()].person != people.host;
        let mut sitting = people.people_seats().iter();
        if !self.started() && begins_by_itself && sitting.any(is_another) {
            return Err(ProblemKind::AgreedTo.into());
        }
        Ok(())
    }
}

impl Draft<'_> {
    /// Seats bots where a seat is open, if the table begins with bots.
    pub(crate) fn fill_in(&mut self, bots: Option<BotsAfter>) {
        if bots.is_some() {
            let missing = self.table().missing_at_the_start(self.at_ms());
            for seat in missing.iter() {
                self.people_mut().empty(seat);
            }
        }
        let open = self.people().open_seats();
        let Some(BotsAfter { level, .. }) = bots.filter(|_| !open.is_empty()) else {
            return;
        };
        for seat in open.iter() {
            self.people_mut().seat_bot(seat, level);
        }
        self.note(Entry::Arranged { seats: open });
    }
}
