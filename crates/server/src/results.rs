//! What finished games were for those who played them: counted once by one server of a site, and stored.

mod document;
mod evaluator;
mod mine;
mod profile;

pub(crate) use evaluator::Evaluator;
pub(crate) use mine::{Sums, groups, result};
pub(crate) use profile::profile;
