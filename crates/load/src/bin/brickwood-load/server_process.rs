//! Servers in separate processes.

use std::{
    error::Error,
    io::{self, BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::store::Store;

/// One server.
pub(crate) struct ServerProcess {
    pub(crate) address: SocketAddr,
    /// The time from its start until it was ready.
    pub(crate) ready_after: Duration,
    program: PathBuf,
    store: Store,
    core: Option<u32>,
    process: Child,
}

impl ServerProcess {
    /// Starts a server, on one core of the machine if one is named.
    pub(crate) fn start(
        program: &Path,
        store: &Store,
        core: Option<u32>,
    ) -> Result<Self, Box<dyn Error>> {
        let begun = Instant::now();
        let (process, address) = spawn(program, store, core, "127.0.0.1:0")?;
        let mut server = Self {
            address,
            ready_after: Duration::ZERO,
            program: program.to_owned(),
            store: store.clone(),
            core,
            process,
        };
        server.wait_until_ready(begun)?;
        Ok(server)
    }

    /// Starts it again after [`ServerProcess::kill`]. Returns the time until it listened.
    pub(crate) fn start_again(&mut self) -> Result<Duration, Box<dyn Error>> {
        let begun = Instant::now();
        (self.process, _) = spawn(
            &self.program,
            &self.store,
            self.core,
            &self.address.to_string(),
        )?;
        let listens = begun.elapsed();
        self.wait_until_ready(begun)?;
        Ok(listens)
    }

    fn wait_until_ready(&mut self, begun: Instant) -> Result<(), Box<dyn Error>> {
        while !is_ready(self.address).unwrap_or(false) {
            if let Some(status) = self.process.try_wait()? {
                return Err(format!("the server has ended: {status}").into());
            }
            thread::sleep(Duration::from_millis(1));
        }
        self.ready_after = begun.elapsed();
        Ok(())
    }

    /// Ends it as a crash does.
    pub(crate) fn kill(&mut self) -> io::Result<()> {
        self.process.kill()?;
        self.process.wait().map(drop)
    }

    /// Its resident memory in KiB; unknown where the system does not say.
    pub(crate) fn memory(&self) -> Option<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.split_whitespace().next()?.parse().ok()
    }

    /// Its processor time in seconds; unknown where the system does not say.
    pub(crate) fn processor_time(&self) -> Option<f64> {
        /// Ticks a second, on every current Linux.
        const TICKS: f64 = 100.0;
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.process.id())).ok()?;
        // The name, in brackets, may contain anything.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
        let user: f64 = fields.next()?.parse().ok()?;
        let system: f64 = fields.next()?.parse().ok()?;
        Some((user + system) / TICKS)
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // After `kill` there is nothing left to do.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn spawn(
    program: &Path,
    store: &Store,
    core: Option<u32>,
    listen: &str,
) -> Result<(Child, SocketAddr), Box<dyn Error>> {
    let mut command = match core {
        // `taskset` becomes the server: the process stays the same.
        Some(core) => {
            let mut command = Command::new("taskset");
            command.args(["--cpu-list", &core.to_string()]).arg(program);
            command
        }
        None => Command::new(program),
    };
    command.args(["serve", "--listen", listen]);
    for set in ["BRICKWOOD_LISTEN", "BRICKWOOD_DATA", "BRICKWOOD_DATABASE"] {
        command.env_remove(set);
    }
    match store {
        Store::Folder(folder) => command.arg("--data").arg(folder),
        // All users can see arguments.
        Store::Database(url) => command.env("BRICKWOOD_DATABASE", url.expose()),
    };
    let process = command.stdout(Stdio::piped()).spawn();
    let mut process = process.map_err(|error| match core {
        Some(_) => format!("taskset, which keeps the server on its core, cannot be run: {error}"),
        None => error.to_string(),
    })?;
    let stdout = process.stdout.take().ok_or("the server says nothing")?;
    let mut line = String::new();
    BufReader::new(stdout).read_line(&mut line)?;
    let address = line.trim_end().strip_prefix("Brickwood is at http://");
    let address = address.ok_or("the server does not say where it is")?;
    Ok((process, address.parse()?))
}

fn is_ready(address: SocketAddr) -> io::Result<bool> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    write!(
        stream,
        "GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer.starts_with("HTTP/1.1 200 "))
}
