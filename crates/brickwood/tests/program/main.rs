//! The program as people meet it: the real binary, real sockets, real files.

mod engine;
mod game;
mod house;
mod kill;
mod network_bot;
mod outside;
mod person;
mod replay;
mod serve;
mod start;
mod stored;
mod study;
#[cfg(target_os = "linux")]
mod trouble;
mod verify;
