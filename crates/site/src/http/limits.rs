//! The limits of a server.

use std::time::Duration;

use crate::http::rate::Rate;

/// Limits that keep one client from harming the others.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Connections and sockets at a time; more are refused.
    pub connections: usize,
    /// Connections and sockets of one address at a time (of a network of 64 bits for IPv6). Of this, and of all
    /// that is for one address, its wider networks may have a small number of times as much.
    pub connections_per_address: usize,
    /// Requests of one address, those for the page's files included.
    pub requests: Rate,
    /// Sockets that one address opens.
    pub handshakes: Rate,
    /// Tables that one address creates.
    pub creations: Rate,
    /// Other requests of one address that change something, such as taking a seat.
    pub changes: Rate,
    /// Requests of one address for tables and codes that do not exist.
    pub misses: Rate,
    /// Requests of one person for what does not exist. They may ask on while their address has no misses left.
    pub own_misses: Rate,
    /// Requests for codes that do not exist, of all addresses together.
    pub wrong_codes: Rate,
    /// Messages of one address that arrange a table: a host's commands, getting ready, leaving.
    pub arrangements: Rate,
    /// Messages of one address that switch to the view of another of its seats, which sends the whole log.
    pub looks: Rate,
    /// Replays and records that one address requests.
    pub replay_requests: Rate,
    /// Requests of one address that read through all that somebody has played.
    pub histories: Rate,
    /// Reports of one address about people.
    pub reports: Rate,
    /// New people and bots of one address.
    pub arrivals: Rate,
    /// Bytes of messages that may wait for one socket.
    pub outgoing_per_socket: usize,
    /// What one address has stored: lines of logs, or as many bytes as such lines have.
    pub stored: Rate,
    /// Bytes of messages and answers that may wait for the sockets and connections of one address.
    pub outgoing_per_address: usize,
    /// Bytes of messages that may wait for all sockets. In addition, one message may wait for each.
    pub outgoing: usize,
    /// The system's send buffer of a connection, in bytes; it takes about twice as much.
    pub send_buffer: usize,
    /// Bytes of requests and their answers, for all connections.
    pub answers: usize,
    /// Bytes of replays and records that may wait for all connections, in addition.
    pub replays: usize,
    /// Networks that are known at a time, addresses included; all others share the limits of one. A known one
    /// takes some 250 bytes.
    pub networks: usize,
    /// The maximum age of the cached list of public tables.
    pub lobby: Duration,
    /// The largest head of a request, in bytes.
    pub head: usize,
    /// How long the head of a request may take to come.
    pub request_head: Duration,
    /// How long an answer may take, the request's body included.
    pub answer: Duration,
    /// The largest body of a request, in bytes.
    pub body: usize,
    /// The longest record that is replayed, in bytes.
    pub record: usize,
    /// Spectators of one table at a time; more are refused. Players do not count.
    pub spectators: usize,
    /// The longest message of a client on a socket, in bytes.
    pub message: usize,
    /// How long the first message on a socket may take to come.
    pub first_message: Duration,
    /// How many clients are welcomed at a time, and how long others wait.
    pub welcomes: AdmissionRules,
    /// Messages of a client on a socket.
    pub messages: Rate,
    /// Bytes of any kind that a client may send at once on a socket.
    pub received: u32,
    /// Bytes that it may send in each second after that.
    pub received_per_second: u32,
    /// The silence after which a socket is pinged, and the time between pings.
    pub ping: Duration,
    /// How long a socket may be silent.
    pub silence: Duration,
    /// How long a socket may be silent whose client sends heartbeats. Pages do; programs that think
    /// before they answer need not.
    pub missed_beats: Duration,
    /// How long a client may take to read a message, or the next part of an answer.
    pub send: Duration,
    /// How long it may take to read a whole replay.
    pub delivery: Duration,
    /// How long an answer of the provider may take. Two of them have to come while a request waits for its own answer.
    pub provider: Duration,
    /// How long somebody may take to keep or show a passkey.
    pub ceremony: Duration,
    /// How long the server goes on after it is told to stop. It says that it is not ready, so that load
    /// balancers send clients elsewhere.
    pub drain: Duration,
    /// How long open connections have to end after that.
    pub farewell: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 16_384,
            connections_per_address: 50,
            requests: Rate::new(300, Duration::from_millis(20)),
            handshakes: Rate::new(20, Duration::from_millis(200)),
            creations: Rate::new(6, Duration::from_secs(10)),
            changes: Rate::new(60, Duration::from_secs(1)),
            misses: Rate::new(20, Duration::from_secs(6)),
            own_misses: Rate::new(5, Duration::from_secs(30)),
            wrong_codes: Rate::new(300, Duration::from_millis(200)),
            arrangements: Rate::new(60, Duration::from_millis(500)),
            looks: Rate::new(20, Duration::from_millis(500)),
            replay_requests: Rate::new(20, Duration::from_secs(2)),
            histories: Rate::new(60, Duration::from_secs(1)),
            reports: Rate::new(10, Duration::from_mins(10)),
            arrivals: Rate::new(60, Duration::from_secs(30)),
            outgoing_per_socket: 256 * 1024,
            stored: Rate::new(16_384, Duration::from_millis(330)),
            outgoing_per_address: 2 * 1024 * 1024,
            outgoing: 64 * 1024 * 1024,
            send_buffer: 128 * 1024,
            answers: 32 * 1024 * 1024,
            replays: 32 * 1024 * 1024,
            networks: 100_000,
            lobby: Duration::from_secs(1),
            head: 8 * 1024,
            request_head: Duration::from_secs(10),
            answer: Duration::from_secs(10),
            body: 64 * 1024,
            record: 256 * 1024,
            spectators: 5000,
            message: 4096,
            first_message: Duration::from_secs(5),
            welcomes: AdmissionRules::default(),
            messages: Rate::new(40, Duration::from_millis(100)),
            received: 256 * 1024,
            received_per_second: 64 * 1024,
            ping: Duration::from_secs(4),
            silence: Duration::from_secs(30),
            missed_beats: Duration::from_secs(10),
            send: Duration::from_secs(10),
            delivery: Duration::from_mins(2),
            provider: Duration::from_secs(4),
            ceremony: Duration::from_mins(5),
            drain: Duration::ZERO,
            farewell: Duration::from_secs(5),
        }
    }
}

/// How many are welcomed, and how long the others wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AdmissionRules {
    /// Clients that are welcomed at a time.
    pub at_once: usize,
    /// Once a client has waited this long, those who come later for the same purpose are asked to come back.
    pub longest_wait: Duration,
    /// How long a client waits at most before it is asked to come back, too: less than clients have patience for.
    pub patience: Duration,
    /// The longest time after which a client is asked to come back.
    pub longest_absence: Duration,
    /// The time between two welcomes that is expected before any was measured.
    pub first_interval: Duration,
}

impl Default for AdmissionRules {
    fn default() -> Self {
        Self {
            at_once: 16,
            longest_wait: Duration::from_secs(5),
            patience: Duration::from_secs(8),
            longest_absence: Duration::from_secs(9),
            first_interval: Duration::from_micros(500),
        }
    }
}
