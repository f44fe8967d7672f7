//! What players say about trades beside the steps of the rules: an offer's answers, suggestions, messages.
//! It knows the lines of the log and whose turn it is.

mod negotiation;
mod talk;

pub(crate) use negotiation::Negotiation;
