//! A bot that plays at tables of a Brickwood server, over the network.
//!
//! ```text
//! cargo run --package brickwood-client --example table_bot -- http://localhost:7878 Pips
//! ```
//!
//! It registers itself, waits until a host invites it, joins the table, and plays to the end of the game; with `--once`,
//! it stops then. A [`Client`] keeps account of what was said and heard. Its choices are simple: here is the place for
//! better ones. `docs/book/bot-api.md` explains the protocol.

use std::{
    env,
    error::Error,
    io::{BufRead as _, BufReader},
    net::TcpStream,
    thread,
    time::Duration,
};

use brickwood_client::{Client, News, asked_wait};
use brickwood_protocol::{BotEvent, ClientMessage, JoinTable, NewBot, Parts, RegisteredBot};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tungstenite::{Message, WebSocket, client::IntoClientRequest as _, stream::MaybeTlsStream};

/// A client may say ten things a second.
const PAUSE: Duration = Duration::from_millis(100);

/// How often it connects again to one table.
const MOST_FAILURES: u32 = 60;

type Failure = Box<dyn Error>;
type Socket = WebSocket<MaybeTlsStream<TcpStream>>;

fn main() -> Result<(), Failure> {
    let (options, words): (Vec<_>, Vec<_>) = env::args().skip(1).partition(|word| word == "--once");
    let server = words.first().ok_or("which server? http://…")?;
    let name = words.get(1).map_or("Pips", String::as_str).to_owned();
    let bot: RegisteredBot = minreq::post(format!("{server}/api/bots"))
        .with_json(&NewBot { name })?
        .send()?
        .json()?;
    println!("{} waits for invitations", bot.name);

    let bearer = format!("Bearer {}", bot.token);
    // An endless answer, with an event on each line; an empty one says that the server is still there.
    let events = minreq::get(format!("{server}/api/bot/events?open=true"))
        .with_header("Authorization", &bearer)
        .send_lazy()?;
    for line in BufReader::new(events).lines() {
        let line = line?;
        if line.is_empty() {
            continue;
        }
        let BotEvent::Invited { table } = serde_json::from_str(&line)?;
        println!("{} plays at {table}", bot.name);
        play(server, &bearer, &bot.name, &table)?;
        println!("{} has played at {table}", bot.name);
        if !options.is_empty() {
            break;
        }
    }
    Ok(())
}

/// Plays at a table to the end of its game.
fn play(server: &str, bearer: &str, name: &str, table: &str) -> Result<(), Failure> {
    let order = JoinTable {
        name: name.into(),
        seat: None,
    };
    let joined = minreq::post(format!("{server}/api/tables/{table}/join"))
        .with_header("Authorization", bearer)
        .with_json(&order)?
        .send()?;
    if !(200..300).contains(&joined.status_code) {
        return Err(joined.as_str()?.into());
    }
    let url = format!("{server}/api/tables/{table}/socket").replacen("http", "ws", 1);
    let mut random = ChaCha8Rng::from_seed(seed()?);
    let mut client = Client::new(random.random::<u32>().into());
    for _ in 0..MOST_FAILURES {
        let mut pause = Duration::from_secs(1);
        match sit(&url, bearer, &mut client, &mut random) {
            Ok(None) => return Ok(()),
            Ok(Some(reason)) => {
                eprintln!("the server has closed the connection: {reason}");
                // A server to which many come back says when it has time.
                pause = asked_wait(&reason).unwrap_or(pause);
            }
            // What was not answered is said again after the next welcome.
            Err(failure) => eprintln!("{failure}"),
        }
        wait(pause);
    }
    Err("the server stays away".into())
}

/// Plays over one connection, to the end of the game. Returns the reason if the server closes it before.
fn sit(
    url: &str,
    bearer: &str,
    client: &mut Client,
    random: &mut ChaCha8Rng,
) -> Result<Option<String>, Failure> {
    let mut request = url.into_client_request()?;
    let headers = request.headers_mut();
    headers.insert("Authorization", bearer.parse()?);
    let (mut socket, _) = tungstenite::connect(request)?;
    say(&mut socket, &client.hello())?;
    let mut parts = Parts::default();
    while !client.is_over() {
        let text = match socket.read()? {
            Message::Text(text) => text,
            Message::Close(why) => {
                return Ok(Some(
                    why.map_or_else(String::new, |why| why.reason.to_string()),
                ));
            }
            _ => continue,
        };
        let Some(message) = parts.take(serde_json::from_str(&text)?) else {
            continue;
        };
        match client.hear(message) {
            News::Welcome(_) => {
                for message in client.unanswered() {
                    say(&mut socket, message)?;
                }
                // The bot's own chance goes into the dice of the game.
                if let Some(ready) = client.get_ready(random) {
                    say(&mut socket, &ready)?;
                }
            }
            // It decides anew, by what it is told next.
            News::Refused { problem, .. } => eprintln!("{}", problem.code()),
            News::Unknown(problem) => return Err(problem.code().into()),
            News::Gap => return Err("lines of the log are missing".into()),
            News::Told(_) | News::Done { .. } | News::Rematch(_) | News::Other => {}
        }
        if client.is_up_to_date()
            && let Some(command) = client.choose(random)
        {
            wait(PAUSE);
            say(&mut socket, &client.command(command))?;
        }
    }
    Ok(None)
}

fn say(socket: &mut Socket, message: &ClientMessage) -> Result<(), Failure> {
    socket.send(Message::text(serde_json::to_string(message)?))?;
    Ok(())
}

#[expect(clippy::disallowed_methods, reason = "a bot plays in real time")]
fn wait(time: Duration) {
    thread::sleep(time);
}

#[expect(clippy::disallowed_methods, reason = "a bot brings its own chance")]
fn seed() -> Result<[u8; 32], getrandom::Error> {
    let mut seed = [0; 32];
    getrandom::fill(&mut seed)?;
    Ok(seed)
}
