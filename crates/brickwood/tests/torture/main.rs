//! What becomes of what was acknowledged when machines fail: the real binary, killed, stopped, cut off
//! from its database and from its power, under load.
//!
//! Each test is short here and long with `cargo xtask torture`, which says by a variable how many
//! faults there are to be.

#[cfg(target_os = "linux")]
mod attacks;
#[cfg(unix)]
mod cluster;
#[cfg(unix)]
mod database;
#[cfg(unix)]
mod fates;
#[cfg(unix)]
mod killed;
#[cfg(unix)]
mod node;
#[cfg(target_os = "linux")]
mod power;
#[cfg(unix)]
mod restart;
#[cfg(target_os = "linux")]
mod siege;
