//! The live table. It decides; whoever drives it stores, sends and keeps the time.
//!
//! The way of a message: [`Table::propose`] turns it into a [`Batch`] of log lines without changing
//! anything, the driver stores the batch, [`Table::commit`] makes it true, and [`Table::update`]
//! says what each viewer learns.

use std::collections::{BTreeMap, HashMap};

use brickwood_fair::Nonce;
use brickwood_rules::{
    Action, Answer, Cards, Game, Phase, Seat, SeatSet, State, Step, Terms, ToAct, View,
};

use crate::absence::{Consequence, Presence};
use crate::chance::Chance;
use crate::clock::Clock;
use crate::completion::completion;
use crate::draft::{Batch, Draft};
use crate::entry::Entry;
use crate::people::People;
use crate::protocol::{self, BotLevel, Problem, SeatKind, StartRule, Suggestion, TableOptions};
use crate::record::{Fold, Record, RestoreError};
use crate::setup::Setup;
use crate::thinking_time::ThinkingTime;

/// The most domestic offers of a seat in one turn.
const MOST_OFFERS: u8 = 10;

/// How far the fold from which updates are told may lie behind.
const CHECKPOINT_DISTANCE: usize = 64;

/// The bot that plays for a person who is away.
const STAND_IN: BotLevel = BotLevel::Hard;

/// Names for bots, by seat.
pub(crate) const BOT_NAMES: [&str; 6] = ["Ada", "Bruno", "Cleo", "Dario", "Edda", "Finn"];

/// What a seat asks of its table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Request {
    /// Act, with the client's own chance for the draw that may follow.
    Act(Action, Option<Nonce>),
    /// Take the last step back.
    Undo,
    /// Close the trade that another seat suggests.
    TakeSuggestion {
        /// Whose suggestion.
        from: Seat,
    },
}

/// Why a request leads to no new log line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It is not to be had.
    Problem(Problem),
    /// It was done before: this is the first log line that came of it.
    AlreadyDone {
        /// The line's sequence number.
        seq: u32,
    },
}

impl<P: Into<Problem>> From<P> for Refusal {
    fn from(problem: P) -> Self {
        Self::Problem(problem.into())
    }
}

/// One line of the log, folded in.
#[derive(Clone, Copy, Debug)]
struct Line {
    entry: Entry,
    at_ms: u64,
    nonce: Option<Nonce>,
}

/// A live table.
#[derive(Clone, Debug)]
pub struct Table {
    setup: Setup,
    people: People,
    pub(crate) fold: Fold,
    lines: Vec<Line>,
    /// The fold of the first `.0` lines.
    checkpoint: (usize, Fold),
    keys: HashMap<(Seat, u64), u32>,
    clock: Clock,
    thinking_time: ThinkingTime,
    pub(crate) presence: Presence,
    /// What has been offered in this turn.
    offered: Vec<(Terms, SeatSet)>,
    /// What each seat has chosen to discard so far.
    drafts: [Cards; 6],
    pub(crate) suggestions: Vec<Suggestion>,
}

impl Table {
    /// A table at which nothing has happened.
    pub fn new(setup: Setup, people: People) -> Self {
        let fold = Fold::new(&setup.game);
        Self {
            lines: Vec::new(),
            checkpoint: (0, fold.clone()),
            fold,
            keys: HashMap::new(),
            clock: Clock::new(&setup.game, setup.created_ms),
            thinking_time: ThinkingTime::new(people.options.clock, setup.created_ms),
            presence: Presence::default(),
            offered: Vec::new(),
            drafts: [Cards::default(); 6],
            suggestions: Vec::new(),
            setup,
            people,
        }
    }

    /// A table as its log has it.
    ///
    /// # Errors
    ///
    /// The first line that cannot be replayed to what it was.
    pub fn restore(
        setup: Setup,
        people: People,
        records: impl IntoIterator<Item = Record>,
    ) -> Result<Self, RestoreError> {
        let mut table = Self::new(setup, people);
        for record in records {
            table.read(record)?;
        }
        Ok(table)
    }

    /// Lets the table rest: what passes until its next line costs nobody time. For a table that was
    /// read from its log after the server had stopped, or that nobody looked at.
    pub fn rest(&mut self) {
        self.clock.stop();
        self.thinking_time.stop();
    }

    /// Folds in what others have stored: records that follow on the log, and the people as they are
    /// now. What is not in the log stays as it is.
    ///
    /// # Errors
    ///
    /// The first line that cannot be replayed to what it was; the table has to be restored.
    pub fn catch_up(
        &mut self,
        setup: Setup,
        people: People,
        records: Vec<Record>,
    ) -> Result<(), RestoreError> {
        let before = self.fold.state;
        let turned = self.setup != setup;
        self.change(Some(people), turned.then_some(setup));
        for record in records {
            self.read(record)?;
        }
        self.drop_suggestions(&before, &[]);
        Ok(())
    }

    /// Changes what is beside the log. A new set-up comes before the game begins: no line so far
    /// has anything to do with it.
    fn change(&mut self, people: Option<People>, setup: Option<Setup>) {
        if let Some(people) = people {
            if !self.started() && people.options.clock != self.people.options.clock {
                self.thinking_time.set_rule(people.options.clock);
            }
            self.people = people;
        }
        if let Some(setup) = setup {
            self.fold.state = State::new(&setup.game);
            self.checkpoint = (0, Fold::new(&setup.game));
            self.setup = setup;
        }
    }

    /// Folds in a line that is already stored.
    fn read(&mut self, record: Record) -> Result<(), RestoreError> {
        let Record {
            seq,
            at_ms,
            actor,
            key,
            nonce,
            body,
            post_hash,
        } = record;
        let expected = self.head() + 1;
        if seq != expected {
            return Err(RestoreError::Gap {
                expected,
                found: seq,
            });
        }
        let entry = Entry::parse(self.game().board().topology(), &body)
            .map_err(|error| RestoreError::Unreadable { seq, error })?;
        let mut fold = self.fold.clone();
        fold.apply(&self.setup.game, entry)
            .map_err(|error| RestoreError::Illegal { seq, error })?;
        if fold.post_hash() != post_hash {
            return Err(RestoreError::Diverged { seq });
        }
        self.fold = fold;
        self.remember(
            Line {
                entry,
                at_ms,
                nonce,
            },
            seq,
            actor.zip(key),
        );
        Ok(())
    }

    fn remember(&mut self, line: Line, seq: u32, key: Option<(Seat, u64)>) {
        let Line { entry, at_ms, .. } = line;
        let people = self.people.people_seats();
        self.lines.push(line);
        self.clock.tick(at_ms, entry, &self.fold);
        self.thinking_time.tick(at_ms, entry, &self.fold, people);
        match entry {
            Entry::Step(Step::Action {
                action: Action::Offer { terms, to },
                ..
            }) => self.offered.push((terms, to)),
            Entry::Step(Step::Action {
                action: Action::Discard { .. },
                seat,
            }) => self.drafts[seat.index()] = Cards::default(),
            Entry::Step(Step::Action {
                action: Action::EndTurn,
                ..
            }) => self.offered.clear(),
            _ => {}
        }
        if let Some(key) = key {
            self.keys.insert(key, seq);
        }
        let (folded, checkpoint) = &mut self.checkpoint;
        if self.lines.len() - *folded > CHECKPOINT_DISTANCE {
            let middle = *folded + CHECKPOINT_DISTANCE / 2;
            for line in &self.lines[*folded..middle] {
                checkpoint
                    .apply(&self.setup.game, line.entry)
                    .expect("an entry that was folded in once can be folded in again");
            }
            *folded = middle;
        }
    }

    /// What is fixed.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The rules and the board.
    pub const fn game(&self) -> &Game {
        &self.setup.game
    }

    /// The sequence number of the last line; 0 before the first.
    pub fn head(&self) -> u32 {
        self.lines.len() as u32
    }

    /// The game's state: for the referee, never for a viewer.
    pub const fn state(&self) -> &State {
        &self.fold.state
    }

    /// Who is there, and how the table is run.
    pub const fn people(&self) -> &People {
        &self.people
    }

    /// When the last line was accepted.
    pub(crate) fn last_ms(&self) -> u64 {
        self.lines
            .last()
            .map_or(self.setup.created_ms, |line| line.at_ms)
    }

    /// The line that was stored with this key of this seat.
    pub(crate) fn line_of(&self, actor: (Seat, u64)) -> Option<u32> {
        self.keys.get(&actor).copied()
    }

    /// Begins to note who is connected. Whoever does not come is away from now on.
    pub fn watch(&mut self, present: SeatSet, now_ms: u64) {
        self.presence = Presence::since(now_ms);
        self.presence.note(present, now_ms);
    }

    /// Notes for which seats somebody is connected. `true` if that has changed.
    pub fn set_present(&mut self, present: SeatSet, now_ms: u64) -> bool {
        let before = self.presence.present;
        self.presence.note(present, now_ms);
        if !before.is_empty() && present.is_empty() {
            self.rest();
        }
        before != present
    }

    /// Whether somebody is connected for a seat.
    pub(crate) fn is_present(&self, seat: Seat) -> bool {
        self.presence.present.contains(seat)
    }

    /// Whether a bot plays for the player of this seat.
    pub(crate) fn is_away(&self, seat: Seat) -> bool {
        self.fold.standing.away.contains(seat)
    }

    /// Keeps what a seat has chosen to discard so far: it counts, should its time run out.
    pub fn keep_draft(&mut self, seat: Seat, cards: Cards) {
        self.drafts[seat.index()] = cards;
    }

    /// Whether the game has begun. Before that, nobody acts.
    pub const fn started(&self) -> bool {
        self.fold.standing.begun
    }

    /// Whether the game has begun and does not wait.
    pub(crate) const fn plays(&self) -> bool {
        self.fold.standing.plays()
    }

    /// Whether the game waits.
    pub const fn is_paused(&self) -> bool {
        self.fold.standing.paused.is_some()
    }

    /// What nobody has to ask for: that the game begins once nobody is missing, that chance decides
    /// before anybody can act, that somebody's time is up (WIN-05 among others), what an absence calls
    /// for, and that a table goes on which has rested. None once all of it is committed.
    pub fn advance(&self, now_ms: u64) -> Option<Batch> {
        let mut draft = Draft::of(self, now_ms);
        if !self.started() {
            if self.may_begin() {
                // What the host has ordered and cannot be played waits for the host.
                draft.start().ok()?;
                draft.let_chance_decide();
            }
            return draft.finish();
        }
        if self.is_over() {
            return None;
        }
        let is_looked_at = !self.presence.present.is_empty();
        if is_looked_at && (self.clock.is_stopped() || self.thinking_time.is_stopped()) {
            draft.note(Entry::Resumed);
        }
        let options = self.people.options;
        let called_for = self.presence.consequence(
            options.absence,
            grace_ms(&options),
            &self.fold.standing,
            self.people.people_seats(),
            now_ms,
        );
        match called_for {
            Some(Consequence::Away(seats)) => seats.iter().for_each(|s| draft.note(Entry::Away(s))),
            Some(Consequence::Back(seats)) => seats.iter().for_each(|s| draft.note(Entry::Back(s))),
            Some(Consequence::Pause) => draft.note(Entry::Paused { for_absent: true }),
            Some(Consequence::Unpause) => draft.note(Entry::Unpaused),
            None => {}
        }
        if draft.batch.fold.standing.plays() {
            if self.clock.has_run_out(now_ms) {
                draft.note(Entry::Step(Step::TimeUp));
            }
            draft.let_chance_decide();
            for seat in self.thinking_time.run_out(now_ms).iter() {
                self.complete(&mut draft, seat);
            }
        }
        draft.finish()
    }

    /// Whether the game begins by itself: nobody is missing, and everybody is ready.
    fn may_begin(&self) -> bool {
        let people = self.people.people_seats();
        self.people.options.start == StartRule::WhenFull
            && self.people.open_seats().is_empty()
            && people.iter().all(|seat| self.is_ready(seat))
    }

    /// Whether the player of a seat is ready to begin.
    pub(crate) fn is_ready(&self, seat: Seat) -> bool {
        let place = &self.people.places[seat.index()];
        let same_guest = self.people.seats_of(place.guest);
        match place.kind {
            SeatKind::Bot { .. } => true,
            _ => same_guest
                .iter()
                .any(|seat| self.fold.standing.is_ready(seat)),
        }
    }

    /// Does for a seat what its player had no time for.
    fn complete(&self, draft: &mut Draft<'_>, seat: Seat) {
        if draft.batch.fold.standing.away.contains(seat) || !draft.batch.fold.state.may_act(seat) {
            return;
        }
        draft.note(Entry::TimedOut(seat));
        let turn = draft.batch.fold.state.turn();
        // A turn has no more decisions that nobody wants to take than this.
        for _ in 0..32 {
            let state = &draft.batch.fold.state;
            let is_theirs = state.may_act(seat)
                && state.turn() == turn
                && !matches!(state.phase(), Phase::Trade { .. } if state.active() != seat);
            let kept = self.drafts[seat.index()];
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
        if self.presence.present.is_empty() {
            return None;
        }
        let absence = self.presence.deadline_ms(
            grace_ms(&self.people.options),
            &self.fold.standing,
            self.people.people_seats(),
        );
        let clocks = [self.clock.deadline_ms(), self.thinking_time.deadline_ms()];
        clocks.into_iter().flatten().chain(absence).min()
    }

    /// How long the player of a seat may still think, in milliseconds, and whether that runs; none
    /// without a clock.
    pub(crate) fn thinking_time(&self, seat: Seat, now_ms: u64) -> Option<(u64, bool)> {
        let is_person = self.people.places[seat.index()].is_person();
        self.thinking_time.shown(seat, now_ms).filter(|_| is_person)
    }

    /// The hash that binds the server to its chance.
    pub(crate) fn commitment(&self) -> String {
        Chance::commitment(&self.setup).to_string()
    }

    /// How the time limit stands; none without one (WIN-05).
    pub(crate) fn clock(&self, now_ms: u64) -> Option<protocol::Clock> {
        self.clock.shown(now_ms)
    }

    /// The log lines that a request leads to: the seat's own and those of the chance that follows.
    /// Nothing changes before they are stored and [committed](Table::commit).
    ///
    /// # Errors
    ///
    /// Why there are none.
    pub fn propose(
        &self,
        seat: Seat,
        key: Option<u64>,
        request: Request,
        now_ms: u64,
    ) -> Result<Batch, Refusal> {
        if let Some(seq) = key.and_then(|key| self.line_of((seat, key))) {
            return Err(Refusal::AlreadyDone { seq });
        }
        if !self.started() {
            return Err(Problem::new("not_started", "The game has not begun.").into());
        }
        if self.is_paused() {
            return Err(Problem::new("paused", "The game waits.").into());
        }
        let mut draft = Draft::of(self, now_ms);
        let mut nonce = None;
        match request {
            Request::Act(action, own_nonce) => {
                if let Action::Offer { terms, to } = action {
                    self.check_offer(terms, to)?;
                }
                nonce = own_nonce;
                draft.act(seat, action)?;
            }
            Request::Undo => {
                if !self.fold.can_undo(seat) {
                    return Err(Problem::new("no_undo", "There is nothing to take back.").into());
                }
                draft.add(Entry::Undo(seat))?;
            }
            Request::TakeSuggestion { from } => {
                let terms = self
                    .suggestions
                    .iter()
                    .find(|suggestion| suggestion.from == from)
                    .ok_or_else(|| {
                        Problem::new("no_suggestion", "This suggestion is no longer there.")
                    })?
                    .terms;
                if matches!(self.state().phase(), Phase::Trade { .. }) {
                    draft.act(seat, Action::Withdraw)?;
                }
                draft.act(
                    seat,
                    Action::Offer {
                        terms,
                        to: SeatSet::only(from),
                    },
                )?;
                draft.act(from, Action::Accept)?;
                draft.act(seat, Action::Confirm { with: from })?;
            }
        }
        if let Some(last) = draft.batch.records.last_mut() {
            last.nonce = nonce;
        }
        draft.let_chance_decide();
        let mut batch = draft.finish().expect("a request leaves a line");
        batch.records[0].key = key;
        Ok(batch)
    }

    /// Whether an offer is worth the time of the others.
    fn check_offer(&self, terms: Terms, to: SeatSet) -> Result<(), Problem> {
        if self.state().offers() >= MOST_OFFERS {
            let message = format!("{MOST_OFFERS} offers in one turn are enough.");
            return Err(Problem::new("too_many_offers", message));
        }
        if self.offered.contains(&(terms, to)) {
            let message = "This was offered in this turn already.";
            return Err(Problem::new("same_offer", message));
        }
        Ok(())
    }

    /// Makes a stored batch true.
    ///
    /// # Panics
    ///
    /// If the batch was not proposed for the table as it stands.
    pub fn commit(&mut self, batch: Batch) {
        assert_eq!(
            batch.records[0].seq,
            self.head() + 1,
            "the batch follows on the log"
        );
        let before = self.fold.state;
        let closed: Vec<Seat> = batch.closed_trades().collect();
        self.change(batch.people, batch.setup);
        self.fold = batch.fold;
        for (record, entry) in batch.records.into_iter().zip(batch.entries) {
            let line = Line {
                entry,
                at_ms: record.at_ms,
                nonce: record.nonce,
            };
            self.remember(line, record.seq, record.actor.zip(record.key));
        }
        self.drop_suggestions(&before, &closed);
    }

    /// What a viewer may know of the game.
    pub fn view(&self, viewer: Option<Seat>) -> View {
        self.fold.state.view(self.game(), viewer)
    }

    /// The bots that are to act now: those with a seat of their own, and those that play for the
    /// absent.
    pub fn bots_to_act(&self) -> Vec<(Seat, BotLevel)> {
        let ToAct::Seats { seats } = self.state().to_act() else {
            return Vec::new();
        };
        if !self.fold.standing.plays() {
            return Vec::new();
        }
        seats
            .iter()
            .filter(|seat| match self.state().phase() {
                Phase::Trade { trade } => {
                    *seat == self.state().active() || trade.answers[seat.index()] == Answer::Pending
                }
                _ => true,
            })
            .filter_map(|seat| Some((seat, self.bot(seat)?)))
            .collect()
    }

    /// The bot that plays for a seat now, if one does.
    pub fn bot(&self, seat: Seat) -> Option<BotLevel> {
        match self.people.places[seat.index()].kind {
            SeatKind::Bot { level } => Some(level),
            SeatKind::Human | SeatKind::Local | SeatKind::Locked => {
                self.is_away(seat).then_some(STAND_IN)
            }
        }
    }

    /// The steps that stand, all but those that were taken back, and the nonces with which they were
    /// drawn, by their places.
    pub(crate) fn standing_steps(&self) -> (Vec<Step>, BTreeMap<usize, [u8; 16]>) {
        let mut steps = Vec::new();
        let mut nonces = BTreeMap::new();
        // A draw has the nonce of the line that led to it.
        let mut nonce: Option<Nonce> = None;
        for line in &self.lines {
            match line.entry {
                Entry::Step(step) => {
                    if let (Step::Chance { .. }, Some(nonce)) = (step, nonce) {
                        nonces.insert(steps.len(), *nonce.as_bytes());
                    }
                    steps.push(step);
                }
                // What can be taken back is always the last step that stands.
                Entry::Undo(_) => {
                    steps.pop();
                }
                _ => {}
            }
            nonce = line.nonce;
        }
        (steps, nonces)
    }

    /// Folds the log from the nearest point before `after` and shows every later entry up to `until`
    /// with the states before and behind it.
    pub(crate) fn each_entry(
        &self,
        after: u32,
        until: u32,
        mut show: impl FnMut(u32, Entry, &State, &State),
    ) {
        let (mut folded, mut fold) = if after as usize >= self.checkpoint.0 {
            self.checkpoint.clone()
        } else {
            (0, Fold::new(self.game()))
        };
        for line in self.lines.iter().take(until as usize).skip(folded) {
            let before = fold.state;
            fold.apply(self.game(), line.entry)
                .expect("an entry that was folded in once can be folded in again");
            folded += 1;
            if folded > after as usize {
                show(folded as u32, line.entry, &before, &fold.state);
            }
        }
    }

    /// How many lines are at least that old.
    pub(crate) fn lines_until(&self, at_ms: u64) -> u32 {
        self.lines.partition_point(|line| line.at_ms <= at_ms) as u32
    }

    /// When a line was accepted, in milliseconds since 1970; none if it was not.
    pub(crate) fn at_ms(&self, seq: u32) -> Option<u64> {
        let line = self.lines.get(seq.checked_sub(1)? as usize)?;
        Some(line.at_ms)
    }
}

fn grace_ms(options: &TableOptions) -> u64 {
    1000 * u64::from(options.grace_s)
}
