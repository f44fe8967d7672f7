//! A server in a separate process, which can be killed, stopped and started again at the same address.

use std::{
    fs::{File, OpenOptions},
    io::{BufRead, BufReader},
    net::{SocketAddr, TcpListener},
    path::Path,
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicU16, Ordering},
    thread::JoinHandle,
    time::{Duration, Instant},
};

/// One `brickwood serve`.
pub struct Node {
    pub address: SocketAddr,
    /// The beginning of the command line; none for this machine.
    launcher: Vec<String>,
    arguments: Vec<String>,
    environment: Vec<(String, String)>,
    reports: File,
    process: Child,
}

impl Node {
    /// Starts a server with these arguments, and waits until it listens. Its log is appended to a file.
    pub fn start(arguments: &[&str], environment: &[(&str, &str)], reports: &Path) -> Self {
        Self::start_at(free_address(), &[], arguments, environment, reports)
    }

    /// Starts a server likewise, on the machine to which a command line with this beginning leads.
    pub fn start_at(
        address: SocketAddr,
        launcher: &[String],
        arguments: &[&str],
        environment: &[(&str, &str)],
        reports: &Path,
    ) -> Self {
        let launcher = launcher.to_vec();
        let arguments: Vec<String> = arguments.iter().map(|text| (*text).to_owned()).collect();
        let environment: Vec<_> = environment
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        let reports = OpenOptions::new().create(true).append(true).open(reports);
        let reports = reports.unwrap();
        let process = spawn(address, &launcher, &arguments, &environment, &reports);
        Self {
            address,
            launcher,
            arguments,
            environment,
            reports,
            process,
        }
    }

    /// Kills the process, like a crash.
    pub fn kill(&mut self) {
        self.process.kill().expect("the process is there");
        self.process.wait().expect("the process ends");
    }

    /// Starts it again. Returns the time until it listened.
    pub fn start_again(&mut self) -> Duration {
        let begun = Instant::now();
        self.process = spawn(
            self.address,
            &self.launcher,
            &self.arguments,
            &self.environment,
            &self.reports,
        );
        begun.elapsed()
    }

    /// Suspends the process for a while, without its notice. It must not be killed before that is over.
    pub fn pause(&self, long: Duration) -> JoinHandle<()> {
        let id = self.process.id();
        signal(id, "-STOP");
        std::thread::spawn(move || {
            std::thread::sleep(long);
            signal(id, "-CONT");
        })
    }

    /// The id of the process.
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// Asks the process to end, and returns whether it did so without an error.
    pub fn terminate(&mut self) -> bool {
        signal(self.process.id(), "-TERM");
        self.process.wait().expect("the process ends").success()
    }
}

/// Sends a signal to a process.
pub fn signal(process: u32, signal: &str) {
    let sent = Command::new("kill")
        .args([signal, &process.to_string()])
        .status();
    assert!(sent.expect("kill runs").success());
}

impl Drop for Node {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn spawn(
    address: SocketAddr,
    launcher: &[String],
    arguments: &[String],
    environment: &[(String, String)],
    reports: &File,
) -> Child {
    let program = env!("CARGO_BIN_EXE_brickwood");
    let mut process = match launcher {
        [] => Command::new(program),
        [first, rest @ ..] => {
            let mut process = Command::new(first);
            process.args(rest).arg(program);
            process
        }
    };
    let mut process = process
        .args(["serve", "--bot-pace=none", "--listen", &address.to_string()])
        .args(arguments)
        .env_remove("RUST_LOG")
        .env_remove("BRICKWOOD_LISTEN")
        .envs(environment.iter().cloned())
        .stdout(Stdio::piped())
        .stderr(reports.try_clone().unwrap())
        .spawn()
        .expect("the program starts");
    let stdout = process.stdout.take().expect("the output is piped");
    let mut line = String::new();
    BufReader::new(stdout).read_line(&mut line).unwrap();
    assert_eq!(line.trim_end(), format!("Brickwood is at http://{address}"));
    process
}

/// An address that is free now and stays so for the server: its port is outside of the range that systems
/// use for outgoing connections.
fn free_address() -> SocketAddr {
    // Tests that run at the same time begin at different ports.
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let begin = 7 * (std::process::id() % 1500) as u16;
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let port = 20_000 + begin.wrapping_add(number) % 12_000;
        let address = SocketAddr::from(([127, 0, 0, 1], port));
        if TcpListener::bind(address).is_ok() {
            return address;
        }
    }
}

/// A number that a variable can change for longer runs.
pub fn number(variable: &str, short: u32) -> u32 {
    match std::env::var(variable) {
        Ok(text) => text.parse().expect(variable),
        Err(_) => short,
    }
}
