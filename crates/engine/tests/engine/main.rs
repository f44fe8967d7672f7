//! The promises of the engine protocol, tested line by line and without a process.

mod book;
mod external;
mod follower;
mod kit;
mod lines;
mod secrets;
mod session;
