//! Runs the steps of a long chore and sums them up.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};

/// What a step wants to be remembered for: `312 tests run: 312 passed`.
pub(crate) type Note = Option<String>;

/// The steps so far. The first that fails is the last that runs.
pub(crate) struct Report {
    begun: Instant,
    steps: Vec<Step>,
    failed: bool,
}

struct Step {
    name: &'static str,
    took: Duration,
    outcome: String,
}

impl Report {
    pub(crate) fn new() -> Self {
        Self {
            begun: Instant::now(),
            steps: Vec::new(),
            failed: false,
        }
    }

    /// Runs `step`, unless an earlier one failed.
    pub(crate) fn step(&mut self, name: &'static str, step: impl FnOnce() -> Result<Note>) {
        if self.failed {
            return;
        }
        eprintln!("\n==> {name}");
        let begun = Instant::now();
        let outcome = match step() {
            Ok(note) => note.unwrap_or_else(|| "ok".to_owned()),
            Err(error) => {
                eprintln!("error: {error:#}");
                self.failed = true;
                "FAILED".to_owned()
            }
        };
        self.steps.push(Step {
            name,
            took: begun.elapsed(),
            outcome,
        });
    }

    /// Prints how long each step took, and how it all went.
    pub(crate) fn finish(self) -> Result<()> {
        eprintln!();
        for Step {
            name,
            took,
            outcome,
        } in &self.steps
        {
            eprintln!("{:>8}  {name:<18}  {outcome}", clock(*took));
        }
        let total = clock(self.begun.elapsed());
        match self.steps.last() {
            Some(step) if self.failed => bail!("`{}` failed, after {total} in all", step.name),
            _ => {
                eprintln!("All checks passed in {total}.");
                Ok(())
            }
        }
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
    fn a_failed_step_is_the_last_that_runs() {
        let mut report = Report::new();
        let mut ran = Vec::new();
        report.step("first", || {
            ran.push(1);
            Ok(None)
        });
        report.step("second", || bail!("no"));
        report.step("third", || {
            ran.push(3);
            Ok(None)
        });
        assert_eq!(ran, [1]);
        assert!(
            report
                .finish()
                .expect_err("failed")
                .to_string()
                .contains("`second` failed")
        );
    }

    #[test]
    fn durations_read_well() {
        assert_eq!(clock(Duration::from_millis(1250)), "1.2 s");
        assert_eq!(clock(Duration::from_secs(125)), "2 m 05 s");
    }
}
