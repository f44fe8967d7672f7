//! The live table. It decides; whoever drives it stores, sends and keeps the time.
//!
//! The way of a message: [`Table::propose`] turns it into a [`Batch`] of log lines without changing
//! anything, the driver stores the batch, [`Table::commit`] makes it true, and [`Table::update`]
//! says what each viewer learns.

use std::collections::HashMap;

use brickwood_rules::{
    Action, Answer, Game, Illegal, Phase, Seat, SeatSet, State, Step, Terms, ToAct, View,
};

use crate::chance::Chance;
use crate::protocol::{BotLevel, Problem, SeatKind, Suggestion};
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
    last_ms: u64,
    suggestions: Vec<Suggestion>,
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
            last_ms: setup.created_ms,
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
            table.replay(record)?;
        }
        Ok(table)
    }

    /// Folds in a line that is already stored.
    fn replay(&mut self, record: Record) -> Result<(), RestoreError> {
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
        self.last_ms = at_ms;
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

    /// What chance has to decide before anybody can act; none once it has.
    pub fn begin(&self, now_ms: u64) -> Option<Batch> {
        if !self.started() {
            return None;
        }
        let mut draft = Draft::of(self, now_ms);
        draft.let_chance_decide();
        (!draft.batch.records.is_empty()).then_some(draft.batch)
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
        let turn = self.fold.state.turn();
        // Who has closed a trade has got what they wanted.
        for entry in &batch.entries {
            if let Entry::Step(Step::Action {
                action: Action::Confirm { with },
                ..
            }) = entry
            {
                self.suggestions
                    .retain(|suggestion| suggestion.from != *with);
            }
        }
        self.fold = batch.fold;
        for (record, entry) in batch.records.into_iter().zip(batch.entries) {
            self.remember(
                entry,
                record.seq,
                record.at_ms,
                record.actor.zip(record.key),
            );
        }
        if self.fold.state.turn() == turn {
            let state = self.fold.state;
            self.suggestions
                .retain(|suggestion| state.hand(suggestion.from).contains(suggestion.terms.take));
        } else {
            self.suggestions.clear();
        }
    }

    fn offers(&self) -> u8 {
        self.fold.state.offers()
    }

    /// Suggests a trade to the seat whose turn it is, or takes the suggestion back (TRD-03).
    ///
    /// # Errors
    ///
    /// Why it cannot be suggested.
    pub fn suggest(&mut self, seat: Seat, terms: Option<Terms>) -> Result<(), Problem> {
        self.suggestions
            .retain(|suggestion| suggestion.from != seat);
        let Some(terms) = terms else { return Ok(()) };
        if !self.may_suggest(seat) {
            return Err(Illegal::NotToAct.into());
        }
        // What could not be offered and accepted cannot be suggested either. Whether the other side
        // has the cards is its own secret, and is not looked at.
        if !self.state().hand(seat).contains(terms.take) {
            return Err(Illegal::NotHeld.into());
        }
        terms.check(self.game().rules())?;
        self.suggestions.push(Suggestion { from: seat, terms });
        Ok(())
    }

    /// Whether this seat may suggest a trade now.
    pub(crate) fn may_suggest(&self, seat: Seat) -> bool {
        let state = self.state();
        self.started()
            && state.active() != seat
            && state.dice().is_some()
            && matches!(state.phase(), Phase::Turn | Phase::Trade { .. })
    }

    /// The suggestions that stand.
    pub fn suggestions(&self) -> &[Suggestion] {
        &self.suggestions
    }

    /// What a viewer may know of the game.
    pub fn view(&self, viewer: Option<Seat>) -> View {
        self.fold.state.view(self.game(), viewer)
    }

    /// The view of a seat to which a trade is suggested, as if it had offered it itself and `from`
    /// had accepted: whoever would confirm that takes the suggestion.
    pub fn view_of_suggestion(&self, suggestion: Suggestion) -> Option<View> {
        let seat = self.state().active();
        let offer = Action::Offer {
            terms: suggestion.terms,
            to: SeatSet::only(suggestion.from),
        };
        let step = |seat, action| Step::Action { seat, action };
        let offered = self.state().apply(self.game(), step(seat, offer)).ok()?;
        let accepted = offered
            .apply(self.game(), step(suggestion.from, Action::Accept))
            .ok()?;
        Some(accepted.view(self.game(), Some(seat)))
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
            at_ms: now_ms.max(table.last_ms),
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
                Entry::Step(Step::Chance { .. } | Step::TimeUp) => None,
            },
            key: None,
            body: entry.text(game.board().topology()),
            post_hash: digest(&self.batch.fold.state),
        });
        Ok(())
    }

    fn let_chance_decide(&mut self) {
        let chance = Chance::new(self.table.setup.seed);
        while let Some(outcome) = chance.outcome(&self.batch.fold.state, self.next_seq()) {
            self.add(Entry::Step(Step::Chance { outcome }))
                .expect("what chance draws from is what the rules allow");
        }
    }
}
