//! A module: calls in, answers out.

use brickwood_protocol::{Problem, ProblemKind, RequestFault};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::analysis::Analysis;
use crate::call::Call;
use crate::tables::Tables;

/// The open tables of one worker, and everything that can be done without a table.
#[derive(Default)]
pub struct Module {
    tables: Tables,
    analysis: Analysis,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Result {
    Ok(Box<RawValue>),
    Problem(Problem),
}

impl Module {
    /// Does what the JSON says, and answers `{"ok": …}` or `{"problem": …}`.
    pub fn call(&mut self, json: &[u8]) -> String {
        let result = match serde_json::from_slice::<Call>(json) {
            Ok(call) => call.run(&mut self.tables, &mut self.analysis),
            Err(error) => {
                let detail = error.to_string();
                let why = RequestFault::Unreadable { detail };
                Err(ProblemKind::Malformed { why }.into())
            }
        };
        let result = match result {
            Ok(answer) => Result::Ok(answer),
            Err(problem) => Result::Problem(problem),
        };
        serde_json::to_string(&result).expect("answers have nothing that JSON has not")
    }
}
