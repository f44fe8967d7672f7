//! The server as its clients meet it: over real sockets, with real files.

mod boundary;
mod faults;
mod http;
mod played;
mod shared_log;
mod slow;
mod socket;
mod support;
