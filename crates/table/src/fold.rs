//! The fold that makes of a log where the table stands.

use brickwood_rules::{Action, Illegal, Phase, Seat, State, Step};

use crate::clock::Clock;
use crate::entry::Entry;
use crate::negotiation::Negotiation;
use crate::people::People;
use crate::record::digest;
use crate::setup::Setup;
use crate::standing::Standing;
use crate::thinking_time::ThinkingTime;

/// Everything that follows from the lines of a log: the state of the game, the states to which undo
/// leads back, how the table stands beside the game, and the clocks.
#[derive(Clone, Debug)]
pub(crate) struct Fold {
    pub(crate) state: State,
    pub(crate) standing: Standing,
    pub(crate) clock: Clock,
    pub(crate) thinking_time: ThinkingTime,
    pub(crate) negotiation: Negotiation,
    /// How many lines are folded in.
    pub(crate) lines: u32,
    /// How often chance has decided. Nothing takes a draw back.
    pub(crate) draws: u32,
    /// Before each of the last steps that can be taken back, oldest first.
    undoable: Vec<State>,
}

impl Fold {
    /// Before the first line.
    pub(crate) fn new(setup: &Setup) -> Self {
        Self {
            state: State::new(&setup.game),
            standing: Standing::default(),
            clock: Clock::new(&setup.game),
            thinking_time: ThinkingTime::default(),
            negotiation: Negotiation::default(),
            lines: 0,
            draws: 0,
            undoable: Vec::new(),
        }
    }

    /// What a line of the log remembers of the state: nothing before the game has begun, when it may
    /// still become one for fewer players.
    pub(crate) fn post_hash(&self, setup: &Setup) -> u64 {
        if self.standing.begun {
            digest(&setup.game, &self.state)
        } else {
            0
        }
    }

    /// Whether this seat may take its last step back: it revealed nothing, and nobody has acted since.
    pub(crate) fn can_undo(&self, seat: Seat) -> bool {
        !self.undoable.is_empty() && self.state.builder() == seat
    }

    /// Folds in a line. Of the set-up and the people only what no longer changes once the game has
    /// begun makes a difference: the clock's rule, and which seats are bots'. An error changes nothing.
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
            // Without the locked seats it is another game.
            Entry::Started { .. } => self.state = State::new(&setup.game),
            Entry::Changed { .. } if !self.standing.begun => {
                self.state = State::new(&setup.game);
                self.clock = Clock::new(&setup.game);
            }
            _ => {}
        }
        self.lines += 1;
        self.negotiation
            .apply(&setup.game, self.lines, entry, &before, &self.state);
        self.standing.apply(entry, at_ms);
        if turn_of(&before) != turn_of(&self.state) {
            self.standing.end_turn();
        }
        self.clock
            .tick(at_ms, entry, &self.state, self.standing.plays());
        let rule = people.options.clock;
        let bots = people.bot_seats();
        let thinking = self.standing.thinking(&self.state, bots);
        self.thinking_time
            .tick(rule, at_ms, entry, &before, &self.state, thinking);
        Ok(())
    }

    /// Whether time runs for anybody.
    pub(crate) fn is_timed(&self) -> bool {
        self.clock.is_running() || self.thinking_time.is_running()
    }
}

/// Whose turn it is, or whose building after one.
pub(crate) fn turn_of(state: &State) -> (u16, Seat, Seat) {
    (state.turn(), state.active(), state.builder())
}

/// Whether a step shows no card and asks nothing of anybody.
fn reveals_nothing(before: &State, step: Step) -> bool {
    let Step::Action { action, .. } = step else {
        return false;
    };
    match action {
        Action::BuildRoad { .. }
        | Action::BuildSettlement { .. }
        | Action::BuildCity { .. }
        | Action::MaritimeTrade { .. } => true,
        // Free roads that were forgone by a slip of the hand (DEV-04).
        Action::Pass => *before.phase() == Phase::FreeRoads,
        _ => false,
    }
}

/// Whether the same seat goes on: in the special building phase each builder is for itself (SBP-01).
fn same_turn(before: &State, after: &State) -> bool {
    before.builder() == after.builder()
        && before.turn() == after.turn()
        && after.may_act(after.builder())
}
