//! The rules a second time: slow, obvious, and written from `docs/rules` alone.
//!
//! [`Reference`](model::Reference) is a whole implementation of its own, with its own geometry and
//! its own idea of what a game is made of: lists and maps, everything found anew whenever it is
//! asked for, one clause a function. It shares no code with the crate but the words in which the two
//! talk: actions, outcomes, phases. The fast engine is held against it step by step
//! ([`lockstep`]) and by its counts of steps ([`perft`]), and its longest road against every
//! trail there is ([`networks`]).

#[path = "../rules/kit/random.rs"]
mod random;

mod apply;
mod begin;
mod chance;
mod compare;
mod end;
mod geometry;
mod judge;
mod lockstep;
mod model;
mod networks;
mod pile;

mod proposal;
mod road;
mod robber;
mod table_rules;
mod trade;
mod written;
