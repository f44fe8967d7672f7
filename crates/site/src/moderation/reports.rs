//! Reports about people.

pub(crate) mod api;
mod evidence;
mod store;

pub(crate) use evidence::gathered;
pub use store::{NewReport, ReportBody, StoredCard, StoredReport};
