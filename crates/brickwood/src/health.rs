//! `brickwood health`: asks a server of this machine whether it is ready, where there is no other program to ask.

use std::{
    error::Error,
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    process::ExitCode,
    time::Duration,
};

use clap::Args;

/// How long the server may take. Its own look at the storage takes less.
const PATIENCE: Duration = Duration::from_secs(4);

/// An answer is one line and a few headers.
const LONGEST_ANSWER: u64 = 64 * 1024;

const HELP: &str = "\
It is ready if it can store what people do, and is not about to stop: what /readyz tells. For engines of containers.

Exit codes: 0 it is ready; 1 it is not, or does not answer.

Examples:
  brickwood health
  brickwood health --at 127.0.0.1:8080";

/// Which server.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct Options {
    /// Where it listens
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7878")]
    at: SocketAddr,
}

pub(crate) fn run(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    let at = options.at;
    let mut stream = TcpStream::connect_timeout(&at, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    write!(stream, "GET /readyz HTTP/1.0\r\nHost: {at}\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.take(LONGEST_ANSWER).read_to_end(&mut answer)?;
    let answer = String::from_utf8_lossy(&answer);
    let (head, said) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    println!("{said}");
    let is_ready = head.split_whitespace().nth(1) == Some("200");
    Ok(if is_ready {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
