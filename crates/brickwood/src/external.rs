//! External engines: programs that decide for a seat. A program that is broken, late or wrong forfeits the
//! decision: a simple legal action is taken for it, and the fault is counted. It never delays the game
//! beyond its budget.

mod process;

use std::{fmt, sync::Arc, time::Duration};

use brickwood_arena::{DecisionRequest, Entrant, Player, PlayerError};
use brickwood_bots::judge;
use brickwood_engine::external::{self, MOST_OFFERS, Unusable, action, choose, stand_in};
use brickwood_rules::{Action, Game, InformationState};
use parking_lot::Mutex;

use process::{EngineProcess, ProcessError};

/// The default budget for a decision, in milliseconds.
const USUAL_BUDGET: u32 = 1_000;

/// How late after the budget an answer may come.
const GRACE: Duration = Duration::from_millis(500);

/// After this number of failures in a row the program is not asked again.
const MOST_FAILURES: u32 = 10;

/// An external program that decides for any number of seats. Each process serves one seat at a time; if
/// several seats wait, several processes run.
pub(crate) struct ExternalEngine {
    command: String,
    words: Vec<String>,
    idle: Mutex<Vec<EngineProcess>>,
    faults: Mutex<Faults>,
}

impl fmt::Debug for ExternalEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.command)
    }
}

/// The faults of a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Faults {
    /// The decisions that were due.
    pub(crate) decisions: u64,
    /// Answers that did not come in time.
    pub(crate) late: u64,
    /// Times that it ended, could not be started, or sent a line that is not an answer.
    pub(crate) broken: u64,
    /// Actions that break a rule, or cannot be read.
    pub(crate) wrong: u64,
    /// Decisions for which it was not asked, after too many failures in a row.
    pub(crate) given_up: u64,
    /// The first fault, in words.
    pub(crate) first: Option<String>,
    in_a_row: u32,
}

impl Faults {
    /// The number of forfeited decisions.
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

impl From<ProcessError> for Fault {
    fn from(error: ProcessError) -> Self {
        match error {
            ProcessError::Late => Self::Late,
            ProcessError::Ended => Self::Broken("the program has ended".into()),
            ProcessError::Absent(reason) => Self::Broken(format!("it cannot be started: {reason}")),
            ProcessError::Unusable(Unusable::Garbled(reason)) => {
                Self::Broken(format!("a line is not an answer: {reason}"))
            }
            ProcessError::Unusable(Unusable::Refused(reason)) => {
                Self::Wrong(format!("it refuses to decide: {reason}"))
            }
            ProcessError::Unusable(Unusable::NoAction(reason)) => Self::Wrong(reason),
        }
    }
}

impl ExternalEngine {
    /// The program of a command line, which is split as a shell splits it, and run without a shell.
    pub(crate) fn new(command: &str) -> Result<Self, String> {
        let words = shlex::split(command).filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| format!("`{command}` is not a command line"))?;
        Ok(Self {
            command: command.to_owned(),
            words,
            idle: Mutex::default(),
            faults: Mutex::default(),
        })
    }

    /// Starts the program once, to check that it works.
    pub(crate) fn try_out(&self) -> Result<(), String> {
        let program =
            EngineProcess::start(&self.words).map_err(|error| match Fault::from(error) {
                Fault::Late => "it does not answer `hello`".to_owned(),
                Fault::Broken(reason) | Fault::Wrong(reason) => reason,
            })?;
        tracing::info!(
            command = self.command,
            name = program.introduction.name,
            "an outside program"
        );
        self.idle.lock().push(program);
        Ok(())
    }

    /// The faults so far.
    pub(crate) fn faults(&self) -> Faults {
        self.faults.lock().clone()
    }

    /// The viewer's action; none if it waits for others.
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
            let mut faults = self.faults.lock();
            faults.decisions += 1;
            if faults.in_a_row >= MOST_FAILURES {
                faults.given_up += 1;
                drop(faults);
                return stand_in(game, view);
            }
        }
        let limit = Duration::from_millis(budget.into()) + GRACE;
        match self.ask(game, known, request, limit) {
            Ok(action) => {
                self.faults.lock().in_a_row = 0;
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
        request: external::ExternalRequest,
        limit: Duration,
    ) -> Result<Action, Fault> {
        let idle = self.idle.lock().pop();
        let mut program = match idle {
            Some(program) => program,
            None => EngineProcess::start(&self.words)?,
        };
        let request = match known.history {
            Some(history) if program.introduction.wants_events => request.with_history(history),
            _ => request,
        };
        let asked = program.ask(request, limit);
        if asked.as_ref().map_or_else(ProcessError::is_over, |_| true) {
            self.idle.lock().push(program);
        }
        let wanted = action(game, &asked?).map_err(ProcessError::Unusable)?;
        judge(game, known.view, wanted)
            .map_err(|illegal| Fault::Wrong(format!("{illegal} ({})", illegal.clause())))?;
        if matches!(wanted, Action::Offer { .. }) && known.view.offers >= MOST_OFFERS {
            let message = format!("it has made {MOST_OFFERS} offers in this turn");
            return Err(Fault::Wrong(message));
        }
        Ok(wanted)
    }

    fn note(&self, fault: Fault) {
        let mut faults = self.faults.lock();
        let (what, is_failure) = match fault {
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
        if is_failure {
            faults.in_a_row += 1;
            if faults.in_a_row == MOST_FAILURES {
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

/// An external program in a match.
#[derive(Clone)]
pub(crate) struct ExternalEntrant(pub(crate) Arc<ExternalEngine>);

impl Entrant for ExternalEntrant {
    fn name(&self) -> String {
        format!("cmd:{}", self.0.command)
    }

    fn player(&self) -> Result<Box<dyn Player>, PlayerError> {
        if self.0.idle.lock().is_empty() {
            self.0.try_out().map_err(PlayerError)?;
        }
        Ok(Box::new(self.clone()))
    }
}

impl Player for ExternalEntrant {
    fn decide(&mut self, request: &DecisionRequest<'_>) -> Result<Option<Action>, PlayerError> {
        let milliseconds = request.budget.milliseconds;
        let decided = (self.0).decide(request.game, request.known(), request.seed, milliseconds);
        Ok(decided)
    }
}
