//! The live table. It decides; whoever drives it stores, sends and keeps the time.
//!
//! The way of a message: [`Table::propose`] turns it into a [`Batch`] of log lines without changing
//! anything, the driver stores the batch, [`Table::commit`] makes it true, and [`Table::update`]
//! says what each viewer learns.

use std::collections::HashMap;

use brickwood_rules::{
    Action, Answer, Game, Illegal, Phase, Seat, SeatSet, State, Step, ToAct, View,
};

use crate::chance::Chance;
use crate::clock::Clock;
use crate::protocol::{self, BotLevel, Problem, SeatKind, Suggestion};
use crate::record::{Entry, Fold, Record, RestoreError, digest};
use crate::setup::Setup;

/// The most domestic offers of a seat in one turn.
const MOST_OFFERS: u8 = 10;

/// How far the fold from which updates are told may lie behind.
const CHECKPOINT_DISTANCE: usize = 64;

/// Names for bots, by seat.
const BOT_NAMES: [&str; 6] = ["Ada", "Bruno", "Cleo", "Dario", "Edda", "Finn"];

/// What a seat asks of its table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Request {
    /// Act.
    Act(Action),
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

/// Log lines that are not true yet: stored all together or not at all.
#[derive(Clone, Debug)]
pub struct Batch {
    records: Vec<Record>,
    entries: Vec<Entry>,
    fold: Fold,
}

impl Batch {
    /// The lines, at least one.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// With whom trades are closed by them.
    fn closed_trades(&self) -> impl Iterator<Item = Seat> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Step(Step::Action {
                action: Action::Confirm { with },
                ..
            }) => Some(*with),
            _ => None,
        })
    }

    /// Whether the game ends with them.
    pub fn ends_game(&self) -> bool {
        matches!(self.fold.state.phase(), Phase::Over { .. })
    }
}

/// Who sits on a seat.
#[derive(Clone, Debug)]
pub(crate) struct Sitter {
    pub(crate) name: Option<String>,
    pub(crate) present: bool,
}

/// A live table.
#[derive(Clone, Debug)]
pub struct Table {
    setup: Setup,
    pub(crate) sitters: Vec<Sitter>,
    pub(crate) fold: Fold,
    entries: Vec<Entry>,
    /// The fold of the first `.0` entries.
    checkpoint: (usize, Fold),
    keys: HashMap<(Seat, u64), u32>,
    clock: Clock,
    pub(crate) suggestions: Vec<Suggestion>,
}

impl Table {
    /// A table at which nothing has happened and nobody sits but bots.
    pub fn new(setup: Setup) -> Self {
        let sitters = setup
            .seats
            .iter()
            .zip(BOT_NAMES)
            .map(|(seat, name)| match seat.kind {
                SeatKind::Human => Sitter {
                    name: None,
                    present: false,
                },
                SeatKind::Bot { .. } => Sitter {
                    name: Some(name.to_owned()),
                    present: true,
                },
            })
            .collect();
        let fold = Fold::new(&setup.game);
        Self {
            sitters,
            entries: Vec::new(),
            checkpoint: (0, fold.clone()),
            fold,
            keys: HashMap::new(),
            clock: Clock::new(&setup.game, setup.created_ms),
            suggestions: Vec::new(),
            setup,
        }
    }

    /// A table as its log has it. Who sits there is not in the log: see [`Table::sit`].
    ///
    /// # Errors
    ///
    /// The first line that cannot be replayed to what it was.
    pub fn restore(
        setup: Setup,
        records: impl IntoIterator<Item = Record>,
    ) -> Result<Self, RestoreError> {
        let mut table = Self::new(setup);
        for record in records {
            table.read(record)?;
        }
        table.clock.stop();
        Ok(table)
    }

    /// Folds in a line that is already stored.
    fn read(&mut self, record: Record) -> Result<(), RestoreError> {
        let Record {
            seq,
            at_ms,
            actor,
            key,
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
        if digest(&fold.state) != post_hash {
            return Err(RestoreError::Diverged { seq });
        }
        self.fold = fold;
        self.remember(entry, seq, at_ms, actor.zip(key));
        Ok(())
    }

    fn remember(&mut self, entry: Entry, seq: u32, at_ms: u64, key: Option<(Seat, u64)>) {
        self.entries.push(entry);
        self.clock.tick(at_ms, entry, &self.fold.state);
        if let Some(key) = key {
            self.keys.insert(key, seq);
        }
        let (folded, checkpoint) = &mut self.checkpoint;
        if self.entries.len() - *folded > CHECKPOINT_DISTANCE {
            let middle = *folded + CHECKPOINT_DISTANCE / 2;
            for entry in &self.entries[*folded..middle] {
                checkpoint
                    .apply(&self.setup.game, *entry)
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
        self.entries.len() as u32
    }

    /// The game's state: for the referee, never for a viewer.
    pub const fn state(&self) -> &State {
        &self.fold.state
    }

    /// Puts somebody on a human seat.
    pub fn sit(&mut self, seat: Seat, name: String) {
        self.sitters[seat.index()].name = Some(name);
    }

    /// Notes whether somebody is connected for a human seat.
    pub fn set_present(&mut self, seat: Seat, present: bool) {
        self.sitters[seat.index()].present = present;
    }

    /// The seats on which nobody sits yet.
    pub fn open_seats(&self) -> SeatSet {
        Seat::all(self.game().rules().players)
            .filter(|seat| self.sitters[seat.index()].name.is_none())
            .collect()
    }

    /// Whether every seat is taken. Before that, nobody acts.
    pub fn started(&self) -> bool {
        self.open_seats().is_empty()
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        matches!(self.fold.state.phase(), Phase::Over { .. })
    }

    /// What nobody has to ask for: that chance decides before anybody can act, that the time limit
    /// has run out (WIN-05), and that a table with such a limit goes on after it was read from its
    /// log. None once all of it is committed.
    ///
    /// # Panics
    ///
    /// Never: the rules let a time limit run out whenever the clock runs.
    pub fn advance(&self, now_ms: u64) -> Option<Batch> {
        if !self.started() {
            return None;
        }
        let mut draft = Draft::of(self, now_ms);
        if self.clock.is_stopped() {
            draft.note(Entry::Resumed);
        }
        if self.clock.has_run_out(now_ms) {
            draft.note(Entry::Step(Step::TimeUp));
        }
        draft.let_chance_decide();
        (!draft.batch.records.is_empty()).then_some(draft.batch)
    }

    /// When the time limit runs out if nothing happens until then, in milliseconds since 1970: the
    /// time to [advance](Table::advance). None while its clock does not run.
    pub fn deadline_ms(&self) -> Option<u64> {
        self.clock.deadline_ms()
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
        if let Some(seq) = key.and_then(|key| self.keys.get(&(seat, key))) {
            return Err(Refusal::AlreadyDone { seq: *seq });
        }
        if !self.started() {
            return Err(Problem::new("not_started", "Some seats are still open.").into());
        }
        let mut draft = Draft::of(self, now_ms);
        match request {
            Request::Act(action) => {
                if matches!(action, Action::Offer { .. }) && self.offers() >= MOST_OFFERS {
                    return Err(Problem::new(
                        "too_many_offers",
                        format!("{MOST_OFFERS} offers in one turn are enough."),
                    )
                    .into());
                }
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
        draft.let_chance_decide();
        draft.batch.records[0].key = key;
        Ok(draft.batch)
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
        self.fold = batch.fold;
        for (record, entry) in batch.records.into_iter().zip(batch.entries) {
            self.remember(
                entry,
                record.seq,
                record.at_ms,
                record.actor.zip(record.key),
            );
        }
        self.drop_suggestions(&before, &closed);
    }

    fn offers(&self) -> u8 {
        self.fold.state.offers()
    }

    /// What a viewer may know of the game.
    pub fn view(&self, viewer: Option<Seat>) -> View {
        self.fold.state.view(self.game(), viewer)
    }

    /// The bots that are to act now.
    pub fn bots_to_act(&self) -> Vec<(Seat, BotLevel)> {
        let ToAct::Seats { seats } = self.state().to_act() else {
            return Vec::new();
        };
        if !self.started() {
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
            .filter_map(|seat| match self.setup.seats[seat.index()].kind {
                SeatKind::Bot { level } => Some((seat, level)),
                SeatKind::Human => None,
            })
            .collect()
    }

    /// The steps that stand: all but those that were taken back.
    pub(crate) fn standing_steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        for entry in &self.entries {
            match entry {
                Entry::Step(step) => steps.push(*step),
                // What can be taken back is always the last step that stands.
                Entry::Undo(_) => {
                    steps.pop();
                }
                Entry::Resumed => {}
            }
        }
        steps
    }

    /// Folds the log from the nearest point before `after` and shows every later entry with the
    /// states before and behind it.
    pub(crate) fn each_entry_after(
        &self,
        after: u32,
        mut show: impl FnMut(u32, Entry, &State, &State),
    ) {
        let (mut folded, mut fold) = if after as usize >= self.checkpoint.0 {
            self.checkpoint.clone()
        } else {
            (0, Fold::new(self.game()))
        };
        for entry in &self.entries[folded..] {
            let before = fold.state;
            fold.apply(self.game(), *entry)
                .expect("an entry that was folded in once can be folded in again");
            folded += 1;
            if folded > after as usize {
                show(folded as u32, *entry, &before, &fold.state);
            }
        }
    }
}

/// A batch in the making.
struct Draft<'a> {
    table: &'a Table,
    at_ms: u64,
    batch: Batch,
}

impl<'a> Draft<'a> {
    fn of(table: &'a Table, now_ms: u64) -> Self {
        Self {
            table,
            at_ms: now_ms.max(table.clock.last_ms()),
            batch: Batch {
                records: Vec::new(),
                entries: Vec::new(),
                fold: table.fold.clone(),
            },
        }
    }

    fn next_seq(&self) -> u32 {
        self.table.head() + self.batch.records.len() as u32 + 1
    }

    fn act(&mut self, seat: Seat, action: Action) -> Result<(), Illegal> {
        self.add(Entry::Step(Step::Action { seat, action }))
    }

    fn add(&mut self, entry: Entry) -> Result<(), Illegal> {
        let game = self.table.game();
        let seq = self.next_seq();
        self.batch.fold.apply(game, entry)?;
        self.batch.entries.push(entry);
        self.batch.records.push(Record {
            seq,
            at_ms: self.at_ms,
            actor: match entry {
                Entry::Step(Step::Action { seat, .. }) | Entry::Undo(seat) => Some(seat),
                Entry::Step(Step::Chance { .. } | Step::TimeUp) | Entry::Resumed => None,
            },
            key: None,
            body: entry.text(game.board().topology()),
            post_hash: digest(&self.batch.fold.state),
        });
        Ok(())
    }

    /// Adds what no seat has chosen.
    fn note(&mut self, entry: Entry) {
        self.add(entry)
            .expect("chance and clock say only what the rules allow");
    }

    fn let_chance_decide(&mut self) {
        let setup = &self.table.setup;
        let chance = Chance::new(setup.seed, &setup.id, &[]);
        while let Some(outcome) = {
            let fold = &self.batch.fold;
            chance.outcome(&setup.game, &fold.state, fold.draws + 1, None)
        } {
            self.note(Entry::Step(Step::Chance { outcome }));
        }
    }
}
