//! The analysis that is under way.

use brickwood_analysis::{AnalysisPart, Analyzer};
use brickwood_protocol::Problem;
use brickwood_table_bots::analyzer;

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
            let mut analyzer = analyzer(&record)?;
            analyzer.advance(from);
            analyzer
        };
        let part = analyzer.advance(count);
        self.0 = (analyzer.done() < analyzer.steps()).then_some((record, analyzer));
        Ok(part)
    }
}
