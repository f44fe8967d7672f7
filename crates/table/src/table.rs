//! The live table. It decides; its driver stores, sends and keeps the time.
//!
//! The path of a message: [`Table::propose`] turns it into a [`Batch`] of log lines without changing
//! anything, the driver stores the batch, [`Table::commit`] applies it, and [`Table::update`] builds the
//! update for each viewer.

mod batch;
mod draft;
mod fold;
mod length;
mod lines;
mod past;
mod request;

pub use batch::Batch;
pub(crate) use draft::Draft;
pub(crate) use fold::Fold;
use lines::Lines;
pub use request::{Author, Refusal, Request};

use brickwood_fair::Nonce;
use brickwood_protocol::{BotLevel, Level, SeatKind};
use brickwood_rules::{Action, BySeat, Cards, Game, Seat, SeatSet, State, Step, View};

use crate::log::{Entry, LogRecord, RestoreError};
use crate::seats::{People, Presence};
use crate::setup::Setup;

/// How many lines the fold for updates may be behind.
const CHECKPOINT_DISTANCE: usize = 64;

/// The number of lines between the folds that are kept for clients that read a long log from its beginning.
const LANDMARK_DISTANCE: usize = 512;

/// The bot that plays for a person who is away.
const STAND_IN: BotLevel = BotLevel::Own(Level::Hard);

/// One line of the log that is folded.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Line {
    pub(crate) entry: Entry,
    pub(crate) at_ms: u64,
    /// The key of the person's message that led to it; none if a bot or a clock did, or for further lines.
    pub(crate) message: Option<u64>,
}

/// A live table.
#[derive(Clone, Debug)]
pub struct Table {
    setup: Setup,
    people: People,
    pub(crate) fold: Fold,
    pub(crate) lines: Lines,
    /// The fold of the first `.0` lines.
    pub(crate) checkpoint: (usize, Fold),
    /// The folds of the first 512 lines, the first 1024, and so on.
    pub(crate) landmarks: Vec<Fold>,
    pub(crate) presence: Presence,
    /// Whether no clock runs until the next line.
    suspended: bool,
    /// Whether it is suspended because a server had stopped while somebody was here.
    after_stop: bool,
    /// Whether somebody was here and the last of the people has gone.
    is_deserted: bool,
    /// When the storage did not answer for the last time, in milliseconds since 1970: lines from before do not end
    /// the suspension.
    away_ms: u64,
    /// The cards that each seat has chosen to discard so far.
    pub(crate) drafts: BySeat<Cards>,
}

impl Table {
    /// A table with an empty log.
    pub fn new(setup: Setup, people: People) -> Self {
        let fold = Fold::new(&setup);
        Self {
            lines: Lines::default(),
            checkpoint: (0, fold.clone()),
            landmarks: Vec::new(),
            fold,
            presence: Presence::default(),
            suspended: false,
            after_stop: false,
            is_deserted: false,
            away_ms: 0,
            drafts: BySeat::default(),
            setup,
            people,
        }
    }

    /// A table from its log.
    ///
    /// # Errors
    ///
    /// The first line whose replay fails or differs.
    pub fn restore(
        setup: Setup,
        people: People,
        records: impl IntoIterator<Item = LogRecord>,
    ) -> Result<Self, RestoreError> {
        let mut table = Self::new(setup, people);
        for record in records {
            table.read(record)?;
        }
        Ok(table)
    }

    /// Suspends the table, which was read from its log while no server ran it: the time until its next line does not
    /// count. A server had stopped, unless the log says that nobody was here.
    pub fn find_again(&mut self) {
        self.suspended = true;
        self.after_stop = self.started() && !self.fold.status.nobody_here;
    }

    /// Suspends the table because its storage did not answer at this time, and nobody could act: the time until the
    /// first line from later does not count.
    pub fn interrupt(&mut self, away_ms: u64) {
        self.away_ms = self.away_ms.max(away_ms);
        self.suspended |= self.is_interrupted();
    }

    /// Whether no line has come since the storage did not answer.
    fn is_interrupted(&self) -> bool {
        self.away_ms > self.last_ms()
    }

    /// Whether no clock runs now.
    pub(crate) const fn is_suspended(&self) -> bool {
        self.suspended
    }

    /// Whether the log needs a `resumed` line before anything else happens: of a rated game it says who was cut off.
    pub(crate) fn must_resume(&self) -> bool {
        let is_rated = self.started() && self.people().options.rated;
        self.suspended && (self.fold.is_timed() || is_rated)
    }

    /// The line with which it continues.
    pub(crate) const fn resumption(&self) -> Entry {
        Entry::Resumed {
            after_stop: self.after_stop,
        }
    }

    /// Whether the log needs a `nobody here` line: without it, whoever reads the table again takes it that a server had
    /// stopped.
    pub(crate) fn must_rest(&self) -> bool {
        self.is_deserted && self.must_resume() && !self.fold.status.nobody_here
    }

    /// Lines were added: the table is no longer suspended, unless nobody is connected, or they are from before an
    /// interruption.
    fn resume(&mut self) {
        self.suspended = self.suspended && (!self.is_looked_at() || self.is_interrupted());
        self.after_stop &= self.suspended;
    }

    /// Whether somebody is connected for whom the table continues by itself.
    pub(crate) fn is_looked_at(&self) -> bool {
        self.presence.is_looked_at(self.people.people_seats())
    }

    /// Applies what others have stored: records that follow the log, and the current people. State outside
    /// of the log does not change.
    ///
    /// # Errors
    ///
    /// The first line whose replay fails or differs; the table must be restored.
    pub fn catch_up(
        &mut self,
        setup: Setup,
        people: People,
        records: Vec<LogRecord>,
    ) -> Result<(), RestoreError> {
        self.people = people;
        self.setup = setup;
        for record in records {
            self.read(record)?;
        }
        self.resume();
        Ok(())
    }

    /// Applies a line that is already stored.
    fn read(&mut self, record: LogRecord) -> Result<(), RestoreError> {
        let LogRecord {
            seq,
            at_ms,
            actor: _,
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
        let line = Line {
            entry,
            at_ms,
            message: key,
        };
        self.fold
            .apply(&self.setup, &self.people, at_ms, entry)
            .map_err(|error| RestoreError::Illegal { seq, error })?;
        if self.fold.post_hash(&self.setup) != post_hash {
            return Err(RestoreError::Diverged { seq });
        }
        self.remember(line, nonce);
        Ok(())
    }

    fn remember(&mut self, line: Line, nonce: Option<Nonce>) {
        let Line { entry, at_ms, .. } = line;
        self.lines.push(line, nonce);
        match entry {
            Entry::Step(Step::Action {
                action: Action::Discard { .. },
                seat,
            }) => self.drafts[seat] = Cards::default(),
            Entry::Of(seat, line) if line.changes_player() => {
                self.forget(SeatSet::only(seat), at_ms);
            }
            Entry::Arranged { seats } => {
                self.forget(seats, at_ms);
            }
            Entry::Started { without } => {
                self.presence.move_up(without);
                self.presence.have_patience(at_ms);
            }
            Entry::Resumed { .. } | Entry::Unpaused(_) => self.presence.have_patience(at_ms),
            _ => {}
        }
        let (folded, checkpoint) = &mut self.checkpoint;
        if self.lines.len() - *folded > CHECKPOINT_DISTANCE {
            let middle = *folded + CHECKPOINT_DISTANCE / 2;
            for line in self.lines.from(*folded).take(middle - *folded) {
                checkpoint
                    .apply(&self.setup, &self.people, line.at_ms, line.entry)
                    .expect("an entry that was folded in once can be folded in again");
            }
            *folded = middle;
            if middle.is_multiple_of(LANDMARK_DISTANCE) {
                self.landmarks.push(checkpoint.clone());
            }
        }
    }

    /// The latest kept fold from before a line, and its number of lines.
    pub(crate) fn fold_before(&self, seq: u32) -> (usize, Fold) {
        if seq as usize >= self.checkpoint.0 {
            return self.checkpoint.clone();
        }
        match seq as usize / LANDMARK_DISTANCE {
            0 => (0, Fold::new(self.setup())),
            passed => (
                passed * LANDMARK_DISTANCE,
                self.landmarks[passed - 1].clone(),
            ),
        }
    }

    /// These seats have other players now, or none.
    fn forget(&mut self, seats: SeatSet, at_ms: u64) {
        self.presence.forget(seats, at_ms);
        for seat in seats.iter() {
            self.drafts[seat] = Cards::default();
        }
    }

    /// The set-up.
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

    /// The last line, and its sequence number; none before the first.
    pub(crate) fn last_line(&self) -> Option<(u32, Line)> {
        self.lines.last().map(|line| (self.head(), *line))
    }

    /// Whether the log has this line here.
    pub(crate) fn has_line(&self, seq: u32, line: &Line) -> bool {
        self.lines.get(seq as usize - 1) == Some(line)
    }

    /// Whether a stored line is the last one of this log.
    pub(crate) fn ends_with(&self, record: &LogRecord) -> bool {
        let entry = Entry::parse(self.game().board().topology(), &record.body);
        let stored = entry.map(|entry| Line {
            entry,
            at_ms: record.at_ms,
            message: record.key,
        });
        let stored = stored.ok().map(|line| (record.seq, line));
        stored.is_some() && stored == self.last_line()
    }

    /// The game's state with all secrets: never for a viewer.
    pub const fn state(&self) -> &State {
        &self.fold.state
    }

    /// The people, and the options of the table.
    pub const fn people(&self) -> &People {
        &self.people
    }

    /// When the last line was accepted.
    pub(crate) fn last_ms(&self) -> u64 {
        self.lines
            .last()
            .map_or(self.setup.created_ms, |line| line.at_ms)
    }

    /// The first line that a message led to.
    pub(crate) fn line_of(&self, message: Option<u64>) -> Option<u32> {
        let message = Some(message?);
        let mut numbered = (1..).zip(self.lines.iter());
        numbered.find_map(|(seq, line)| (line.message == message).then_some(seq))
    }

    /// Begins to track presence. A player who does not come is absent from now on.
    pub fn watch(&mut self, present: SeatSet, now_ms: u64) {
        self.presence = Presence::since(now_ms);
        self.presence.note(present, now_ms);
        self.is_deserted = false;
    }

    /// Sets the seats for which somebody is connected. `true` if that is a change.
    pub fn set_present(&mut self, present: SeatSet, now_ms: u64) -> bool {
        let before = self.presence.present;
        self.presence.note(present, now_ms);
        if self.is_looked_at() {
            self.is_deserted = false;
        } else if !before.is_empty() {
            self.is_deserted = true;
            self.suspended = true;
        }
        before != present
    }

    /// The seats for which somebody is connected.
    pub const fn present(&self) -> SeatSet {
        self.presence.present
    }

    /// Whether somebody is connected for a seat.
    pub(crate) fn is_present(&self, seat: Seat) -> bool {
        self.presence.present.contains(seat)
    }

    /// Whether a bot plays for the player of this seat, for a while or for a turn.
    pub fn is_stood_in(&self, seat: Seat) -> bool {
        self.fold.status.is_stood_in(seat)
    }

    /// Whether a bot plays for the player of this seat, who is away.
    pub(crate) fn is_away(&self, seat: Seat) -> bool {
        self.fold.status.away.contains(seat)
    }

    /// The cards that a seat has chosen to discard so far.
    pub(crate) fn draft_of(&self, seat: Seat) -> Cards {
        self.drafts[seat]
    }

    /// Keeps the cards that a seat has chosen to discard so far. They count if its time runs out.
    pub fn keep_draft(&mut self, seat: Seat, cards: Cards) {
        self.drafts[seat] = cards;
    }

    /// Whether the game has begun. Before that, nobody acts.
    pub const fn started(&self) -> bool {
        self.fold.status.begun
    }

    /// Whether the game has begun and is not paused.
    pub(crate) const fn plays(&self) -> bool {
        self.fold.status.plays()
    }

    /// How often the set-up was changed before the game. After a change, everybody sees another table.
    pub const fn set_ups(&self) -> u16 {
        self.fold.status.set_ups
    }

    /// Whether the game is paused.
    pub const fn is_paused(&self) -> bool {
        self.fold.status.paused.is_some()
    }

    /// The time for clocks. It stands still while the table is suspended.
    pub(crate) fn time_ms(&self, now_ms: u64) -> u64 {
        if self.suspended {
            self.last_ms()
        } else {
            now_ms
        }
    }

    /// The commitment: the hash that binds the server to its secret.
    pub(crate) fn commitment(&self) -> String {
        self.setup.commitment().to_string()
    }

    /// Applies a stored batch.
    ///
    /// # Panics
    ///
    /// If the batch was not proposed for the current state of the table.
    pub fn commit(&mut self, batch: Batch) {
        assert_eq!(
            batch.records[0].seq,
            self.head() + 1,
            "the batch follows on the log"
        );
        self.fold = batch.fold;
        if let Some(people) = batch.people {
            self.people = people;
        }
        if let Some(setup) = batch.setup {
            self.setup = setup;
        }
        for (record, entry) in batch.records.into_iter().zip(batch.entries) {
            let line = Line {
                entry,
                at_ms: record.at_ms,
                message: record.key,
            };
            self.remember(line, record.nonce);
        }
        self.resume();
    }

    /// A viewer's view of the game.
    pub fn view(&self, viewer: Option<Seat>) -> View {
        self.fold.state.view(self.game(), viewer)
    }

    /// The bots that are to act now: those with their own seats, and stand-ins.
    pub fn bots_to_act(&self) -> Vec<(Seat, BotLevel)> {
        if !self.fold.status.plays() {
            return Vec::new();
        }
        let awaited = self.state().awaited();
        let seats = self.state().to_act().seats().iter();
        seats
            // The maker of an offer may withdraw it before all have answered.
            .filter(|seat| *seat == self.state().active() || awaited.contains(*seat))
            .filter_map(|seat| Some((seat, self.bot(seat)?)))
            .collect()
    }

    /// The bot that plays for a seat now, if one does.
    pub fn bot(&self, seat: Seat) -> Option<BotLevel> {
        match self.people.places[seat.index()].kind {
            SeatKind::Bot { level } => Some(level),
            SeatKind::Human | SeatKind::Local | SeatKind::Locked => {
                self.is_stood_in(seat).then_some(STAND_IN)
            }
        }
    }
}
