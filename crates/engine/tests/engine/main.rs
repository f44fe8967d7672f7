//! What the engine protocol promises, line by line and without a process.

mod book;
mod follower;
mod kit;
mod lines;
mod outside;
mod secrets;
mod session;
