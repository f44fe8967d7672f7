//! The analysis that is under way.

use brickwood_analysis::{AnalysisPart, Analyzer};
use brickwood_protocol::Problem;
use brickwood_rules::SeatSet;
use brickwood_table_bots::analyzer;

/// Remembers how far the analysis of a record is: to begin anew for each part would take far longer.
#[derive(Default)]
pub(crate) struct Analysis(Option<Open>);

/// An analysis, and what it is of.
struct Open {
    record: String,
    seats: Option<SeatSet>,
    analyzer: Analyzer,
}

impl Analysis {
    /// The part of a record's analysis that begins after `from` steps: of all seats, or of some.
    pub(crate) fn part(
        &mut self,
        record: String,
        seats: Option<SeatSet>,
        from: usize,
        count: usize,
    ) -> Result<AnalysisPart, Problem> {
        let goes_on = |open: &mut Open| {
            open.record == record && open.seats == seats && open.analyzer.done() == from
        };
        let mut analyzer = if let Some(open) = self.0.take_if(goes_on) {
            open.analyzer
        } else {
            let mut analyzer = analyzer(&record)?;
            if let Some(seats) = seats {
                analyzer = analyzer.of(seats);
            }
            analyzer.advance(from);
            analyzer
        };
        let part = analyzer.advance(count);
        self.0 = (analyzer.done() < analyzer.steps()).then_some(Open {
            record,
            seats,
            analyzer,
        });
        Ok(part)
    }
}
