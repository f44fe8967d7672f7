//! Commands about a table beside the game: taking and leaving seats, and those of the host.

use brickwood_fair::ClientSeed;
use brickwood_protocol::{
    CoachRule, Command, HostOrder, Problem, ProblemKind, SeatKind, SeatOrder, SetUpOrder,
    TableOptions, Vote,
};
use brickwood_rules::{Seat, SeatSet};

use crate::log::{Changes, Entry, Pauser, SeatLine};
use crate::seats::{FORGOTTEN, PAUSE_MS, Pause, PersonId};
use crate::table::{Draft, Refusal, Request, Table};

impl Table {
    /// Whether a request that is not in the game can be carried out, and is not done already.
    pub(crate) fn check_arranges(
        &self,
        person: PersonId,
        request: &Request,
        now_ms: u64,
    ) -> Result<(), Refusal> {
        let leaves = Request::Command(Command::Leave {});
        let is_of_site = matches!(request, Request::Close | Request::TakeName { .. });
        if self.is_over() && !is_of_site && ![leaves, Request::Forget].contains(request) {
            return Err(ProblemKind::Over.into());
        }
        self.check_room_for_arranging(person, request)?;
        match request {
            Request::Command(command) if self.is_repeated(person, command, now_ms) => {
                Err(Refusal::AlreadyDone { seq: self.head() })
            }
            _ => Ok(()),
        }
    }

    /// Whether the person is the host.
    fn check_host(&self, person: PersonId) -> Result<(), Problem> {
        if self.people().host == Some(person) {
            return Ok(());
        }
        Err(ProblemKind::NotHost.into())
    }

    pub(crate) fn get_ready(
        &self,
        draft: &mut Draft<'_>,
        seat: Seat,
        seed: ClientSeed,
    ) -> Result<(), Problem> {
        if self.started() {
            return Err(ProblemKind::Begun.into());
        }
        draft.note(Entry::Ready(seat, seed));
        Ok(())
    }

    /// Whether a command says once more what is so already: it costs no line.
    fn is_repeated(&self, person: PersonId, command: &Command, now_ms: u64) -> bool {
        let own = self.people().seats_of(Some(person));
        match command {
            Command::Ready { .. } => {
                !self.started() && own.iter().any(|seat| self.fold.status.is_ready(seat))
            }
            Command::Remedy { seat, remedy } => {
                let votes = self.votes(now_ms);
                let by = |vote: &Vote| own.iter().any(|seat| vote.by.contains(seat));
                votes
                    .iter()
                    .any(|vote| (vote.seat, vote.remedy) == (*seat, *remedy) && by(vote))
            }
            Command::EndGame { yes: true } => self
                .end_vote(now_ms)
                .is_some_and(|vote| own.iter().any(|seat| vote.by.contains(seat))),
            _ => false,
        }
    }

    /// Whether the host's pause has lasted so long that any player may go on.
    pub(crate) fn may_go_on(&self, now_ms: u64) -> bool {
        let status = &self.fold.status;
        status.paused == Some(Pause::Wanted) && now_ms >= status.paused_ms + PAUSE_MS
    }

    pub(crate) fn sit(
        &self,
        draft: &mut Draft<'_>,
        person: PersonId,
        name: String,
        seat: Option<Seat>,
    ) -> Result<(), Problem> {
        let people = self.people();
        if people.is_removed(person) {
            return Err(ProblemKind::Removed.into());
        }
        if !people.seats_of(Some(person)).is_empty() {
            return Err(ProblemKind::AlreadySeated.into());
        }
        if self.started() {
            return self.sit_in_game(draft, person, name, seat);
        }
        let open = people.open_seats();
        let seat = match seat {
            Some(seat) if open.contains(seat) => seat,
            Some(_) => return Err(ProblemKind::SeatTaken.into()),
            None => open.iter().next().ok_or(ProblemKind::NoOpenSeat)?,
        };
        let network = draft.network;
        let people = draft.people_mut();
        let place = &mut people.places[seat.index()];
        place.person = Some(person);
        place.name = Some(name);
        place.network = network;
        people.host.get_or_insert(person);
        let seats = SeatSet::only(seat);
        draft.note(Entry::Arranged { seats });
        Ok(())
    }

    pub(crate) fn leave(&self, draft: &mut Draft<'_>, person: PersonId) -> Result<(), Problem> {
        let seats = self.people().seats_of(Some(person));
        let asks = self.people().asking.iter().any(|one| one.person == person);
        if seats.is_empty() && self.people().host != Some(person) {
            if !asks {
                return Err(ProblemKind::NotSeated.into());
            }
            // It stays known for a while, so that nobody asks again and again.
            for one in &mut draft.people_mut().asking {
                one.refused |= one.person == person;
            }
            draft.note_arranged();
            return Ok(());
        }
        let heir = self.pass_on_hosting(draft, person);
        if self.started() && !self.is_over() {
            for seat in seats.iter() {
                draft.vacate(seat);
                draft.note(Entry::Of(seat, SeatLine::Left));
            }
            if seats.is_empty() {
                draft.note_arranged();
            }
        } else {
            for seat in seats.iter() {
                if self.is_over() {
                    // The record of the game keeps the player's name, and the game its player.
                    let place = &mut draft.people_mut().places[seat.index()];
                    place.person = None;
                    place.claims.push(person);
                } else {
                    draft.people_mut().empty(seat);
                }
            }
            draft.note(Entry::Arranged { seats });
        }
        if let Some(seat) = heir {
            draft.note(Entry::Of(seat, SeatLine::Hosts));
        }
        Ok(())
    }

    /// Forgets a person as if they had left, and their names with them.
    pub(crate) fn forget_person(
        &self,
        draft: &mut Draft<'_>,
        person: PersonId,
    ) -> Result<(), Problem> {
        let people = self.people();
        if !people.mention(person) {
            return Err(ProblemKind::NothingChanged.into());
        }
        let (held, seats) = (people.seats_held_by(person), people.seats_of(Some(person)));
        if !seats.is_empty() || people.host == Some(person) {
            self.leave(draft, person)?;
        } else {
            draft.note_arranged();
        }
        let is_over = self.is_over();
        let people = draft.people_mut();
        if is_over {
            for seat in seats.iter() {
                people.places[seat.index()].name = Some(FORGOTTEN.to_owned());
            }
        }
        people.forget(person, held);
        Ok(())
    }

    pub(crate) fn take_more_time(
        &self,
        draft: &mut Draft<'_>,
        person: PersonId,
    ) -> Result<(), Problem> {
        let time = &self.fold.thinking_time;
        let mut own = self.people().seats_of(Some(person)).iter();
        let seat = own.find(|seat| time.runs_for(*seat));
        let seat = seat.ok_or(ProblemKind::NoClock)?;
        if time.extensions(seat) >= self.people().options.extensions {
            return Err(ProblemKind::NoMoreTime.into());
        }
        draft.note(Entry::Of(seat, SeatLine::MoreTime));
        Ok(())
    }

    pub(crate) fn play_again(
        &self,
        draft: &mut Draft<'_>,
        person: PersonId,
    ) -> Result<(), Problem> {
        let own = self.people().seats_of(Some(person));
        let stood_in: Vec<Seat> = own.iter().filter(|seat| self.is_stood_in(*seat)).collect();
        if stood_in.is_empty() {
            return Err(ProblemKind::NotReplaced.into());
        }
        for seat in stood_in {
            draft.back(seat);
        }
        Ok(())
    }

    /// Carries out an order of the host.
    pub(crate) fn obey(
        &self,
        draft: &mut Draft<'_>,
        person: PersonId,
        order: &HostOrder,
    ) -> Result<(), Problem> {
        let own = self.people().seats_of(Some(person)).iter().next();
        // A pause has a length: then any player may go on.
        if matches!(order, HostOrder::Unpause {}) && own.is_some() && self.may_go_on(draft.at_ms())
        {
            draft.note(Entry::Unpaused(own));
            return Ok(());
        }
        self.check_host(person)?;
        match *order {
            HostOrder::Start {} => {
                if self.started() {
                    return Err(ProblemKind::Begun.into());
                }
                let bots = self.people().options.bots_after;
                if bots.is_none() && !self.people().open_seats().is_empty() {
                    return Err(ProblemKind::OpenSeats.into());
                }
                if self.waits_for_consent() {
                    return Err(ProblemKind::ChangesPending.into());
                }
                draft.fill_in(bots);
                self.check_all_ready()?;
                draft.start()
            }
            HostOrder::Seat { seat, ref to } => self.keep_seat(draft, seat, to),
            HostOrder::Remove { seat } => self.remove(draft, seat),
            HostOrder::LetBack { id } => self.let_back(draft, id),
            HostOrder::HandOver { to } => {
                let person = self.place(to)?.person;
                draft.people_mut().host = Some(person.ok_or(ProblemKind::NobodyThere)?);
                draft.note(Entry::Of(to, SeatLine::Hosts));
                Ok(())
            }
            HostOrder::Options { options } => {
                self.check_options(&options)?;
                self.check_is_not_agreed_to(&options)?;
                let what = Changes::of_options(&self.people().options, &options).check()?;
                draft.people_mut().options = options;
                draft.check_rated()?;
                draft.note(Entry::Changed { what });
                Ok(())
            }
            HostOrder::Pause {} => {
                if !self.fold.status.plays() {
                    return Err(ProblemKind::NotPlaying.into());
                }
                let went_on_ms = self.fold.status.went_on_ms;
                if went_on_ms.is_some_and(|at_ms| draft.at_ms() < at_ms + PAUSE_MS) {
                    let seconds = (PAUSE_MS / 1000) as u32;
                    return Err(ProblemKind::TooSoon { seconds }.into());
                }
                draft.note(Entry::Paused(Pauser::Host(own)));
                Ok(())
            }
            HostOrder::Unpause {} => match self.fold.status.paused {
                None => Err(ProblemKind::NotPaused.into()),
                Some(Pause::ForAbsent) => Err(ProblemKind::WaitsForAbsent.into()),
                Some(Pause::Wanted) => {
                    draft.note(Entry::Unpaused(own));
                    Ok(())
                }
            },
            HostOrder::StandIn { seat } => {
                self.place(seat)?.person.ok_or(ProblemKind::NobodyThere)?;
                let since_ms = self.presence.absent_since_ms(SeatSet::only(seat));
                let grace_ms = self.patience().grace_ms;
                let is_gone = since_ms.is_some_and(|since_ms| since_ms + grace_ms <= draft.at_ms());
                if self.started() && since_ms.is_some() && !is_gone && !self.is_away(seat) {
                    return Err(ProblemKind::JustLeft.into());
                }
                if !self.started() || !is_gone || self.is_away(seat) {
                    return Err(ProblemKind::NotAbsent.into());
                }
                draft.note(Entry::Of(seat, SeatLine::Away));
                Ok(())
            }
        }
    }

    /// Changes the set-up of the table.
    pub(crate) fn set_up(
        &self,
        draft: &mut Draft<'_>,
        person: PersonId,
        order: &SetUpOrder,
    ) -> Result<(), Problem> {
        self.check_host(person)?;
        if self.started() {
            return Err(ProblemKind::Begun.into());
        }
        order.options.check()?;
        self.check_is_not_agreed_to(&order.options)?;
        let setup = self.setup().changed(order)?;
        let what = Changes::of_setup(self.setup(), &setup)
            .and(Changes::of_options(&self.people().options, &order.options))
            .check()?;
        let people = draft.people_mut();
        people.options = order.options;
        let seats = people
            .resize(setup.colors.len())
            .ok_or(ProblemKind::TooFewSeats)?;
        if !seats.is_empty() {
            draft.note(Entry::Arranged { seats });
        }
        draft.batch.seats = setup.colors.len() as u8;
        draft.batch.setup = Some(setup);
        draft.check_rated()?;
        draft.note(Entry::Changed { what });
        Ok(())
    }

    /// Whether a connected player, other than the host, has yet to agree to a change of the host. Where the
    /// coach helps everybody, or the game is rated, those who are away have to agree, too.
    fn waits_for_consent(&self) -> bool {
        let people = self.people();
        let hosts = people.seats_of(people.host);
        let everybody = people.options.coach == CoachRule::Everybody || people.options.rated;
        let mut asked = self.fold.status.asked.iter();
        asked.any(|seat| (everybody || self.is_present(seat)) && !hosts.contains(seat))
    }

    fn keep_seat(&self, draft: &mut Draft<'_>, seat: Seat, to: &SeatOrder) -> Result<(), Problem> {
        if self.started() {
            return Err(ProblemKind::Begun.into());
        }
        let place = self.place(seat)?;
        let host = self.people().host;
        let mut seats = SeatSet::only(seat);
        // Whoever has a device of their own goes with those who play at it, and stays out.
        let owner = place.person.filter(|_| place.kind == SeatKind::Human);
        if let Some(person) = owner.filter(|person| Some(*person) != host) {
            draft.shut_out(person);
            for own in self.people().seats_of(Some(person)).iter() {
                draft.people_mut().empty(own);
                seats = seats.with(own);
            }
        }
        let people = draft.people_mut();
        people.empty(seat);
        match *to {
            SeatOrder::Open {} => {}
            SeatOrder::Locked {} if !self.setup().opening.is_empty() => {
                return Err(ProblemKind::FixedOpening.into());
            }
            SeatOrder::Locked {} => people.places[seat.index()].kind = SeatKind::Locked,
            SeatOrder::Bot { level } => people.seat_bot(seat, level),
            SeatOrder::Local { ref name } => {
                let place = &mut people.places[seat.index()];
                place.kind = SeatKind::Local;
                place.name = Some(name.clone());
                place.person = host;
            }
        }
        draft.check_rated()?;
        draft.note(Entry::Arranged { seats });
        Ok(())
    }

    fn check_options(&self, options: &TableOptions) -> Result<(), Problem> {
        options.check()?;
        if !self.started() {
            return Ok(());
        }
        let now = self.people().options;
        // What would change a player's lot in the middle of a game stays as everybody had agreed to it.
        let fixed = |options: &TableOptions| {
            let TableOptions {
                clock,
                start,
                coach,
                bots_after,
                takeover_rounds,
                rated,
                ..
            } = *options;
            (clock, start, coach, bots_after, takeover_rounds, rated)
        };
        let plays_alone = self.people().persons().len() <= 1;
        let is_worse = options.is_less_patient_than(&now)
            || (!plays_alone
                && (options.is_less_private_or_free_than(&now)
                    || options.bot_offers != now.bot_offers));
        if is_worse || fixed(options) != fixed(&now) {
            return Err(ProblemKind::Begun.into());
        }
        Ok(())
    }

    pub(crate) fn place(&self, seat: Seat) -> Result<&crate::seats::SeatAssignment, Problem> {
        let place = self.people().places.get(seat.index());
        place.ok_or_else(|| ProblemKind::NoSuchSeat.into())
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.state().phase().is_over()
    }
}
