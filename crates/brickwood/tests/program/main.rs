//! The program as people use it: the real binary, real sockets, real files.

mod analyse;
#[cfg(feature = "data")]
mod data;
mod engine;
mod external;
mod game;
mod kill;
mod network_bot;
mod person;
mod replay;
mod serve;
mod server_process;
mod start;
mod stored;
mod study;
#[cfg(target_os = "linux")]
mod trouble;
mod verify;
