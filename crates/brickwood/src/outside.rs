//! Programs of others in seats of ours. A program that is broken, late or wrong forfeits the decision:
//! a plain legal action is taken for it, and the fault is counted. It never holds us up.

mod process;

use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use brickwood_arena::{Entrant, Player, PlayerError, Request};
use brickwood_bots::judge;
use brickwood_engine::outside::{self, MOST_OFFERS, Unusable, action, choose, stand_in};
use brickwood_rules::{Action, Game, InformationState};

use process::{Program, Trouble};

/// The milliseconds that a program gets for a decision unless it is said.
const USUAL_BUDGET: u32 = 1_000;

/// So much later than its budget an answer may come.
const GRACE: Duration = Duration::from_millis(500);

/// After so many troubles in a row the program is not asked any more.
const MOST_TROUBLES: u32 = 10;

/// A program that decides for as many seats as it is asked. Each process serves one seat at a time;
/// where several wait, several are started.
pub(crate) struct Outside {
    command: String,
    words: Vec<String>,
    idle: Mutex<Vec<Program>>,
    faults: Mutex<Faults>,
}

impl fmt::Debug for Outside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.command)
    }
}

/// What has gone wrong with a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Faults {
    /// What it was asked.
    pub(crate) decisions: u64,
    /// Answers that did not come in time.
    pub(crate) late: u64,
    /// Times that it ended, could not be started, or said what is no answer.
    pub(crate) broken: u64,
    /// Actions that break a rule, or cannot be read.
    pub(crate) wrong: u64,
    /// Decisions that it was not asked for any more, after too many troubles in a row.
    pub(crate) given_up: u64,
    /// The first of all, in words.
    pub(crate) first: Option<String>,
    in_a_row: u32,
}

impl Faults {
    /// How many decisions were not its own.
    pub(crate) const fn total(&self) -> u64 {
        self.late + self.broken + self.wrong + self.given_up
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} of {} decisions forfeited ({} late, {} broken, {} wrong, {} not asked any more)",
            self.total(),
            self.decisions,
            self.late,
            self.broken,
            self.wrong,
            self.given_up
        )?;
        match &self.first {
            Some(first) => write!(f, "; first: {first}"),
            None => Ok(()),
        }
    }
}

/// Why a decision is forfeited.
enum Fault {
    Late,
    Broken(String),
    Wrong(String),
}

impl From<Trouble> for Fault {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Late => Self::Late,
            Trouble::Ended => Self::Broken("the program has ended".into()),
            Trouble::Absent(reason) => Self::Broken(format!("it cannot be started: {reason}")),
            Trouble::Unusable(Unusable::Garbled(reason)) => {
                Self::Broken(format!("a line is no answer: {reason}"))
            }
            Trouble::Unusable(Unusable::Refused(reason)) => {
                Self::Wrong(format!("it refuses to decide: {reason}"))
            }
            Trouble::Unusable(Unusable::NoAction(reason)) => Self::Wrong(reason),
        }
    }
}

impl Outside {
    /// The program of a command line, which is split as a shell does and run without one.
    pub(crate) fn new(command: &str) -> Result<Self, String> {
        let words = shlex::split(command).filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| format!("`{command}` is no command"))?;
        Ok(Self {
            command: command.to_owned(),
            words,
            idle: Mutex::default(),
            faults: Mutex::default(),
        })
    }

    /// Starts the program once, to see whether it can be.
    pub(crate) fn try_out(&self) -> Result<(), String> {
        let program =
            Program::start(&self.words).map_err(|trouble| match Fault::from(trouble) {
                Fault::Late => "it does not answer `hello`".to_owned(),
                Fault::Broken(reason) | Fault::Wrong(reason) => reason,
            })?;
        tracing::info!(
            command = self.command,
            name = program.introduction.name,
            "an outside program"
        );
        lock(&self.idle).push(program);
        Ok(())
    }

    /// What has gone wrong so far.
    pub(crate) fn faults(&self) -> Faults {
        lock(&self.faults).clone()
    }

    /// What the viewer does; nothing if it waits for others.
    pub(crate) fn decide(
        &self,
        game: &Game,
        known: InformationState<'_>,
        seed: u64,
        budget_ms: Option<u32>,
    ) -> Option<Action> {
        let view = known.view;
        let budget = budget_ms.unwrap_or(USUAL_BUDGET);
        let request = choose(game, view, seed, budget)?;
        {
            let mut faults = lock(&self.faults);
            faults.decisions += 1;
            if faults.in_a_row >= MOST_TROUBLES {
                faults.given_up += 1;
                drop(faults);
                return stand_in(game, view);
            }
        }
        let limit = Duration::from_millis(budget.into()) + GRACE;
        match self.ask(game, known, request, limit) {
            Ok(action) => {
                lock(&self.faults).in_a_row = 0;
                Some(action)
            }
            Err(fault) => {
                self.note(fault);
                stand_in(game, view)
            }
        }
    }

    fn ask(
        &self,
        game: &Game,
        known: InformationState<'_>,
        request: outside::Request,
        limit: Duration,
    ) -> Result<Action, Fault> {
        let idle = lock(&self.idle).pop();
        let mut program = match idle {
            Some(program) => program,
            None => Program::start(&self.words)?,
        };
        let request = match known.history {
            Some(history) if program.introduction.wants_events => request.with_history(history),
            _ => request,
        };
        let asked = program.ask(request, limit);
        if asked.as_ref().map_or_else(Trouble::is_over, |_| true) {
            lock(&self.idle).push(program);
        }
        let wanted = action(game, &asked?).map_err(Trouble::Unusable)?;
        judge(game, known.view, wanted)
            .map_err(|illegal| Fault::Wrong(format!("{illegal} ({})", illegal.clause())))?;
        if matches!(wanted, Action::Offer { .. }) && known.view.offers >= MOST_OFFERS {
            let message = format!("it has made {MOST_OFFERS} offers in this turn");
            return Err(Fault::Wrong(message));
        }
        Ok(wanted)
    }

    fn note(&self, fault: Fault) {
        let mut faults = lock(&self.faults);
        let (what, is_trouble) = match fault {
            Fault::Late => {
                faults.late += 1;
                ("it did not answer in time".to_owned(), true)
            }
            Fault::Broken(reason) => {
                faults.broken += 1;
                (reason, true)
            }
            Fault::Wrong(reason) => {
                faults.wrong += 1;
                (reason, false)
            }
        };
        if is_trouble {
            faults.in_a_row += 1;
            if faults.in_a_row == MOST_TROUBLES {
                tracing::error!(command = self.command, "an outside program is given up");
            }
        } else {
            faults.in_a_row = 0;
        }
        tracing::warn!(
            command = self.command,
            what,
            "an outside program forfeits a decision"
        );
        faults.first.get_or_insert(what);
    }
}

/// A lock that outlives whoever panicked with it: what it guards is whole after every line.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An outside program in a match.
#[derive(Clone)]
pub(crate) struct OutsideEntrant(pub(crate) Arc<Outside>);

impl Entrant for OutsideEntrant {
    fn name(&self) -> String {
        format!("cmd:{}", self.0.command)
    }

    fn player(&self) -> Result<Box<dyn Player>, PlayerError> {
        if lock(&self.0.idle).is_empty() {
            self.0.try_out().map_err(PlayerError)?;
        }
        Ok(Box::new(self.clone()))
    }
}

impl Player for OutsideEntrant {
    fn decide(&mut self, request: &Request<'_>) -> Result<Option<Action>, PlayerError> {
        let milliseconds = request.budget.milliseconds;
        let decided = (self.0).decide(request.game, request.known(), request.seed, milliseconds);
        Ok(decided)
    }
}
