//! What each viewer is told of a table. Only here is a table's knowledge narrowed to what one viewer may know.

mod choices;
mod outline;
mod update;

pub(crate) use choices::choices;
pub use outline::{Listed, Outline, Progress};
pub use update::Viewer;
