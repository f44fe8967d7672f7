//! `brickwood health`: whether a server of this machine should get clients, for containers and scripts.

use std::{
    error::Error,
    io::{self, Read, Write},
    net::{SocketAddr, TcpStream},
    process::ExitCode,
    time::Duration,
};

use clap::{Args, builder::ValueParser};

use crate::{serve::address_to_listen_on, welcome::here};

const HELP: &str = "\
Asks for /readyz, and prints the answer.

Exit codes: 0 it is ready; 1 it is not, or does not answer.";

/// How long the server may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// The longest answer that is read.
const LONGEST: u64 = 64 * 1024;

/// Which server.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct Options {
    /// The address at which it listens; of several, the first
    #[arg(
        long,
        value_name = "ADDRESS",
        env = "BRICKWOOD_LISTEN",
        value_delimiter = ',',
        default_value = "127.0.0.1:7878",
        value_parser = ValueParser::from(address_to_listen_on)
    )]
    listen: Vec<SocketAddr>,
}

pub(crate) fn run(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    let address = options.listen.first().ok_or("no address is named")?;
    let (is_ready, said) = ask(here(*address))?;
    println!("{said}");
    Ok(if is_ready {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Whether a server is ready, and what it says.
pub(crate) fn ask(address: SocketAddr) -> Result<(bool, String), Box<dyn Error>> {
    let silent = |error: io::Error| format!("no server answers at {address}: {error}");
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE).map_err(silent)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let request = "GET /readyz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).map_err(silent)?;
    let mut answer = Vec::new();
    stream
        .take(LONGEST)
        .read_to_end(&mut answer)
        .map_err(silent)?;
    let answer = String::from_utf8_lossy(&answer);
    let (head, body) = answer
        .split_once("\r\n\r\n")
        .ok_or_else(|| format!("what answers at {address} is no Brickwood"))?;
    let is_ready = head.split(' ').nth(1) == Some("200");
    Ok((is_ready, body.trim().to_owned()))
}
