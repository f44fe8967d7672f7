//! Runs the steps of a long chore and sums them up.

use std::{
    env,
    io::{self, Read},
    process::{Child, Command},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use anyhow::{Result, anyhow, bail};

/// What a step wants to be remembered for: `312 tests run: 312 passed`.
pub(crate) type Note = Option<String>;

/// The steps so far.
pub(crate) struct Report {
    begun: Instant,
    steps: Vec<Step>,
    /// Whether a step has failed that the others stand on.
    stopped: bool,
}

struct Step {
    name: &'static str,
    took: Duration,
    outcome: Result<String>,
}

/// A chore that runs beside the steps, in a process of its own. What it prints is kept until it ends, so that it does
/// not mix with theirs.
pub(crate) struct Beside {
    name: &'static str,
    begun: Instant,
    child: Child,
    /// All of it, and when it was at its end.
    printed: JoinHandle<(String, Instant)>,
}

impl Beside {
    fn start(name: &'static str, mut chore: Command) -> Result<Self> {
        let (mut reader, writer) = io::pipe()?;
        let child = chore.stdout(writer.try_clone()?).stderr(writer).spawn()?;
        let printed = thread::spawn(move || {
            let mut printed = Vec::new();
            // What cannot be read any more is missing, which the status of the process is not.
            let _ = reader.read_to_end(&mut printed);
            (
                String::from_utf8_lossy(&printed).into_owned(),
                Instant::now(),
            )
        });
        Ok(Self {
            name,
            begun: Instant::now(),
            child,
            printed,
        })
    }

    /// Waits for the end, and passes on what was printed. Says how long it took, too.
    fn end(mut self, note: impl FnOnce(&str) -> Note) -> (Duration, Result<Note>) {
        let (printed, ended) = self.printed.join().expect("reading does not panic");
        eprint!("{printed}");
        let outcome = match self.child.wait() {
            Ok(status) if status.success() => Ok(note(&printed)),
            Ok(status) => Err(anyhow!("`{}` failed ({status})", self.name)),
            Err(error) => Err(error.into()),
        };
        (ended - self.begun, outcome)
    }
}

impl Report {
    pub(crate) fn new() -> Self {
        Self {
            begun: Instant::now(),
            steps: Vec::new(),
            stopped: false,
        }
    }

    /// Runs a step that all later ones stand on: if it fails, it is the last.
    pub(crate) fn need(&mut self, name: &'static str, step: impl FnOnce() -> Result<Note>) {
        self.step(name, step);
        self.stopped |= self.steps.last().is_some_and(|step| step.outcome.is_err());
    }

    /// Runs a step. If it fails, the others run all the same, so that one run names all that is wrong.
    pub(crate) fn step(&mut self, name: &'static str, step: impl FnOnce() -> Result<Note>) {
        if self.stopped {
            return;
        }
        eprintln!("\n==> {name}");
        let begun = Instant::now();
        let outcome = step();
        self.record(name, begun.elapsed(), outcome);
    }

    /// Begins a chore of ours that uses what the next steps leave unused.
    pub(crate) fn beside(&mut self, name: &'static str, chore: &[&str]) -> Option<Beside> {
        if self.stopped {
            return None;
        }
        eprintln!("\n==> {name}, beside what follows");
        let begun = Instant::now();
        let started = env::current_exe().map_err(Into::into).and_then(|ours| {
            let mut command = Command::new(ours);
            command.args(chore);
            Beside::start(name, command)
        });
        match started {
            Ok(beside) => Some(beside),
            Err(error) => {
                self.record(name, begun.elapsed(), Err(error));
                None
            }
        }
    }

    /// Waits for what was begun, also where a step has failed meanwhile: nothing is left running.
    pub(crate) fn end(&mut self, beside: Option<Beside>, note: impl FnOnce(&str) -> Note) {
        let Some(beside) = beside else { return };
        let name = beside.name;
        eprintln!("\n==> {name}");
        let (took, outcome) = beside.end(note);
        self.record(name, took, outcome);
    }

    fn record(&mut self, name: &'static str, took: Duration, outcome: Result<Note>) {
        if let Err(error) = &outcome {
            eprintln!("error: {error:#}");
        }
        self.steps.push(Step {
            name,
            took,
            outcome: outcome.map(|note| note.unwrap_or_else(|| "ok".to_owned())),
        });
    }

    /// Prints how long each step took, and how it all went. What failed is told again, because the place where it
    /// happened may be far above.
    pub(crate) fn finish(self) -> Result<()> {
        eprintln!();
        for step in &self.steps {
            let outcome = step.outcome.as_deref().unwrap_or("FAILED");
            eprintln!("{:>8}  {:<18}  {outcome}", clock(step.took), step.name);
        }
        let total = clock(self.begun.elapsed());
        let mut failed = Vec::new();
        for step in &self.steps {
            if let Err(error) = &step.outcome {
                eprintln!("\n{}: {error:#}", step.name);
                failed.push(format!("`{}`", step.name));
            }
        }
        if !failed.is_empty() {
            bail!("{} failed, after {total} in all", failed.join(", "));
        }
        eprintln!("All checks passed in {total}.");
        Ok(())
    }
}

fn clock(duration: Duration) -> String {
    let seconds = duration.as_secs();
    if seconds < 60 {
        format!("{:.1} s", duration.as_secs_f64())
    } else {
        format!("{} m {:02} s", seconds / 60, seconds % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_fails_is_named_up_to_what_the_rest_needs() {
        let mut report = Report::new();
        let mut ran = Vec::new();
        report.step("first", || bail!("no"));
        report.step("second", || {
            ran.push(2);
            Ok(None)
        });
        report.need("third", || bail!("no"));
        report.step("fourth", || {
            ran.push(4);
            Ok(None)
        });
        assert!(report.beside("fifth", &[]).is_none());
        assert_eq!(ran, [2]);
        let failure = report.finish().expect_err("steps have failed").to_string();
        assert!(failure.starts_with("`first`, `third` failed"), "{failure}");
    }

    #[test]
    #[cfg(unix)]
    fn what_a_chore_beside_the_steps_prints_is_kept_to_its_end() {
        let chore = |script: &str| {
            let mut shell = Command::new("sh");
            shell.args(["-c", script]);
            Beside::start("beside", shell).expect("a shell")
        };
        let last = |printed: &str| printed.lines().last().map(str::to_owned);
        let mut report = Report::new();
        report.end(Some(chore("echo one; echo two >&2")), last);
        assert!(matches!(&report.steps[0].outcome, Ok(note) if note == "two"));
        report.end(Some(chore("exit 1")), last);
        assert!(report.steps[1].outcome.is_err());
    }

    #[test]
    fn durations_read_well() {
        assert_eq!(clock(Duration::from_millis(1250)), "1.2 s");
        assert_eq!(clock(Duration::from_secs(125)), "2 m 05 s");
    }
}
