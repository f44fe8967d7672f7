//! A module: calls in, answers out.

use brickwood_protocol::{ProblemKind, RequestFault};

use crate::analysis::Analysis;
use crate::call::{Answer, Call};
use crate::tables::Tables;

/// The open tables of one worker, and everything that can be done without a table.
#[derive(Default)]
pub struct Module {
    tables: Tables,
    analysis: Analysis,
}

impl Module {
    /// Does what the JSON says, and answers `{"NAME OF THE CALL": …}` or `{"problem": …}`.
    pub fn call(&mut self, json: &[u8]) -> String {
        let answer = match serde_json::from_slice::<Call>(json) {
            Ok(call) => call.run(&mut self.tables, &mut self.analysis),
            Err(error) => {
                let detail = error.to_string();
                let why = RequestFault::Unreadable { detail };
                Err(ProblemKind::Malformed { why }.into())
            }
        };
        serde_json::to_string(&answer.unwrap_or_else(Answer::Problem))
            .expect("answers have nothing that JSON has not")
    }
}
