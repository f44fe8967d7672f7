//! The process of an external engine, which answers lines with lines.

use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{Child, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    thread,
    time::{Duration, Instant},
};

use brickwood_engine::external::{
    ExternalReply, ExternalRequest, Introduction, Unusable, hello, introduction, reply,
};
use serde_json::Value;

/// How long a program may take to start.
const START: Duration = Duration::from_secs(10);

/// The longest answer, in bytes.
const LONGEST_ANSWER: usize = 1024 * 1024;

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum ProcessError {
    /// The program cannot be started.
    Absent(String),
    /// It has ended, or has stopped answering.
    Ended,
    /// It has not answered in time.
    Late,
    /// Its answer cannot be used.
    Unusable(Unusable),
}

impl ProcessError {
    /// Whether the program can be asked again: it has understood the request.
    pub(super) const fn is_over(&self) -> bool {
        matches!(
            self,
            Self::Unusable(Unusable::Refused(_) | Unusable::NoAction(_))
        )
    }
}

/// A running program. It is killed, with all that it has started, when it is dropped.
pub(super) struct EngineProcess {
    child: Child,
    requests: SyncSender<String>,
    answers: Receiver<Vec<u8>>,
    last_id: u64,
    pub(super) introduction: Introduction,
}

impl EngineProcess {
    /// Starts a program and waits for its introduction.
    pub(super) fn start(words: &[String]) -> Result<Self, ProcessError> {
        let (program, arguments) = words
            .split_first()
            .ok_or_else(|| ProcessError::Absent("no program is named".into()))?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        // A separate process group, so that its child processes can be ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .spawn()
            .map_err(|error| ProcessError::Absent(format!("{program}: {error}")))?;
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
        started.introduction = introduction(&result).map_err(ProcessError::Unusable)?;
        Ok(started)
    }

    /// Sends a request, and waits for its answer up to this limit.
    pub(super) fn ask(
        &mut self,
        request: ExternalRequest,
        limit: Duration,
    ) -> Result<Value, ProcessError> {
        self.last_id += 1;
        let id = self.last_id;
        let line = request.line(id);
        let deadline = Instant::now() + limit;
        // There is room for one: the last request was answered, or the program is gone.
        self.requests
            .try_send(line)
            .map_err(|_| ProcessError::Ended)?;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.answers.recv_timeout(left) {
                Ok(line) => match reply(&line, id).map_err(ProcessError::Unusable)? {
                    ExternalReply::Here(result) => return Ok(result),
                    ExternalReply::Other => {}
                },
                Err(RecvTimeoutError::Timeout) => return Err(ProcessError::Late),
                Err(RecvTimeoutError::Disconnected) => return Err(ProcessError::Ended),
            }
        }
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        // It may have ended already.
        #[cfg(unix)]
        let _ = rustix::process::kill_process_group(
            rustix::process::Pid::from_child(&self.child),
            rustix::process::Signal::KILL,
        );
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Writes lines on a separate thread: a program that does not read must not block the caller.
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

/// Reads lines on a separate thread. Unread lines block the program, not the caller.
fn read(stdout: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (lines, answers) = sync_channel(16);
    thread::spawn(move || {
        let mut stdout = BufReader::new(stdout);
        loop {
            let mut line = Vec::new();
            let most = LONGEST_ANSWER as u64;
            let read = stdout.by_ref().take(most).read_until(b'\n', &mut line);
            // A truncated answer is not valid JSON, so it is refused.
            let over = !matches!(read, Ok(1..));
            if over || lines.send(line).is_err() {
                break;
            }
        }
    });
    answers
}
