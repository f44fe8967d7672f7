//! The live table. It decides; whoever drives it stores, sends and keeps the time.
//!
//! The way of a message: [`Table::propose`] turns it into a [`Batch`] of log lines without changing
//! anything, the driver stores the batch, [`Table::commit`] makes it true, and [`Table::update`]
//! says what each viewer learns.

use std::collections::HashMap;

use brickwood_fair::Nonce;
use brickwood_rules::{Action, Cards, Game, Seat, SeatSet, State, Step, ToAct, View};

use crate::absence::Presence;
use crate::chance::Chance;
use crate::draft::Batch;
use crate::entry::Entry;
use crate::fold::Fold;
use crate::people::People;
use crate::protocol::{BotLevel, SeatKind};
use crate::record::{Record, RestoreError};
use crate::setup::Setup;

/// How far the fold from which updates are told may lie behind.
const CHECKPOINT_DISTANCE: usize = 64;

/// After how many lines a fold is kept for those who read a long log from its beginning.
const LANDMARK_DISTANCE: usize = 512;

/// The bot that plays for a person who is away.
const STAND_IN: BotLevel = BotLevel::Hard;

/// Names for bots, by seat.
pub(crate) const BOT_NAMES: [&str; 6] = ["Ada", "Bruno", "Cleo", "Dario", "Edda", "Finn"];

/// One line of the log, folded in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub(crate) entry: Entry,
    pub(crate) at_ms: u64,
    pub(crate) nonce: Option<Nonce>,
}

/// A live table.
#[derive(Clone, Debug)]
pub struct Table {
    setup: Setup,
    people: People,
    pub(crate) fold: Fold,
    pub(crate) lines: Vec<Line>,
    /// The fold of the first `.0` lines.
    pub(crate) checkpoint: (usize, Fold),
    /// The folds of the first 512 lines, the first 1024, and so on.
    pub(crate) landmarks: Vec<Fold>,
    /// By each message that has left a line, the first such line.
    messages: HashMap<u64, u32>,
    pub(crate) presence: Presence,
    /// Whether what passes until the next line costs nobody time.
    resting: bool,
    /// What each seat has chosen to discard so far.
    pub(crate) drafts: [Cards; 6],
}

impl Table {
    /// A table at which nothing has happened.
    pub fn new(setup: Setup, people: People) -> Self {
        let fold = Fold::new(&setup);
        Self {
            lines: Vec::new(),
            checkpoint: (0, fold.clone()),
            landmarks: Vec::new(),
            fold,
            messages: HashMap::new(),
            presence: Presence::default(),
            resting: false,
            drafts: [Cards::default(); 6],
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
        self.resting = true;
    }

    /// Whether what passes costs nobody time.
    pub(crate) const fn rests(&self) -> bool {
        self.resting
    }

    /// Whether the table has to say that it goes on before anything else happens.
    pub(crate) fn has_to_go_on(&self) -> bool {
        self.resting && self.fold.is_timed()
    }

    /// Lines were added: the table goes on, unless nobody is there to see it.
    fn go_on(&mut self) {
        self.resting = self.resting && !self.is_looked_at();
    }

    /// Whether somebody is there for whom the table goes on by itself.
    pub(crate) fn is_looked_at(&self) -> bool {
        self.presence.is_looked_at(self.people.people_seats())
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
        self.people = people;
        self.setup = setup;
        for record in records {
            self.read(record)?;
        }
        self.go_on();
        Ok(())
    }

    /// Folds in a line that is already stored.
    fn read(&mut self, record: Record) -> Result<(), RestoreError> {
        let Record {
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
            nonce,
        };
        self.fold
            .apply(&self.setup, &self.people, at_ms, entry)
            .map_err(|error| RestoreError::Illegal { seq, error })?;
        if self.fold.post_hash(&self.setup) != post_hash {
            return Err(RestoreError::Diverged { seq });
        }
        self.remember(line, key);
        Ok(())
    }

    fn remember(&mut self, line: Line, message: Option<u64>) {
        let Line { entry, at_ms, .. } = line;
        self.lines.push(line);
        if let Some(message) = message {
            self.messages.insert(message, self.head());
        }
        match entry {
            Entry::Step(Step::Action {
                action: Action::Discard { .. },
                seat,
            }) => self.drafts[seat.index()] = Cards::default(),
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
            Entry::Resumed | Entry::Unpaused(_) => self.presence.have_patience(at_ms),
            _ => {}
        }
        let (folded, checkpoint) = &mut self.checkpoint;
        if self.lines.len() - *folded > CHECKPOINT_DISTANCE {
            let middle = *folded + CHECKPOINT_DISTANCE / 2;
            for line in &self.lines[*folded..middle] {
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

    /// The latest fold that is kept from before a line, and how many lines it has.
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
            self.drafts[seat.index()] = Cards::default();
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

    /// The first line that came of a message.
    pub(crate) fn line_of(&self, message: Option<u64>) -> Option<u32> {
        self.messages.get(&message?).copied()
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
        if !before.is_empty() && !self.is_looked_at() {
            self.rest();
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
        self.fold.standing.is_stood_in(seat)
    }

    /// Whether a bot plays for the player of this seat, who is away.
    pub(crate) fn is_away(&self, seat: Seat) -> bool {
        self.fold.standing.away.contains(seat)
    }

    /// What a seat has chosen to discard so far.
    pub(crate) fn draft_of(&self, seat: Seat) -> Cards {
        self.drafts[seat.index()]
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

    /// How often the set-up was changed before the game: after that, everybody sees another table.
    pub const fn set_ups(&self) -> u16 {
        self.fold.standing.set_ups
    }

    /// Whether the game waits.
    pub const fn is_paused(&self) -> bool {
        self.fold.standing.paused.is_some()
    }

    /// The time for clocks: it stands still while the table rests.
    pub(crate) fn time_ms(&self, now_ms: u64) -> u64 {
        if self.resting { self.last_ms() } else { now_ms }
    }

    /// The hash that binds the server to its chance.
    pub(crate) fn commitment(&self) -> String {
        Chance::commitment(&self.setup).to_string()
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
                nonce: record.nonce,
            };
            self.remember(line, record.key);
        }
        self.go_on();
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
        let awaited = self.state().awaited();
        seats
            .iter()
            // Who has made an offer may take it back before all have answered.
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
