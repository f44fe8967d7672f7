//! Acknowledged data when machines fail: the real binary, killed, stopped, and cut off from its database and
//! from its power, under load.
//!
//! Each test is short here and long with `cargo xtask torture`, which sets the number of faults with a
//! variable.

#[cfg(target_os = "linux")]
mod attacks;
#[cfg(unix)]
mod audit;
#[cfg(unix)]
mod cluster;
#[cfg(unix)]
mod database;
#[cfg(unix)]
mod evening;
#[cfg(target_os = "linux")]
mod failover;
#[cfg(target_os = "linux")]
mod home;
#[cfg(unix)]
mod killed;
#[cfg(unix)]
mod lost_line;
#[cfg(target_os = "linux")]
mod network;
#[cfg(unix)]
mod node;
#[cfg(target_os = "linux")]
mod patroni;
#[cfg(target_os = "linux")]
mod power;
#[cfg(target_os = "linux")]
mod recovery;
#[cfg(unix)]
mod restart;
#[cfg(all(unix, feature = "postgres"))]
mod split;
#[cfg(target_os = "linux")]
#[path = "../common/stored_game.rs"]
mod stored_game;
#[cfg(unix)]
mod table_of_two;
#[cfg(target_os = "linux")]
mod under_attack;
