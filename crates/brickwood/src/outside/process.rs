//! One running program that answers lines with lines.

use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{Child, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    thread,
    time::{Duration, Instant},
};

use brickwood_engine::outside::{
    Introduction, Reply, Request, Unusable, hello, introduction, reply,
};
use serde_json::Value;

/// How long a program may take to start.
const START: Duration = Duration::from_secs(10);

/// The longest answer, in bytes.
const LONGEST_ANSWER: usize = 1024 * 1024;

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Trouble {
    /// The program cannot be started.
    Absent(String),
    /// It has ended, or answers no more.
    Ended,
    /// It has not answered in time.
    Late,
    /// It has answered what cannot be used.
    Unusable(Unusable),
}

impl Trouble {
    /// Whether the program can be asked again: it has understood what it was asked.
    pub(super) const fn is_over(&self) -> bool {
        matches!(
            self,
            Self::Unusable(Unusable::Refused(_) | Unusable::NoAction(_))
        )
    }
}

/// A running program. It is killed, with all that it has started, when it is dropped.
pub(super) struct Program {
    child: Child,
    requests: SyncSender<String>,
    answers: Receiver<Vec<u8>>,
    last_id: u64,
    pub(super) introduction: Introduction,
}

impl Program {
    /// Starts a program and waits for its name.
    pub(super) fn start(words: &[String]) -> Result<Self, Trouble> {
        let (program, arguments) = words
            .split_first()
            .ok_or_else(|| Trouble::Absent("no program is named".into()))?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        // A group of its own, so that what it starts can be ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .spawn()
            .map_err(|error| Trouble::Absent(format!("{program}: {error}")))?;
        let stdin = child.stdin.take().expect("the input is piped");
        let stdout = child.stdout.take().expect("the output is piped");
        let mut started = Self {
            child,
            requests: write(stdin),
            answers: read(stdout),
            last_id: 0,
            introduction: Introduction {
                name: String::new(),
                wants_events: false,
            },
        };
        let result = started.ask(hello(), START)?;
        started.introduction = introduction(&result).map_err(Trouble::Unusable)?;
        Ok(started)
    }

    /// Asks, and waits for the answer as long as this.
    pub(super) fn ask(&mut self, request: Request, limit: Duration) -> Result<Value, Trouble> {
        self.last_id += 1;
        let id = self.last_id;
        let line = request.line(id);
        let deadline = Instant::now() + limit;
        // There is room for one: the last request was answered, or the program is gone.
        self.requests.try_send(line).map_err(|_| Trouble::Ended)?;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.answers.recv_timeout(left) {
                Ok(line) => match reply(&line, id).map_err(Trouble::Unusable)? {
                    Reply::Here(result) => return Ok(result),
                    Reply::Other => {}
                },
                Err(RecvTimeoutError::Timeout) => return Err(Trouble::Late),
                Err(RecvTimeoutError::Disconnected) => return Err(Trouble::Ended),
            }
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended by itself.
        #[cfg(unix)]
        let _ = rustix::process::kill_process_group(
            rustix::process::Pid::from_child(&self.child),
            rustix::process::Signal::KILL,
        );
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Writes lines on a thread of its own: a program that does not read must not hold us up.
fn write(mut stdin: impl Write + Send + 'static) -> SyncSender<String> {
    let (requests, lines) = sync_channel::<String>(1);
    thread::spawn(move || {
        for line in lines {
            let written = stdin
                .write_all(line.as_bytes())
                .and_then(|()| stdin.write_all(b"\n"))
                .and_then(|()| stdin.flush());
            if written.is_err() {
                break;
            }
        }
    });
    requests
}

/// Reads lines on a thread of its own. What it has read and nobody wants holds the program up, not us.
fn read(stdout: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (lines, answers) = sync_channel(16);
    thread::spawn(move || {
        let mut stdout = BufReader::new(stdout);
        loop {
            let mut line = Vec::new();
            let most = LONGEST_ANSWER as u64;
            let read = stdout.by_ref().take(most).read_until(b'\n', &mut line);
            // An answer that is cut off is no JSON, so that nobody takes it for one.
            let over = !matches!(read, Ok(1..));
            if over || lines.send(line).is_err() {
                break;
            }
        }
    });
    answers
}
