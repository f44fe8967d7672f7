//! What one client may take of the server.

use std::time::Duration;

use crate::rate::Rate;

/// Limits that keep one client from harming the others.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Connections and sockets at a time; more are turned away.
    pub connections: usize,
    /// Connections and sockets of one address at a time (of a network of 64 bits for IPv6).
    pub connections_per_address: usize,
    /// Requests of one address, those for the page's files included.
    pub requests: Rate,
    /// Sockets that one address opens.
    pub handshakes: Rate,
    /// Tables that one address creates.
    pub creations: Rate,
    /// Other requests of one address that change something, such as taking a seat.
    pub changes: Rate,
    /// Requests of one address for tables and codes that are not there.
    pub misses: Rate,
    /// Codes that are nobody's, of all addresses together.
    pub wrong_codes: Rate,
    /// What one address arranges at tables by its sockets: orders of a host, getting ready, leaving.
    pub arrangements: Rate,
    /// How often one address looks at a table from another seat of its own, which shows all of its log.
    pub looks: Rate,
    /// Replays and records that one address has worked out.
    pub studies: Rate,
    /// Guests and bots that one address becomes.
    pub arrivals: Rate,
    /// Bytes of messages that may wait for one socket.
    pub outgoing_per_socket: usize,
    /// Bytes of messages and replays that may wait for the sockets and connections of one address.
    pub outgoing_per_address: usize,
    /// Bytes of messages that may wait for all sockets. One message may wait for each beside that.
    pub outgoing: usize,
    /// The system's buffer for what is sent on a connection, in bytes; it takes about twice as much.
    pub send_buffer: usize,
    /// Bytes of replays and records that may wait for all.
    pub replays: usize,
    /// Addresses that are told apart; those beyond share what one may take. One takes some 250 bytes
    /// while it is known.
    pub addresses: usize,
    /// How old the list of public tables may be that people are shown.
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
    /// Those who watch one table at a time; more are turned away. Players are not among them.
    pub spectators: usize,
    /// The longest message of a client on a socket, in bytes.
    pub message: usize,
    /// How long the first message on a socket may take to come.
    pub first_message: Duration,
    /// Messages of a client that may come at once.
    pub burst: u32,
    /// The time in which one more message is earned.
    pub refill: Duration,
    /// Bytes that a client may send at once on a socket, whatever they are.
    pub received: u32,
    /// The bytes that it may send in each second from then on.
    pub received_per_second: u32,
    /// After how much silence a socket is asked whether it is still there, and how often.
    pub ping: Duration,
    /// How long nothing may be heard from a socket.
    pub silence: Duration,
    /// How long nothing may be heard from a socket whose client says by itself that it is there: a
    /// page, and no program that thinks before it answers.
    pub missed_beats: Duration,
    /// How long a client may take to read a message, or to read on in an answer.
    pub send: Duration,
    /// How long the server is still there when it is told to stop, but says that it is not ready, so
    /// that those who send it clients find others.
    pub drain: Duration,
    /// How long those who are connected have to go after that.
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
            wrong_codes: Rate::new(300, Duration::from_millis(200)),
            arrangements: Rate::new(60, Duration::from_millis(500)),
            looks: Rate::new(20, Duration::from_millis(500)),
            studies: Rate::new(20, Duration::from_secs(2)),
            arrivals: Rate::new(60, Duration::from_secs(30)),
            outgoing_per_socket: 256 * 1024,
            outgoing_per_address: 4 * 1024 * 1024,
            outgoing: 64 * 1024 * 1024,
            send_buffer: 128 * 1024,
            replays: 32 * 1024 * 1024,
            addresses: 65_536,
            lobby: Duration::from_secs(1),
            head: 8 * 1024,
            request_head: Duration::from_secs(10),
            answer: Duration::from_secs(10),
            body: 64 * 1024,
            record: 256 * 1024,
            spectators: 5000,
            message: 4096,
            first_message: Duration::from_secs(5),
            burst: 40,
            refill: Duration::from_millis(100),
            received: 256 * 1024,
            received_per_second: 64 * 1024,
            ping: Duration::from_secs(4),
            silence: Duration::from_secs(30),
            missed_beats: Duration::from_secs(10),
            send: Duration::from_secs(10),
            drain: Duration::ZERO,
            farewell: Duration::from_secs(5),
        }
    }
}
