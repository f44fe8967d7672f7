//! `brickwood health`, which an engine of containers asks.

use std::process::{Command, Output};

use crate::server_process::ServerProcess;

fn health(at: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_brickwood"))
        .args(["health", "--at", at])
        .output()
        .unwrap()
}

#[test]
fn a_server_that_takes_writes_is_healthy_and_none_is_not() {
    let data = tempfile::tempdir().unwrap();
    let server = ServerProcess::open(data.path(), &[]);
    let at = server.address.to_string();
    let output = health(&at);
    assert!(output.status.success());
    assert_eq!(output.stdout, b"ready\n");
    server.kill();
    assert!(!health(&at).status.success());
}
