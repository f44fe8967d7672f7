//! The program as people use it: the real binary, real sockets, real files.

mod analyse;
mod careless;
mod copy;
#[cfg(feature = "data")]
mod data;
mod engine;
mod external;
mod game;
mod kill;
mod network_bot;
mod person;
mod ratings;
#[cfg(feature = "data")]
mod regret;
mod replay;
mod same_game;
mod same_study;
mod serve;
mod server_process;
mod site;
mod start;
mod stored;
#[path = "../common/stored_game.rs"]
mod stored_game;
mod study;
#[cfg(target_os = "linux")]
mod trouble;
mod verify;
