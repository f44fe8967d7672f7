//! One WebSocket: the messages that a client may send, and how many.

use std::{io::ErrorKind, pin::pin, sync::Arc, time::Duration};

use brickwood_protocol::{
    ClientMessage, Command, HostOrder, PROTOCOL, Problem, ProblemKind, RequestFault, Returning,
    SeatOrder, ServerMessage,
};
use brickwood_site::{
    http::{
        budget::MemoryBudget,
        clients::{ConnectionPermit, LimitKind},
        json,
        limits::Limits,
        metrics,
        rate::Bucket,
    },
    person::devices::{Credential, DeviceChange, Visitor},
};
use brickwood_storage::now_ms;
use brickwood_table::{
    PersonId,
    room::{Arrival, ConnectionId, Input},
};
use futures_util::StreamExt;
use serde::Deserialize;
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout, timeout_at};
use tokio_util::sync::CancellationToken;
use tungstenite::{
    Error, Message, Utf8Bytes,
    protocol::{CloseFrame, frame::coding::CloseCode},
};

use crate::{
    admission::{PassOwner, PlayerPass, Purpose},
    call::{Call, Newcomer, TableHandle},
    http::App,
    outbox::{Inbox, Outbox},
    ws_stream::WsStream,
};

/// Serves one client at one table until either side ends the connection.
pub(crate) async fn serve(
    stream: WsStream,
    app: App,
    table: String,
    credential: Option<Credential>,
    permit: Arc<ConnectionPermit>,
    stop: CancellationToken,
) {
    let now = Instant::now();
    let mut client = Client {
        stream,
        outgoing: Arc::clone(&app.outgoing),
        permit,
        allowance: Bucket::new(now.into_std()),
        heard: now,
        beats: false,
        pass: credential
            .as_ref()
            .and_then(|credential| app.passes.of(PassOwner(credential.id()), &table)),
        limits: Arc::clone(&app.site.limits),
    };
    let end = tokio::select! {
        // All connections end with the server.
        biased;
        () = app.stop.cancelled() => return client.say_goodbye(&app).await,
        () = stop.cancelled() => End::Close(CloseCode::Again, "this network is let in no more"),
        end = client.serve(&app, &table, credential) => end,
    };
    match end {
        End::Close(code, reason) => client.close(code, reason).await,
        End::ComesBack(after) => {
            client
                .ask_back(CloseCode::Again, "many come back", after)
                .await;
        }
        End::Gone => {}
    }
}

/// Checks that the site offers what a host chooses for a table, and allows the names of those who share a device.
async fn check_offered(app: &App, message: &ClientMessage) -> Result<(), ProblemKind> {
    let ClientMessage::Command { command, .. } = message else {
        return Ok(());
    };
    match command {
        Command::Arrange {
            order: HostOrder::Options { options },
        } => app.site.check_offered(options).await,
        Command::Arrange {
            order:
                HostOrder::Seat {
                    to: SeatOrder::Local { name },
                    ..
                },
        }
        | Command::Companion { name: Some(name) } => app.site.check_name(name).await,
        _ => Ok(()),
    }
}

/// How a connection ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// The other side is gone.
    Gone,
    /// We close it.
    Close(CloseCode, &'static str),
    /// We close it, and the other side comes back after this time.
    ComesBack(Duration),
}

struct Client {
    stream: WsStream,
    /// The budget for texts that wait to be sent to all sockets.
    outgoing: Arc<MemoryBudget>,
    permit: Arc<ConnectionPermit>,
    allowance: Bucket,
    /// When its last message came.
    heard: Instant,
    /// Whether it sends heartbeats.
    beats: bool,
    /// For its welcome; none for somebody whom nobody can know.
    pass: Option<Arc<PlayerPass>>,
    limits: Arc<Limits>,
}

impl Client {
    async fn serve(&mut self, app: &App, table: &str, credential: Option<Credential>) -> End {
        let greeted = timeout_at(Instant::now() + self.limits.first_message, self.greeting());
        let (after, returning) = match greeted.await {
            Ok(Ok(hello)) => hello,
            Ok(Err(end)) => return end,
            Err(_) => return End::Close(CloseCode::Policy, "no hello came"),
        };
        let owner = credential
            .as_ref()
            .map(|credential| PassOwner(credential.id()));
        let purpose = purpose(app, table, owner, returning);
        let admitted = match app.admission.enter(purpose).await {
            Ok(admitted) => admitted,
            Err(after) => {
                metrics::turned_away("busy");
                return End::ComesBack(after);
            }
        };
        match self.welcome(app, table, credential, after).await {
            Ok((connection, mut inbox, mut visitor)) => {
                drop(admitted);
                let handle = app.tables.handle(table);
                let end = self
                    .converse(app, &handle, connection, &mut inbox, &mut visitor)
                    .await;
                // If the table's task has ended, it does not have to know.
                let _ = handle.send(Call::Tell(Input::Leave { connection })).await;
                end
            }
            Err(end) => end,
        }
    }

    /// Brings a client that has said hello to its table.
    async fn welcome(
        &mut self,
        app: &App,
        table: &str,
        credential: Option<Credential>,
        after: Option<u32>,
    ) -> Result<(ConnectionId, Inbox, Visitor), End> {
        let visitor = match credential.map(Credential::visitor) {
            Some(asked) => asked.await,
            None => Ok(Visitor::default()),
        };
        let Ok(visitor) = visitor else {
            metrics::storage_failed();
            self.refuse(None, ProblemKind::Unavailable).await?;
            return Err(End::Close(CloseCode::Again, "try again"));
        };
        let (outbox, inbox) = Outbox::new(
            MemoryBudget::new(self.limits.outgoing_per_socket),
            self.permit.outgoing().chain([Arc::clone(&self.outgoing)]),
        );
        let unheard = app.site.unheard_by(visitor.person).await;
        let connection = app.tables.new_connection();
        let arrival = Arrival {
            connection,
            person: visitor.person,
            after,
            spectators: self.limits.spectators,
            unheard,
        };
        let newcomer = Newcomer {
            outbox,
            permit: Arc::clone(&self.permit),
            pass: self.pass.clone(),
        };
        match app.tables.connect(table, arrival, newcomer).await {
            Ok(_) => {
                if let Some(person) = visitor.person {
                    app.site.watches(person, table).await;
                }
                Ok((connection, inbox, visitor))
            }
            Err(problem) => {
                if problem.kind == ProblemKind::NoSuchTable {
                    self.permit.miss(Instant::now().into_std());
                }
                let end = match problem.kind {
                    ProblemKind::Unavailable => End::Close(CloseCode::Again, "try again"),
                    ProblemKind::PlayersOnly => End::Close(CloseCode::Policy, "for players only"),
                    ProblemKind::Removed => End::Close(CloseCode::Policy, "removed"),
                    ProblemKind::TooManySpectators => {
                        End::Close(CloseCode::Policy, "too many watch")
                    }
                    _ => End::Close(CloseCode::Policy, "there is no such table"),
                };
                self.refuse(None, problem).await?;
                Err(end)
            }
        }
    }

    /// Waits for the hello. The answer is the last line of the log that the client has, and why it comes back.
    async fn greeting(&mut self) -> Result<(Option<u32>, Option<Returning>), End> {
        loop {
            let Some(message) = self.hear().await? else {
                continue;
            };
            match message {
                ClientMessage::Hello {
                    protocol,
                    after,
                    returning,
                } if protocol == PROTOCOL => return Ok((after, returning)),
                ClientMessage::Hello { .. } => {
                    let problem = ProblemKind::WrongProtocol { version: PROTOCOL };
                    self.refuse(None, problem).await?;
                    return Err(End::Close(CloseCode::Policy, "another protocol is spoken"));
                }
                other => {
                    self.refuse(other.key(), ProblemKind::HelloFirst).await?;
                }
            }
        }
    }

    async fn converse(
        &mut self,
        app: &App,
        handle: &TableHandle,
        connection: ConnectionId,
        inbox: &mut Inbox,
        visitor: &mut Visitor,
    ) -> End {
        let person = visitor.person;
        let mut changes = pin!(visitor.changes());
        let mut ping = interval_at(Instant::now() + self.limits.ping, self.limits.ping);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let heard = tokio::select! {
                heard = self.hear() => heard,
                queued = inbox.recv() => match queued.filter(|_| !inbox.is_closed()) {
                    Some(queued) => {
                        let sent = self.send(queued.text).await;
                        if sent.is_ok() && queued.more {
                            // If the table's task has ended, the next message finds that out.
                            let has_read = Input::HasRead { connection };
                            let _ = handle.send(Call::Tell(has_read)).await;
                        }
                        sent.map(|()| None)
                    }
                    // The table drops clients that do not keep up. The texts that still wait for them
                    // are old by now: they get everything when they reconnect.
                    None => Err(End::Close(CloseCode::Again, "reconnect to get the rest")),
                },
                Some(change) = changes.next() => self.tell_of_devices(change).await.map(|()| None),
                _ = ping.tick() => self.ping().await.map(|()| None),
            };
            match heard {
                Ok(None) => {}
                Ok(Some(ClientMessage::Beat)) => {
                    if let Err(end) = self.beat().await {
                        return end;
                    }
                }
                Ok(Some(message)) => {
                    let checked = check_offered(app, &message).await;
                    let silenced = silenced(app, person, &message).await;
                    if let Some(problem) = checked.err().map(Problem::from).or(silenced) {
                        if let Err(end) = self.refuse(message.key(), problem).await {
                            return end;
                        }
                        continue;
                    }
                    let said = Input::Say {
                        connection,
                        too_many: self.is_too_much(&message),
                        message,
                    };
                    if handle.send(Call::Tell(said)).await.is_err() {
                        return End::Close(CloseCode::Again, "try again");
                    }
                }
                Err(end) => return end,
            }
        }
    }

    /// Whether the client's networks have sent too many messages of this kind, or stored too much.
    fn is_too_much(&self, message: &ClientMessage) -> bool {
        let own = match message {
            ClientMessage::Command { command, .. } if !command.is_in_game() => {
                Some(LimitKind::Arrangement)
            }
            ClientMessage::ViewAs { .. } => Some(LimitKind::Look),
            _ => None,
        };
        // Whatever has a key may be stored.
        let storing = message.key().map(|_| LimitKind::Storing);
        let mut kinds = own.into_iter().chain(storing);
        kinds.any(|kind| {
            let taken = self.permit.take(kind, 1, Instant::now().into_std());
            taken.inspect_err(|_| metrics::rate_limited(kind)).is_err()
        })
    }

    /// The next message, if the text is valid; else the client gets a refusal.
    async fn hear(&mut self) -> Result<Option<ClientMessage>, End> {
        let message = match self.stream.hear().await {
            None => return Err(End::Gone),
            Some(Err(error)) => return Err(ending(&error)),
            Some(Ok(message)) => message,
        };
        self.heard = Instant::now();
        let taken = (self.allowance).take(self.limits.messages, 1, self.heard.into_std());
        if taken.is_err() {
            return Err(End::Close(CloseCode::Policy, "too many messages"));
        }
        let text = match message {
            Message::Text(text) => text,
            Message::Binary(_) => {
                let why = RequestFault::NotText;
                self.refuse(None, ProblemKind::Malformed { why }).await?;
                return Ok(None);
            }
            Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => return Ok(None),
            Message::Close(_) => return Err(End::Gone),
        };
        match json::read(&text) {
            Ok(message) => Ok(Some(message)),
            Err(why) => {
                self.refuse(lone_key(&text), ProblemKind::Malformed { why })
                    .await?;
                Ok(None)
            }
        }
    }

    async fn refuse(&mut self, key: Option<u64>, problem: impl Into<Problem>) -> Result<(), End> {
        let problem = problem.into();
        let refused = ServerMessage::Refused { key, problem };
        let text = serde_json::to_string(&refused).map_err(|_| End::Gone)?;
        self.send(text.into()).await
    }

    /// Says that there is something to hear about devices. Whoever keeps a removed one gets here again what strangers get.
    async fn tell_of_devices(&mut self, change: DeviceChange) -> Result<(), End> {
        let text = serde_json::to_string(&ServerMessage::Devices).map_err(|_| End::Gone)?;
        self.send(text.into()).await?;
        match change {
            DeviceChange::News => Ok(()),
            DeviceChange::Removed => Err(End::Close(CloseCode::Again, "reconnect")),
        }
    }

    /// Answers a heartbeat with the time. This does not involve the table, which may be busy.
    async fn beat(&mut self) -> Result<(), End> {
        self.beats = true;
        let now_ms = now_ms();
        let text = serde_json::to_string(&ServerMessage::Beat { now_ms }).map_err(|_| End::Gone)?;
        self.send(text.into()).await
    }

    /// Pings a client that has been silent for a while.
    async fn ping(&mut self) -> Result<(), End> {
        let silent = self.heard.elapsed();
        let most = if self.beats {
            self.limits.missed_beats
        } else {
            self.limits.silence
        };
        if silent > most {
            return Err(End::Close(CloseCode::Away, "nothing was heard"));
        }
        if silent < self.limits.ping {
            return Ok(());
        }
        in_time(&self.limits, self.stream.ping()).await
    }

    async fn send(&mut self, text: Utf8Bytes) -> Result<(), End> {
        in_time(&self.limits, self.stream.say(text)).await
    }

    /// Says that the server restarts, and when to reconnect: not all clients at once.
    async fn say_goodbye(&mut self, app: &App) {
        let has_seat = self.pass.as_ref().is_some_and(|pass| pass.has_seat());
        let purpose = if has_seat {
            Purpose::Play
        } else {
            Purpose::Watch
        };
        let after = app.admission.farewell(purpose, app.sockets.len());
        self.ask_back(CloseCode::Restart, "the server restarts", after)
            .await;
    }

    async fn ask_back(&mut self, code: CloseCode, why: &str, after: Duration) {
        let reason = format!("{why}; retry-after-ms={}", after.as_millis());
        self.close(code, &reason).await;
    }

    async fn close(&mut self, code: CloseCode, reason: &str) {
        let frame = CloseFrame {
            code,
            reason: reason.into(),
        };
        // The client may be gone already.
        let _ = in_time(&self.limits, self.stream.close(frame)).await;
    }
}

/// For what a client comes: one with a valid pass is believed whether the game waits for it.
fn purpose(
    app: &App,
    table: &str,
    owner: Option<PassOwner>,
    returning: Option<Returning>,
) -> Purpose {
    match (owner, returning) {
        (Some(owner), Some(Returning { pass, to_act }))
            if app.passes.is_valid(&pass, owner, table) =>
        {
            if to_act {
                Purpose::Act
            } else {
                Purpose::Play
            }
        }
        _ => Purpose::Watch,
    }
}

/// Why a message is not passed on: whoever is suspended neither chats nor gets ready for a game. Games that have begun
/// go on.
async fn silenced(app: &App, person: Option<PersonId>, message: &ClientMessage) -> Option<Problem> {
    let is_meant = match message {
        ClientMessage::Say { .. } => true,
        ClientMessage::Command { command, .. } => matches!(command, Command::Ready { .. }),
        _ => false,
    };
    app.site.silenced(person.filter(|_| is_meant)?).await
}

/// Ends a connection whose client does not read in time.
async fn in_time(
    limits: &Limits,
    sending: impl Future<Output = Result<(), Error>>,
) -> Result<(), End> {
    match timeout(limits.send, sending).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(End::Gone),
    }
}

/// The key of an invalid message, so that its sender knows what is refused.
fn lone_key(text: &str) -> Option<u64> {
    #[derive(Deserialize)]
    struct Keyed {
        key: u64,
    }
    let keyed: Keyed = json::read(text).ok()?;
    Some(keyed.key)
}

/// How a connection ends after a read error.
fn ending(error: &Error) -> End {
    match error {
        Error::Io(error) if error.kind() == ErrorKind::QuotaExceeded => {
            End::Close(CloseCode::Policy, "too many bytes")
        }
        Error::Capacity(_) => End::Close(CloseCode::Size, "a message is too long"),
        Error::Utf8(_) => End::Close(CloseCode::Invalid, "a text is not UTF-8"),
        Error::Protocol(_) => End::Close(CloseCode::Protocol, "this is not a WebSocket"),
        _ => End::Gone,
    }
}
