//! The real program in a separate process.

use std::{
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::Path,
    process::{Child, Command, Stdio},
};

/// The program as a running server. It is killed when it is dropped.
pub struct ServerProcess {
    pub address: SocketAddr,
    process: Child,
}

/// The program with these arguments, on a free port, without a browser.
pub fn program(data: &Path, arguments: &[&str]) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_brickwood"));
    program
        .args(["--no-open", "--port", "0", "--data"])
        .arg(data)
        .args(arguments)
        .env_remove("RUST_LOG");
    program
}

impl ServerProcess {
    /// Starts the program with its games in this folder, and waits until it serves.
    pub fn open(data: &Path, arguments: &[&str]) -> Self {
        Self::run(&mut program(data, arguments))
    }

    /// Runs the program, and waits until it serves.
    pub fn run(program: &mut Command) -> Self {
        let mut process = program
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let stdout = process.stdout.take().expect("the output is piped");
        let mut line = String::new();
        BufReader::new(stdout)
            .read_line(&mut line)
            .expect("the program prints a line");
        let address = line
            .trim_end()
            .strip_prefix("Brickwood is at http://")
            .and_then(|address| address.parse().ok())
            .unwrap_or_else(|| panic!("no address in {line:?}"));
        Self { address, process }
    }

    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Kills the process, like a crash.
    pub fn kill(mut self) {
        self.process.kill().expect("the process is there");
        self.process.wait().expect("the process ends");
    }

    /// Asks the process to end, and returns whether it did so without an error.
    #[cfg(unix)]
    pub fn terminate(mut self) -> bool {
        let id = self.process.id().to_string();
        let sent = Command::new("kill").args(["-TERM", &id]).status();
        assert!(sent.expect("kill runs").success());
        self.process.wait().expect("the process ends").success()
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // After `kill` and `terminate` there is nothing left to do.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
