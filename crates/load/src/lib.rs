//! Simulated clients for load tests. A [`Ledger`] records everything that the server tells them, so that
//! it can be compared with the server's log afterwards.
//!
//! The clients act at fixed times, however long the server takes. Each latency is measured from the time
//! at which the action was due, so the actions that a stalled server delays count, too.

mod deliveries;
mod ledger;
mod log_progress;
mod pace;
mod player;
mod reconnect;
mod retry;
mod run;
mod storm;
mod watcher;

pub use deliveries::ClientKind;
pub use ledger::{Acknowledged, Gap, Ledger, Notes, Recovery, Refused, Seen};
pub use run::{LoadPlan, PreparedRun, Run, RunResult};
pub use storm::{StormPlan, StormResult, WorkTimes, storm};
