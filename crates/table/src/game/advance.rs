//! Everything that happens without a request: the beginning of a game, chance outcomes, and the consequences
//! of clocks and absences.

use brickwood_protocol::StartRule;
use brickwood_rules::{Phase, Seat, Step};

use crate::game::completion;
use crate::log::{Entry, Pauser, SeatLine};
use crate::seats::{Consequence, Patience};
use crate::table::{Batch, Draft, Table};

/// The most decisions that are made at once for a player whose time is up. A turn without a player's choices
/// has fewer; if it had more, the rest would follow at once.
const MOST_COMPLETIONS: u32 = 32;

impl Table {
    /// The lines that are due without a request: the game begins once all seats are taken and everybody is
    /// ready, or it is time to begin with bots, chance decides before anybody can act, a player's time is up (WIN-05 among others), an absence
    /// has consequences, an absent host is replaced, and a suspended table continues. None once all of it is
    /// committed.
    pub fn advance(&self, now_ms: u64) -> Option<Batch> {
        let mut draft = Draft::of(self, now_ms);
        if self.is_over() {
            return None;
        }
        if self.started() && !self.is_looked_at() {
            if self.must_rest() {
                draft.note(Entry::NobodyHere);
            }
            return draft.finish();
        }
        if let Some((seat, _)) = self.next_host().filter(|(_, from_ms)| now_ms >= *from_ms) {
            draft.people_mut().host = self.people().places[seat.index()].person;
            draft.note(Entry::Of(seat, SeatLine::Hosts));
            return draft.finish();
        }
        if !self.started() {
            let is_time = self
                .begins_with_bots_ms()
                .is_some_and(|from_ms| now_ms >= from_ms);
            if is_time || self.may_begin(now_ms) {
                draft.fill_in(self.people().options.bots_after);
                // A set-up that cannot be played waits for the host.
                draft.start().ok()?;
                draft.let_chance_decide();
            }
            return draft.finish();
        }
        if let Some(asking) = self.due_request(now_ms) {
            draft.hand_over(asking);
            return draft.finish();
        }
        if self.must_resume() {
            draft.note(self.resumption());
        }
        let called_for = self.presence.consequence(
            self.patience(),
            &self.fold.status,
            self.people().people_seats(),
            now_ms,
        );
        match called_for {
            Some(Consequence::Away(seats)) => seats
                .iter()
                .for_each(|s| draft.note(Entry::Of(s, SeatLine::Away))),
            Some(Consequence::Back(seats)) => seats.iter().for_each(|seat| draft.back(seat)),
            Some(Consequence::Pause) => draft.note(Entry::Paused(Pauser::Absence)),
            Some(Consequence::Unpause) => draft.note(Entry::Unpaused(None)),
            None => {}
        }
        if draft.batch.fold.status.plays() {
            let time_ms = self.time_ms(now_ms);
            if self.fold.clock.has_run_out(time_ms) {
                draft.note(Entry::Step(Step::TimeUp));
            }
            draft.let_chance_decide();
            for seat in self.fold.thinking_time.run_out(time_ms).iter() {
                self.complete(&mut draft, seat);
            }
        }
        draft.finish()
    }

    /// Whether the game begins by itself: all seats are taken, everybody is ready, and the host has not gone.
    fn may_begin(&self, now_ms: u64) -> bool {
        let people = self.people().people_seats();
        self.people().options.start == StartRule::WhenFull
            && self.people().open_seats().is_empty()
            && !self.misses_host(now_ms)
            && people
                .iter()
                .all(|seat| self.people().is_ready(seat, &self.fold.status))
    }

    /// Acts for a seat whose player's time is up.
    fn complete(&self, draft: &mut Draft<'_>, seat: Seat) {
        if draft.batch.fold.status.is_stood_in(seat) || !draft.batch.fold.state.may_act(seat) {
            return;
        }
        draft.note(Entry::Of(seat, SeatLine::TimedOut));
        let turn = draft.batch.fold.state.turn();
        for _ in 0..MOST_COMPLETIONS {
            let state = &draft.batch.fold.state;
            let is_theirs = state.may_act(seat)
                && state.turn() == turn
                && !matches!(state.phase(), Phase::Trade { .. } if state.active() != seat);
            let kept = self.draft_of(seat);
            let Some(action) = is_theirs
                .then(|| completion(draft.game(), state, seat, kept))
                .flatten()
            else {
                return;
            };
            draft
                .act(seat, action)
                .expect("a completion is one of the legal actions");
            draft.let_chance_decide();
        }
    }

    /// When to [advance](Table::advance) the table if nothing happens until then, in milliseconds
    /// since 1970; none while nothing is due.
    pub fn deadline_ms(&self) -> Option<u64> {
        if self.is_over() || !self.is_looked_at() {
            return None;
        }
        let next_host_ms = self.next_host().map(|(_, from_ms)| from_ms);
        if !self.started() {
            return next_host_ms
                .into_iter()
                .chain(self.begins_with_bots_ms())
                .min();
        }
        if self.must_resume() {
            return Some(self.last_ms());
        }
        let absence = self.presence.deadline_ms(
            self.patience(),
            &self.fold.status,
            self.people().people_seats(),
        );
        let clocks = [
            self.fold.clock.deadline_ms(),
            self.fold.thinking_time.deadline_ms(),
        ];
        let others = absence
            .into_iter()
            .chain(next_host_ms)
            .chain(self.request_due_ms());
        clocks.into_iter().flatten().chain(others).min()
    }

    pub(crate) fn patience(&self) -> Patience {
        let options = self.people().options;
        Patience {
            rule: options.absence,
            grace_ms: 1000 * u64::from(options.grace_s),
        }
    }
}
