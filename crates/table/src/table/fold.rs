//! The fold from the lines of a log to the current state of the table.

use brickwood_rules::{Action, Illegal, Phase, Seat, State, Step};

use crate::game::{Awaited, Clock, ThinkingTime, turn_of};
use crate::log::{Entry, digest};
use crate::seats::{People, TableStatus};
use crate::setup::Setup;
use crate::trade::Negotiation;

/// Everything that follows from the lines of a log: the state of the game, the states to which undo leads
/// back, the status of the table, and the clocks.
///
/// It holds no [`Playthrough`](brickwood_rules::Playthrough): the log is the past of a table, and has more than steps in
/// it; only the steps of a turn are taken back; and what viewers were told is kept by the room, with the bots.
#[derive(Clone, Debug)]
pub(crate) struct Fold {
    pub(crate) state: State,
    pub(crate) status: TableStatus,
    pub(crate) clock: Clock,
    pub(crate) thinking_time: ThinkingTime,
    pub(crate) negotiation: Negotiation,
    /// The number of lines so far.
    pub(crate) lines: u32,
    /// The number of draws. A draw is never undone.
    pub(crate) draws: u32,
    /// Before each of the last steps that can be taken back, oldest first.
    undoable: Vec<State>,
    progress: Progress,
}

/// How far a turn has come.
#[derive(Clone, Copy, Debug, Default)]
struct Progress {
    /// The steps of the turn that were not taken back.
    steps: u32,
    /// The most that there have been.
    furthest: u32,
    /// The steps that were taken back.
    undone: u32,
}

/// After so many steps that were taken back, a turn allows no more: the log holds each of them.
const MOST_UNDONE: u32 = 30;

impl Progress {
    /// A line was added. Returns whether the turn has come further than before.
    fn moves_on(&mut self, entry: Entry, is_next_turn: bool) -> bool {
        if is_next_turn {
            *self = Self::default();
            return true;
        }
        match entry {
            Entry::Step(_) => self.steps += 1,
            Entry::Undo(_) => {
                self.steps = self.steps.saturating_sub(1);
                self.undone += 1;
            }
            _ => return false,
        }
        let moves_on = self.steps > self.furthest;
        self.furthest = self.furthest.max(self.steps);
        moves_on
    }
}

impl Fold {
    /// Before the first line.
    pub(crate) fn new(setup: &Setup) -> Self {
        let state = setup.start();
        Self {
            state,
            status: TableStatus::default(),
            clock: Clock::new(&setup.game),
            thinking_time: ThinkingTime::default(),
            negotiation: Negotiation::new(&state),
            lines: 0,
            draws: 0,
            undoable: Vec::new(),
            progress: Progress::default(),
        }
    }

    /// The fingerprint in a line of the log: 0 before the game has begun, because it may still become a
    /// game for fewer players.
    pub(crate) fn post_hash(&self, setup: &Setup) -> u64 {
        if self.status.begun {
            digest(&setup.game, &self.state)
        } else {
            0
        }
    }

    /// Whether this seat may take its last step back: it revealed nothing, nobody has acted since, and the turn
    /// has not been taken back too often.
    pub(crate) fn can_undo(&self, seat: Seat) -> bool {
        !self.undoable.is_empty()
            && self.state.builder() == seat
            && self.progress.undone < MOST_UNDONE
    }

    /// Applies a line. It depends only on those parts of the set-up and the people that do not change once
    /// the game has begun: the clock's rule, and which seats bots held in which line. An error changes nothing.
    pub(crate) fn apply(
        &mut self,
        setup: &Setup,
        people: &People,
        at_ms: u64,
        entry: Entry,
    ) -> Result<(), Illegal> {
        let before = self.state;
        match entry {
            Entry::Step(step) => {
                self.state = before.apply(&setup.game, step)?;
                self.draws += u32::from(matches!(step, Step::Chance { .. }));
                if reveals_nothing(&before, step) && same_turn(&before, &self.state) {
                    self.undoable.push(before);
                } else {
                    self.undoable.clear();
                }
            }
            Entry::Undo(seat) if !self.can_undo(seat) => return Err(Illegal::NotToAct),
            Entry::Undo(_) => {
                if let Some(before) = self.undoable.pop() {
                    self.state = before;
                }
            }
            // Without the locked seats, the game is a different one.
            Entry::Started { .. } => self.state = setup.start(),
            Entry::Changed { .. } if !self.status.begun => {
                self.state = setup.start();
                self.clock = Clock::new(&setup.game);
            }
            _ => {}
        }
        self.lines += 1;
        self.negotiation
            .apply(&setup.game, self.lines, entry, &before, &self.state);
        self.status.apply(entry, at_ms);
        let is_next_turn = turn_of(&before) != turn_of(&self.state);
        if is_next_turn {
            self.status.end_turn();
        }
        let moved_on = self.progress.moves_on(entry, is_next_turn);
        self.clock
            .tick(at_ms, entry, &self.state, self.status.plays());
        let rule = people.options.clock;
        let bots = people.bot_seats_at(self.lines);
        let awaited = Awaited {
            seats: self.status.thinking(&self.state, bots),
            moved_on,
        };
        self.thinking_time
            .tick(rule, at_ms, entry, &before, &self.state, awaited);
        Ok(())
    }

    /// Whether time runs for anybody.
    pub(crate) fn is_timed(&self) -> bool {
        self.clock.is_running() || self.thinking_time.is_running()
    }
}

/// Whether a step reveals no card and requires no reaction.
fn reveals_nothing(before: &State, step: Step) -> bool {
    let Step::Action { action, .. } = step else {
        return false;
    };
    match action {
        Action::BuildRoad { .. }
        | Action::BuildSettlement { .. }
        | Action::BuildCity { .. }
        | Action::MaritimeTrade { .. } => true,
        // Free roads may have been forgone by mistake (DEV-04).
        Action::Pass => *before.phase() == Phase::FreeRoads,
        _ => false,
    }
}

/// Whether the same seat continues: in the special building phase each builder counts separately (SBP-01).
fn same_turn(before: &State, after: &State) -> bool {
    before.builder() == after.builder()
        && before.turn() == after.turn()
        && after.may_act(after.builder())
}
