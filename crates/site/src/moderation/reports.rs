//! Reports about people.

pub(crate) mod api;
mod store;

pub use store::{NewReport, ReportBody, StoredReport};
