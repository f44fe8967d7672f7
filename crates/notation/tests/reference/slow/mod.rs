//! The rules a second time: slow, obvious, and written from `docs/rules` alone.
//!
//! [`Reference`] is a whole implementation of its own, with its own geometry and its own idea of what
//! a game is made of: lists and maps, everything found anew whenever it is asked for, one clause a
//! function. It shares no code with the crate but the words in which the two talk: actions, outcomes,
//! phases.

pub(crate) mod apply;
pub(crate) mod begin;
pub(crate) mod chance;
pub(crate) mod compare;
pub(crate) mod contenders;
pub(crate) mod end;
pub(crate) mod geometry;
pub(crate) mod judge;
pub(crate) mod model;
pub(crate) mod pile;
pub(crate) mod position;
pub(crate) mod road;
pub(crate) mod robber;
pub(crate) mod table_rules;
pub(crate) mod trade;
pub(crate) mod written;
