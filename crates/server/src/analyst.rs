//! Who tells people of records and positions that they study.

use brickwood_analysis::Analyzer;
use brickwood_protocol::{Advice, Exercise, Look, Problem, Reconsidered};
use brickwood_rules::Seat;

/// Tells of records and positions, all of them in notation. What it tells follows from the question alone, and may take
/// seconds.
pub trait Analyst: Send + Sync + 'static {
    /// The decision of the viewer of a view, between some actions.
    ///
    /// # Errors
    ///
    /// What cannot be read, and the first action that cannot be taken.
    fn exercise(&self, view: &str, answers: &[String]) -> Result<Exercise, Problem>;

    /// The choice that a step of a record was, from 1, again: what the seat could have done, and what that was worth.
    ///
    /// # Errors
    ///
    /// The fault of the record, or that the step is no choice.
    fn reconsider(
        &self,
        record: &str,
        step: usize,
        with_reasons: bool,
    ) -> Result<Reconsidered, Problem>;

    /// What a bot compared in the decision that a step of a record was, from 1, and what it believed.
    ///
    /// # Errors
    ///
    /// The fault of the record, or that the step is no decision of a bot of ours.
    fn look(&self, record: &str, step: usize) -> Result<Look, Problem>;

    /// What the coach advises a seat after so many steps of a record; none for a seat that the game does not have.
    ///
    /// # Errors
    ///
    /// The fault of the record.
    fn advise(&self, record: &str, steps: usize, seat: Seat) -> Result<Option<Advice>, Problem>;

    /// The analysis of a record, before its first step.
    ///
    /// # Errors
    ///
    /// The fault of the record.
    fn analyzer(&self, record: &str) -> Result<Analyzer, Problem>;
}
