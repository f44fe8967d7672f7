//! Remedies for a player who is connected but does not act: the host applies them at once; the others vote. And
//! the vote to remove a player from a game, in which the host has one vote like the others.

use brickwood_protocol::{ClockRule, OpenRemedy, Problem, ProblemKind, Remedy, Vote};
use brickwood_rules::{Seat, SeatSet};

use crate::log::{Entry, SeatLine};
use crate::seats::{ASKED_MS, NetworkMark, PersonId, VOTE_MS};
use crate::table::{Draft, Table};
use crate::view::Viewer;

/// The thinking time before a player is reminded, and before each further reminder.
const REMIND_MS: u64 = 20_000;

/// The least number of people who remove another.
const LEAST_TO_REMOVE: u8 = 2;

/// The thinking time before any other remedy.
const IDLE_MS: u64 = 60_000;

impl Table {
    /// A person asks for a remedy for a player who does not act.
    pub(crate) fn remedy(
        &self,
        draft: &mut Draft<'_>,
        person: PersonId,
        seat: Seat,
        remedy: Remedy,
    ) -> Result<(), Problem> {
        if remedy == Remedy::Remove {
            return self.vote_to_remove(draft, person, seat);
        }
        let own = self.people().seats_of(Some(person));
        let is_host = self.people().host == Some(person);
        if own.is_empty() && !is_host {
            return Err(ProblemKind::NotSeated.into());
        }
        if self.remedy_in_ms(seat, own, remedy, draft.at_ms())? > 0 {
            return Err(too_soon(remedy));
        }
        let by = own
            .iter()
            .next()
            .filter(|_| !is_host && remedy != Remedy::Remind);
        if let Some(by) = by {
            let votes = self.votes_for(seat, remedy, draft.at_ms()).with(by);
            draft.note(Entry::Of(by, SeatLine::Votes(remedy, seat)));
            if self.count(votes, seat) < self.needed(seat, remedy) {
                return Ok(());
            }
        }
        draft.note(Entry::Of(seat, SeatLine::of(remedy)));
        Ok(())
    }

    /// A person wants a player to go. Most of the others have to agree, and never one person alone, nor several from one
    /// network.
    fn vote_to_remove(
        &self,
        draft: &mut Draft<'_>,
        person: PersonId,
        seat: Seat,
    ) -> Result<(), Problem> {
        if !self.started() {
            return Err(ProblemKind::NotStarted.into());
        }
        let own = self.people().seats_of(Some(person));
        let by = own.iter().next().ok_or(ProblemKind::NotSeated)?;
        let about = self.place(seat)?.person.ok_or(ProblemKind::NobodyThere)?;
        if about == person {
            return Err(ProblemKind::OwnSeat.into());
        }
        if !self.is_asked_to_remove(by, seat) {
            return Err(ProblemKind::NotDeciding.into());
        }
        if self.voices(self.asked_to_remove(seat), seat) < LEAST_TO_REMOVE {
            return Err(ProblemKind::NobodyToAsk.into());
        }
        let now_ms = draft.at_ms();
        // Else two seats of one person could take a rated game from a third player. Who is there and does not act has a
        // clock, or is skipped or replaced.
        let is_gone = !self.is_present(seat) && self.is_gone(seat, now_ms);
        if self.people().options.rated && !is_gone {
            return Err(ProblemKind::RatedPlayer.into());
        }
        let votes = self.votes_for(seat, Remedy::Remove, now_ms);
        let asked_ms = self.fold.status.asked_to_remove_ms[by];
        if votes.is_empty() && asked_ms > 0 && now_ms < asked_ms + ASKED_MS {
            return Err(ProblemKind::RequestRefused.into());
        }
        draft.note(Entry::Of(by, SeatLine::Votes(Remedy::Remove, seat)));
        if self.voices(votes.with(by), seat) >= self.needed(seat, Remedy::Remove) {
            self.remove_from_game(draft, about);
        }
        Ok(())
    }

    /// In how many milliseconds whoever has the seats `own` can ask for a remedy, if nothing changes; or why not
    /// at all.
    fn remedy_in_ms(
        &self,
        seat: Seat,
        own: SeatSet,
        remedy: Remedy,
        now_ms: u64,
    ) -> Result<u64, Problem> {
        if seat.index() >= self.people().places.len() || own.contains(seat) {
            return Err(ProblemKind::OwnSeat.into());
        }
        let Some(waited_ms) = self.waited_ms(seat, now_ms) else {
            return Err(ProblemKind::NotWaitedFor.into());
        };
        if !self.is_present(seat) {
            return Err(ProblemKind::Absent.into());
        }
        if remedy == Remedy::Remind {
            let reminded_ms = self.fold.status.reminded_ms[seat];
            let again_ms = (reminded_ms + REMIND_MS).saturating_sub(now_ms);
            return Ok(REMIND_MS.saturating_sub(waited_ms).max(again_ms));
        }
        if self.people().options.clock != ClockRule::Off {
            return Err(ProblemKind::HasClock.into());
        }
        if remedy == Remedy::Clock && self.fold.thinking_time.is_hurried(seat) {
            return Err(ProblemKind::HasClock.into());
        }
        Ok(IDLE_MS.saturating_sub(waited_ms))
    }

    /// What a viewer can have done about players who do not act.
    pub(crate) fn remedies(&self, viewer: Viewer, now_ms: u64) -> Vec<OpenRemedy> {
        let places = &self.people().places;
        let person = viewer.seat.and_then(|seat| places[seat.index()].person);
        let own = self.people().seats_of(person);
        if own.is_empty() && !viewer.host {
            return Vec::new();
        }
        Seat::all(places.len() as u8)
            .flat_map(|seat| Remedy::FOR_IDLE.map(|remedy| (seat, remedy)))
            .filter_map(|(seat, remedy)| {
                let in_ms = self.remedy_in_ms(seat, own, remedy, now_ms).ok()?;
                Some(OpenRemedy {
                    seat,
                    remedy,
                    in_ms,
                })
            })
            .collect()
    }

    /// How long the table has waited for a player, in milliseconds; none if it does not wait.
    pub(crate) fn waited_ms(&self, seat: Seat, now_ms: u64) -> Option<u64> {
        let waits = self.plays() && !self.is_suspended();
        let time_ms = self.time_ms(now_ms);
        waits
            .then(|| self.fold.thinking_time.waited_ms(seat, time_ms))
            .flatten()
    }

    /// The open votes.
    pub(crate) fn votes(&self, now_ms: u64) -> Vec<Vote> {
        let votes = self.fold.status.votes.iter();
        votes
            .filter(|vote| now_ms < vote.at_ms + VOTE_MS)
            .map(|vote| Vote {
                seat: vote.about,
                remedy: vote.remedy,
                by: vote.by,
                needed: self.needed(vote.about, vote.remedy),
                left_ms: vote.at_ms + VOTE_MS - now_ms,
            })
            .collect()
    }

    fn votes_for(&self, seat: Seat, remedy: Remedy, now_ms: u64) -> SeatSet {
        let mut votes = self.votes(now_ms).into_iter();
        let vote = votes.find(|vote| (vote.seat, vote.remedy) == (seat, remedy));
        vote.map_or(SeatSet::EMPTY, |vote| vote.by)
    }

    /// More than half of the people who are asked, without the player concerned.
    fn needed(&self, seat: Seat, remedy: Remedy) -> u8 {
        if remedy == Remedy::Remove {
            let most = self.voices(self.asked_to_remove(seat), seat) / 2 + 1;
            return most.max(LEAST_TO_REMOVE);
        }
        let here = self.people().people_seats().iter();
        let here: SeatSet = here.filter(|one| self.is_present(*one)).collect();
        self.count(here, seat) / 2 + 1
    }

    /// The seats of people for whom no bot plays and who have a vote on the removal of a player. Those who are away for a
    /// moment are asked, too.
    fn asked_to_remove(&self, about: Seat) -> SeatSet {
        let people = self.people().people_seats().iter();
        people
            .filter(|seat| !self.is_away(*seat) && self.is_asked_to_remove(*seat, about))
            .collect()
    }

    /// Whether the player of a seat has a vote on the removal of another. Whoever has taken a bot's seat has none as long
    /// as others may, and never about who has opened the table: strangers do not take it over.
    fn is_asked_to_remove(&self, by: Seat, about: Seat) -> bool {
        let people = self.people();
        let has_come_later = people.places[by.index()].bot_until.is_some();
        let is_early = self.state().turn() <= people.takeover_until();
        let is_founder =
            people.founder.is_some() && people.places[about.index()].person == people.founder;
        !has_come_later || !(is_early || is_founder)
    }

    /// The number of networks from which the people on these seats have come, without the player of `seat`. Somebody of
    /// whom it is not known counts as one.
    fn voices(&self, seats: SeatSet, but: Seat) -> u8 {
        let places = &self.people().places;
        let mut voices: Vec<(Option<NetworkMark>, Option<PersonId>)> = seats
            .iter()
            .map(|seat| &places[seat.index()])
            .filter(|place| place.person != places[but.index()].person)
            .map(|place| match place.network {
                Some(network) => (Some(network), None),
                None => (None, place.person),
            })
            .collect();
        voices.sort_unstable();
        voices.dedup();
        voices.len() as u8
    }

    /// The number of people on these seats, without the player of `seat`. Some people act for several
    /// seats.
    fn count(&self, seats: SeatSet, but: Seat) -> u8 {
        let places = &self.people().places;
        let mut persons: Vec<PersonId> = seats
            .iter()
            .filter_map(|seat| places[seat.index()].person)
            .filter(|person| places[but.index()].person != Some(*person))
            .collect();
        persons.sort_unstable();
        persons.dedup();
        persons.len() as u8
    }
}

/// Before a player has had long enough to think.
fn too_soon(remedy: Remedy) -> Problem {
    let after_ms = if remedy == Remedy::Remind {
        REMIND_MS
    } else {
        IDLE_MS
    };
    let seconds = (after_ms / 1000) as u32;
    ProblemKind::TooSoon { seconds }.into()
}
