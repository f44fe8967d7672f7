//! A client for tests, and for load tests: a person who sends requests over HTTP and plays over a socket.
//!
//! It panics if the server does something that no test expects. What load tests call ends with an error instead, and
//! reads no more than it must.

use std::{io, net::SocketAddr, time::Duration};

use brickwood_fair::ClientSeed;
use brickwood_protocol::{
    ClientMessage, Command, Created, JoinTable, Me, NewTable, PROTOCOL, Parts, Problem,
    ServerMessage, TableInfo, Update,
};
use brickwood_site::person::token::Token;
use brickwood_table::PersonId;
use futures_util::{SinkExt, StreamExt};
use serde::{Serialize, de::DeserializeOwned};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    time::timeout,
};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};
use tungstenite::{
    Bytes, Message, Utf8Bytes, client::IntoClientRequest, protocol::WebSocketConfig,
};

/// How long to wait for an answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// The size of the buffers of a socket. The defaults are for far larger messages and far fewer sockets.
const BUFFER: usize = 4096;

/// How a part of a long log begins.
const PART: &str = "{\"type\":\"missed\"";

/// The key with which players get ready: larger than the keys of any test.
pub const READY: u64 = 1 << 52;

/// A person with a separate browser.
#[derive(Clone, Debug)]
pub struct TestPerson {
    /// Where the server is.
    pub address: SocketAddr,
    /// The cookie that the server has set, as `name=value`.
    pub cookie: Option<String>,
    /// The cookie for what the browser has begun, likewise.
    pub ceremony: Option<String>,
    /// The token of a program, which uses no cookie.
    pub token: Option<String>,
    /// The origin that the browser sends.
    pub origin: Option<String>,
    /// The encodings that it accepts, such as `gzip`.
    pub encodings: Option<String>,
    /// The client's address that a proxy sends.
    pub forwarded: Option<String>,
}

/// An answer over HTTP.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Such as 200.
    pub status: u16,
    /// The head, its names in lower case.
    pub head: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Answer {
    /// Parses an answer; none if its head is incomplete.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let text = String::from_utf8_lossy(bytes);
        let end = text.find("\r\n\r\n")?;
        let mut lines = text[..end].split("\r\n");
        let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
        Some(Self {
            status,
            head: lines
                .filter_map(|line| line.split_once(": "))
                .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
                .collect(),
            body: bytes[end + 4..].to_vec(),
        })
    }

    /// A field of the head.
    pub fn field(&self, name: &str) -> Option<&str> {
        self.head
            .iter()
            .find_map(|(field, value)| (field == name).then_some(value.as_str()))
    }

    /// The body, read as JSON.
    ///
    /// # Panics
    ///
    /// If it is something else.
    pub fn json<T: DeserializeOwned>(&self) -> T {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&self.body)))
    }

    /// The code of the problem in the body.
    pub fn problem(&self) -> &'static str {
        self.json::<Problem>().code()
    }
}

impl TestPerson {
    /// A person whom the server does not know.
    pub fn new(address: SocketAddr) -> Self {
        Self {
            address,
            cookie: None,
            ceremony: None,
            token: None,
            origin: None,
            encodings: None,
            forwarded: None,
        }
    }

    /// Sends a request, with a body if the method is `POST` or `PUT`, and keeps the cookies.
    ///
    /// # Panics
    ///
    /// If no answer comes.
    pub async fn ask(&mut self, method: &str, path: &str, body: &str) -> Answer {
        let answer = timeout(PATIENCE, self.try_ask(method, path, body)).await;
        answer
            .expect("an answer comes in time")
            .expect("an answer comes")
    }

    /// Sends a request as [`TestPerson::ask`] does, and leaves its answer to be read.
    ///
    /// # Errors
    ///
    /// If nobody listens.
    pub async fn send(&self, method: &str, path: &str, body: &str) -> io::Result<TcpStream> {
        let mut head = vec![
            format!("{method} {path} HTTP/1.1"),
            format!("host: {}", self.address),
            "connection: close".to_owned(),
        ];
        if matches!(method, "POST" | "PUT") {
            head.push("content-type: application/json".to_owned());
            head.push(format!("content-length: {}", body.len()));
        }
        head.extend(
            self.fields()
                .map(|(name, value)| format!("{name}: {value}")),
        );
        let head = head.join("\r\n");
        let mut stream = TcpStream::connect(self.address).await?;
        stream
            .write_all(format!("{head}\r\n\r\n{body}").as_bytes())
            .await?;
        Ok(stream)
    }

    /// [`TestPerson::ask`], for a server that may be gone.
    ///
    /// # Errors
    ///
    /// If no answer comes, or half of one.
    pub async fn try_ask(&mut self, method: &str, path: &str, body: &str) -> io::Result<Answer> {
        let mut stream = self.send(method, path, body).await?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await?;
        let answer = Answer::read(&answer).ok_or(io::ErrorKind::UnexpectedEof)?;
        let set = (answer.head.iter()).filter(|(name, _)| name == "set-cookie");
        for cookie in set.filter_map(|(_, cookie)| cookie.split(';').next()) {
            let kept = if cookie.contains("ceremony=") {
                &mut self.ceremony
            } else {
                &mut self.cookie
            };
            *kept = Some(cookie.to_owned());
        }
        Ok(answer)
    }

    /// The fields of its requests.
    fn fields(&self) -> impl Iterator<Item = (&'static str, String)> {
        let token = self.token.as_ref().map(|token| format!("Bearer {token}"));
        let cookies = [&self.cookie, &self.ceremony].into_iter().flatten();
        let cookies: Vec<&str> = cookies.map(String::as_str).collect();
        let fields = [
            ("cookie", (!cookies.is_empty()).then(|| cookies.join("; "))),
            ("authorization", token),
            ("origin", self.origin.clone()),
            ("accept-encoding", self.encodings.clone()),
            ("x-forwarded-for", self.forwarded.clone()),
        ];
        let given = fields.into_iter();
        given.filter_map(|(name, value)| Some((name, value?)))
    }

    /// Posts a body of JSON.
    pub async fn post(&mut self, path: &str, body: &impl Serialize) -> Answer {
        let body = serde_json::to_string(body).expect("the body is JSON");
        self.ask("POST", path, &body).await
    }

    /// Creates a table. Returns its id.
    pub async fn create(&mut self, order: &NewTable) -> String {
        self.post("/api/tables", order).await.json::<Created>().id
    }

    /// Takes a seat.
    pub async fn join(&mut self, table: &str, name: &str) -> Answer {
        let body = JoinTable {
            name: name.into(),
            seat: None,
        };
        self.post(&format!("/api/tables/{table}/join"), &body).await
    }

    /// Sets the name, so that the server knows the person.
    pub async fn rename(&mut self, name: &str) -> Answer {
        let body = Me {
            name: Some(name.into()),
        };
        let body = serde_json::to_string(&body).expect("the body is JSON");
        self.ask("PUT", "/api/me", &body).await
    }

    /// The person's id; none before the first cookie.
    pub fn id(&self) -> Option<PersonId> {
        let (_, token) = self.cookie.as_ref()?.split_once('=')?;
        Some(Token::parse(token)?.person())
    }

    /// Opens the socket of a table, and sends nothing yet.
    ///
    /// # Errors
    ///
    /// The error of the handshake or the connection.
    ///
    /// # Panics
    ///
    /// If the address or a header cannot be written.
    pub async fn socket(&self, table: &str) -> Result<Socket, tungstenite::Error> {
        self.narrow_socket(table, None).await
    }

    /// [`TestPerson::socket`] with a receive buffer of this size in bytes, or the system's default.
    ///
    /// # Errors
    ///
    /// As [`TestPerson::socket`].
    ///
    /// # Panics
    ///
    /// As [`TestPerson::socket`].
    pub async fn narrow_socket(
        &self,
        table: &str,
        receive_buffer: Option<u32>,
    ) -> Result<Socket, tungstenite::Error> {
        let url = format!("ws://{}/api/tables/{table}/socket", self.address);
        let mut request = url.into_client_request()?;
        for (name, value) in self.fields() {
            let value = value.parse().expect("the value fits a header");
            request.headers_mut().insert(name, value);
        }
        let socket = if self.address.is_ipv4() {
            TcpSocket::new_v4()
        } else {
            TcpSocket::new_v6()
        }?;
        if let Some(size) = receive_buffer {
            socket.set_recv_buffer_size(size)?;
        }
        let stream = socket.connect(self.address).await?;
        stream.set_nodelay(true)?;
        let config = WebSocketConfig::default()
            .read_buffer_size(BUFFER)
            .write_buffer_size(BUFFER);
        let (stream, _) = client_async_with_config(request, stream, Some(config)).await?;
        Ok(Socket {
            stream,
            parts: None,
            parts_heard: 0,
        })
    }

    /// Opens the socket of a table and sends the hello. The welcome is still unread.
    ///
    /// # Errors
    ///
    /// As [`TestPerson::socket`].
    pub async fn hello(
        &self,
        table: &str,
        after: Option<u32>,
    ) -> Result<Socket, tungstenite::Error> {
        let mut socket = self.socket(table).await?;
        let hello = ClientMessage::Hello {
            protocol: PROTOCOL,
            after,
            returning: None,
        };
        socket.say(&hello).await?;
        Ok(socket)
    }

    /// [`TestPerson::hello`], and the content of the welcome. If the game has not begun, a player gets ready at
    /// once, as the page does.
    ///
    /// # Panics
    ///
    /// If there is no welcome.
    pub async fn sit(&self, table: &str) -> (Socket, TableInfo, Update) {
        let hello = self.hello(table, None).await;
        let mut socket = hello.expect("the socket opens");
        let (info, update) = socket.welcome().await;
        if info.you.is_some() && !update.started {
            socket.get_ready().await.expect("the connection is there");
            let done = |message: &ServerMessage| matches!(message, ServerMessage::Ack { .. });
            while !done(&socket.message().await) {}
        }
        (socket, info, update)
    }
}

/// A socket of a table.
#[derive(Debug)]
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
    /// The parts of a long log whose end has not come yet.
    parts: Option<Parts>,
    /// The number of parts.
    pub parts_heard: usize,
}

/// The end of a socket.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Closed {
    /// The code with which the server has closed it; none if the connection is gone.
    pub code: Option<u16>,
    /// The reason that the server gives.
    pub reason: String,
}

/// An event of a socket.
#[derive(Clone, PartialEq, Debug)]
pub enum Heard {
    /// A message, with its text.
    Message(Box<ServerMessage>, String),
    /// The server has closed the socket with this code.
    Closed(u16),
    /// The connection is gone.
    Gone,
}

impl Socket {
    /// Sends a message.
    ///
    /// # Errors
    ///
    /// If the connection is gone.
    ///
    /// # Panics
    ///
    /// Never: messages are JSON.
    pub async fn say(&mut self, message: &ClientMessage) -> Result<(), tungstenite::Error> {
        let text = serde_json::to_string(message).expect("messages are JSON");
        self.say_text(&text).await
    }

    /// Sends a text.
    ///
    /// # Errors
    ///
    /// If the connection is gone.
    pub async fn say_text(&mut self, text: &str) -> Result<(), tungstenite::Error> {
        self.stream.send(Message::text(text)).await
    }

    /// Sends bytes.
    ///
    /// # Errors
    ///
    /// If the connection is gone.
    pub async fn say_bytes(&mut self, bytes: &'static [u8]) -> Result<(), tungstenite::Error> {
        self.stream
            .send(Message::Binary(Bytes::from_static(bytes)))
            .await
    }

    /// The next event. Pings are answered on the way.
    ///
    /// # Panics
    ///
    /// If nothing comes for a long time, or something that is not a message.
    pub async fn hear(&mut self) -> Heard {
        self.hear_with_reason().await.0
    }

    /// [`Socket::hear`], and the reason that the server gives when it closes the socket.
    ///
    /// # Panics
    ///
    /// As [`Socket::hear`].
    pub async fn hear_with_reason(&mut self) -> (Heard, String) {
        let next = async {
            loop {
                match self.hear_text().await {
                    Ok(Some(text)) => break Ok(text),
                    Ok(None) => {}
                    Err(closed) => break Err(closed),
                }
            }
        };
        let heard = timeout(PATIENCE, next).await;
        match heard.expect("something is heard in time") {
            Ok(text) => {
                let message = serde_json::from_str(&text).expect("a message comes");
                let heard = Heard::Message(message, text.as_str().to_owned());
                (heard, String::new())
            }
            Err(Closed { code, reason }) => (code.map_or(Heard::Gone, Heard::Closed), reason),
        }
    }

    /// The text of the server's next message, which may be none; none of a ping, and of a part of what follows it. It
    /// waits for as long as it takes, and looks only into parts.
    ///
    /// # Errors
    ///
    /// If the socket has come to its end.
    ///
    /// # Panics
    ///
    /// Never: messages are JSON.
    pub async fn hear_text(&mut self) -> Result<Option<Utf8Bytes>, Closed> {
        match self.stream.next().await {
            Some(Ok(Message::Text(text))) => self.put_together(text),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(None),
            Some(Ok(Message::Close(Some(frame)))) => Err(Closed {
                code: Some(frame.code.into()),
                reason: frame.reason.to_string(),
            }),
            Some(Ok(_) | Err(_)) | None => Err(Closed::default()),
        }
    }

    /// A message combined with the parts before it; none if it is a part itself.
    fn put_together(&mut self, text: Utf8Bytes) -> Result<Option<Utf8Bytes>, Closed> {
        if self.parts.is_none() && !text.starts_with(PART) {
            return Ok(Some(text));
        }
        let message = serde_json::from_str(&text).map_err(|_| Closed::default())?;
        let Some(whole) = self.parts.get_or_insert_default().take(message) else {
            self.parts_heard += 1;
            return Ok(None);
        };
        if matches!(
            whole,
            ServerMessage::Welcome { .. } | ServerMessage::Update { .. }
        ) {
            self.parts = None;
        }
        let text = serde_json::to_string(&whole).expect("messages are JSON");
        Ok(Some(text.into()))
    }

    /// The next message, skipping those about the number of spectators, which may come at any time.
    ///
    /// # Panics
    ///
    /// If the connection ends before.
    pub async fn message(&mut self) -> ServerMessage {
        loop {
            match self.hear().await {
                Heard::Message(message, _) => {
                    if !matches!(*message, ServerMessage::Watching { .. }) {
                        return *message;
                    }
                }
                end => panic!("a message should come, and not {end:?}"),
            }
        }
    }

    /// The next message, which must be a welcome.
    ///
    /// # Panics
    ///
    /// If it is not a welcome.
    pub async fn welcome(&mut self) -> (TableInfo, Update) {
        match self.message().await {
            ServerMessage::Welcome { table, update, .. } => (table, update),
            other => panic!("a welcome should come, and not {other:?}"),
        }
    }

    /// Gets ready to begin, with a new seed.
    ///
    /// # Errors
    ///
    /// If the connection is gone.
    ///
    /// # Panics
    ///
    /// If the operating system has no randomness to give.
    pub async fn get_ready(&mut self) -> Result<(), tungstenite::Error> {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).expect("there is randomness");
        let ready = ClientMessage::Command {
            key: READY,
            command: Command::Ready {
                seed: ClientSeed::new(seed),
            },
        };
        self.say(&ready).await
    }

    /// The key and problem of the next refusal, skipping updates.
    ///
    /// # Panics
    ///
    /// If the next answer is an acknowledgement, or the connection ends before.
    pub async fn refusal(&mut self) -> (Option<u64>, Problem) {
        loop {
            match self.message().await {
                ServerMessage::Refused { key, problem } => return (key, problem),
                ServerMessage::Update { .. }
                | ServerMessage::Chat { .. }
                | ServerMessage::Advice { .. }
                | ServerMessage::Devices
                | ServerMessage::Welcome { .. } => {}
                other => panic!("a refusal should come, and not {other:?}"),
            }
        }
    }
}
