//! What one client may take of the server.

use std::time::Duration;

/// Limits that keep one client from harming the others.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Connections and sockets at a time; more are turned away.
    pub connections: usize,
    /// How long the head of a request may take to come.
    pub request_head: Duration,
    /// How long an answer may take, the request's body included.
    pub answer: Duration,
    /// The largest body of a request, in bytes.
    pub body: usize,
    /// The longest record that is replayed, in bytes.
    pub record: usize,
    /// The longest message of a client on a socket, in bytes.
    pub message: usize,
    /// How long the first message on a socket may take to come.
    pub first_message: Duration,
    /// Messages of a client that may come at once.
    pub burst: u32,
    /// The time in which one more message is earned.
    pub refill: Duration,
    /// How often a socket is asked whether it is still there.
    pub ping: Duration,
    /// How long nothing may be heard from a socket.
    pub silence: Duration,
    /// How long a client may take to read one message.
    pub send: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 16_384,
            request_head: Duration::from_secs(10),
            answer: Duration::from_secs(10),
            body: 64 * 1024,
            record: 256 * 1024,
            message: 4096,
            first_message: Duration::from_secs(5),
            burst: 40,
            refill: Duration::from_millis(100),
            ping: Duration::from_secs(10),
            silence: Duration::from_secs(30),
            send: Duration::from_secs(10),
        }
    }
}
