//! The WebSocket itself: its handshake, its frames, and the memory that it may take.
//!
//! The library keeps the buffer of the largest frame for as long as the connection lasts. A welcome is
//! many times as long as the messages after it, so long texts are sent in several frames: then an open
//! socket takes only the memory of its small messages.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::{body::Body, extract::Request, response::Response};
use brickwood_protocol::{HandshakeFault, ProblemKind};
use brickwood_site::http::{limits::Limits, problem::Failure};
use futures_util::{SinkExt, StreamExt};
use hyper::{
    header::{CONNECTION, HeaderName, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE},
    upgrade::{OnUpgrade, Upgraded},
};
use hyper_util::rt::TokioIo;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::Instant,
};
use tokio_tungstenite::WebSocketStream;
use tungstenite::{
    Bytes, Message, Utf8Bytes,
    error::{Error, ProtocolError},
    handshake::server::create_response_with_body,
    protocol::{
        CloseFrame, Role, WebSocketConfig,
        frame::{
            Frame,
            coding::{Data, OpCode},
        },
    },
};

/// The size of the read buffer. Clients send little; for one that sends more, the buffer grows until the
/// connection ends.
const READ: usize = 1024;

/// The longest frame that is sent.
const FRAME: usize = 4096;

/// The bytes that may wait to be written: a frame, the answer to a ping, and a close frame.
const WAITING: usize = 4 * FRAME;

/// The result of a handshake: its answer, and the socket that opens once the answer is sent.
pub(crate) struct Handshake {
    pub(crate) answer: Response,
    pub(crate) opening: Opening,
}

/// A socket that is about to be open.
pub(crate) struct Opening {
    upgrade: OnUpgrade,
    longest: usize,
    at_once: u32,
    per_second: u32,
}

/// An open socket. Boxed, because a future reserves space for a value in each place that it moves through.
pub(crate) struct WsStream(Box<WebSocketStream<Metered<TokioIo<Upgraded>>>>);

/// Answers a handshake.
///
/// # Errors
///
/// If the request is not a handshake.
pub(crate) fn shake_hands(request: &mut Request, limits: &Limits) -> Result<Handshake, Failure> {
    let answer = create_response_with_body(request, Body::empty).map_err(|error| {
        let why = handshake_fault(&error);
        ProblemKind::NoUpgrade { why }
    })?;
    let opening = Opening {
        upgrade: hyper::upgrade::on(request),
        longest: limits.message,
        at_once: limits.received,
        per_second: limits.received_per_second,
    };
    Ok(Handshake { answer, opening })
}

fn handshake_fault(error: &Error) -> HandshakeFault {
    let header = |name: HeaderName| HandshakeFault::Header {
        name: name.to_string(),
    };
    match error {
        Error::Protocol(ProtocolError::WrongHttpMethod) => HandshakeFault::Method,
        Error::Protocol(ProtocolError::WrongHttpVersion) => HandshakeFault::HttpVersion,
        Error::Protocol(ProtocolError::MissingConnectionUpgradeHeader) => header(CONNECTION),
        Error::Protocol(ProtocolError::MissingUpgradeWebSocketHeader) => header(UPGRADE),
        Error::Protocol(ProtocolError::MissingSecWebSocketVersionHeader) => {
            header(SEC_WEBSOCKET_VERSION)
        }
        Error::Protocol(ProtocolError::MissingSecWebSocketKey) => header(SEC_WEBSOCKET_KEY),
        _ => HandshakeFault::Other,
    }
}

impl Opening {
    /// The socket; none if the client is gone already.
    pub(crate) async fn open(self) -> Option<WsStream> {
        let stream = Metered {
            stream: TokioIo::new(self.upgrade.await.ok()?),
            read_until: Instant::now(),
            a_byte: Duration::from_secs(1) / self.per_second,
            ahead: Duration::from_secs(1) * self.at_once / self.per_second,
        };
        let config = WebSocketConfig::default()
            .max_message_size(Some(self.longest))
            .max_frame_size(Some(self.longest))
            .read_buffer_size(READ)
            .write_buffer_size(0)
            .max_write_buffer_size(WAITING);
        let socket = WebSocketStream::from_raw_socket(stream, Role::Server, Some(config));
        Some(WsStream(Box::new(socket.await)))
    }
}

impl WsStream {
    /// The next message; none when the other side is gone.
    pub(crate) async fn hear(&mut self) -> Option<Result<Message, Error>> {
        self.0.next().await
    }

    /// Sends a text.
    ///
    /// # Errors
    ///
    /// If the connection is gone.
    pub(crate) async fn say(&mut self, text: Utf8Bytes) -> Result<(), Error> {
        let mut rest = Bytes::from(text);
        let mut kind = Data::Text;
        while rest.len() > FRAME {
            let part = Frame::message(rest.split_to(FRAME), OpCode::Data(kind), false);
            self.0.feed(Message::Frame(part)).await?;
            kind = Data::Continue;
        }
        let last = Frame::message(rest, OpCode::Data(kind), true);
        self.0.send(Message::Frame(last)).await
    }

    /// Sends a ping.
    ///
    /// # Errors
    ///
    /// If the connection is gone.
    pub(crate) async fn ping(&mut self) -> Result<(), Error> {
        self.0.send(Message::Ping(Bytes::new())).await
    }

    /// Sends a close frame.
    ///
    /// # Errors
    ///
    /// If the connection is gone.
    pub(crate) async fn close(&mut self, frame: CloseFrame) -> Result<(), Error> {
        self.0.send(Message::Close(Some(frame))).await
    }
}

/// Limits the bytes that are read from a client. The limit for messages does not suffice: a message may
/// come in any number of frames, and any number of them may be empty.
struct Metered<S> {
    stream: S,
    /// The time at which the bytes read so far would have come at the steady rate.
    read_until: Instant,
    /// The time that a byte takes at the steady rate.
    a_byte: Duration,
    /// How far a client may be ahead of that time.
    ahead: Duration,
}

impl<S: AsyncRead + Unpin> AsyncRead for Metered<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let before = buffer.filled().len();
        ready!(Pin::new(&mut this.stream).poll_read(context, buffer))?;
        let read = buffer.filled().len() - before;
        let now = Instant::now();
        this.read_until = this.read_until.max(now) + this.a_byte * read as u32;
        if this.read_until > now + this.ahead {
            return Poll::Ready(Err(io::ErrorKind::QuotaExceeded.into()));
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Metered<S> {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().stream).poll_write(context, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}
