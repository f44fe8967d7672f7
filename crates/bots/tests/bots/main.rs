//! Bots in whole games and in single decisions.

mod belief;
mod every_rule;
mod games;
mod leads;
mod manners;
mod offers;
mod openings;
mod strength;
mod support;
