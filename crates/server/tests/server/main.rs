//! The server as its clients meet it: over real sockets, with real files.

mod boundary;
mod contract;
mod faults;
mod http;
mod log;
mod played;
mod slow;
mod socket;
mod support;
