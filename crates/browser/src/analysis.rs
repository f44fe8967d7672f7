//! What is told of a record: the analysis that is under way, and the coach's advice.

use brickwood_analysis::{AnalysisPart, Analyzer};
use brickwood_protocol::{Advice, Problem, ProblemKind};
use brickwood_rules::Seat;
use brickwood_table::{PlayedGame, played_game_of_record};

/// Remembers how far the analysis of a record is: to begin anew for each part would take far longer.
#[derive(Default)]
pub(crate) struct Analysis(Option<(String, Analyzer)>);

impl Analysis {
    /// The part of a record's analysis that begins after `from` steps.
    pub(crate) fn part(
        &mut self,
        record: String,
        from: usize,
        count: usize,
    ) -> Result<AnalysisPart, Problem> {
        let goes_on = |(known, analyzer): &mut (String, Analyzer)| {
            *known == record && analyzer.done() == from
        };
        let mut analyzer = if let Some((_, open)) = self.0.take_if(goes_on) {
            open
        } else {
            let mut analyzer = begin(&record)?;
            analyzer.advance(from);
            analyzer
        };
        let part = analyzer.advance(count);
        self.0 = (analyzer.done() < analyzer.steps()).then_some((record, analyzer));
        Ok(part)
    }
}

fn begin(record: &str) -> Result<Analyzer, Problem> {
    let PlayedGame { game, steps, .. } = played_game_of_record(record)?;
    Analyzer::new(game, steps).map_err(|_| ProblemKind::Internal.into())
}

/// What the coach advises a seat after so many steps of a record: all of them where it has fewer.
pub(crate) fn advise(record: &str, steps: usize, seat: Seat) -> Result<Option<Advice>, Problem> {
    let played = played_game_of_record(record)?;
    let taken = &played.steps[..steps.min(played.steps.len())];
    brickwood_analysis::advise_after(&played.game, taken, seat)
        .map_err(|_| ProblemKind::Internal.into())
}
