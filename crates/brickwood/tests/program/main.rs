//! The program as people meet it: the real binary, real sockets, real files.

mod game;
mod house;
mod kill;
mod person;
mod player;
mod start;
mod study;
