//! Tests of what a room does by itself, in virtual time.

mod absence;
mod bots;
mod coach;
mod newcomers;
mod outage;
mod spectators;
mod support;
