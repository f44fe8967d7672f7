//! The game at a table: commands of seats, what happens without a command, and the time that it
//! takes. It does not know who is connected.

mod advance;
mod clock;
mod completion;
mod play;
mod thinking_time;
mod turns;

pub(crate) use clock::Clock;
pub(crate) use completion::completion;
pub(crate) use thinking_time::{Awaited, ThinkingTime};
pub(crate) use turns::{is_to_act, trading_is_over, turn_of};
