//! One WebSocket to a table.

use brickwood_client::asked_wait;
use brickwood_protocol::{ClientMessage, Parts, ServerMessage};
use futures_util::{SinkExt, StreamExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};
use tungstenite::{Message, Utf8Bytes, client::IntoClientRequest, protocol::WebSocketConfig};

use crate::{http::TestPerson, reconnect::End};

/// The size of buffers. The defaults are for far larger messages and far fewer sockets.
const BUFFER: usize = 4096;

/// How a part of a long log begins.
const PART: &str = "{\"type\":\"missed\"";

/// A connection that has said hello.
pub(crate) struct Socket {
    stream: WebSocketStream<TcpStream>,
    /// The parts of a long log whose end has not come yet.
    parts: Option<Parts>,
}

impl Socket {
    /// Connects a person to a table, and says hello. The receive buffer has this size in bytes, or the system's
    /// default.
    pub(crate) async fn open(
        person: &TestPerson,
        table: &str,
        hello: &ClientMessage,
        receive_buffer: Option<u32>,
    ) -> Result<Self, End> {
        let url = format!("ws://{}/api/tables/{table}/socket", person.server);
        let mut request = url.into_client_request()?;
        if let Some(cookie) = &person.cookie {
            let cookie = cookie.parse()?;
            request.headers_mut().insert("cookie", cookie);
        }
        let socket = if person.server.is_ipv4() {
            TcpSocket::new_v4()
        } else {
            TcpSocket::new_v6()
        };
        let socket = socket?;
        if let Some(size) = receive_buffer {
            socket.set_recv_buffer_size(size)?;
        }
        let stream = socket.connect(person.server).await?;
        stream.set_nodelay(true)?;
        let config = WebSocketConfig::default()
            .read_buffer_size(BUFFER)
            .write_buffer_size(BUFFER);
        let connected = client_async_with_config(request, stream, Some(config)).await;
        let mut socket = Self {
            stream: connected?.0,
            parts: None,
        };
        socket.say(hello).await?;
        Ok(socket)
    }

    pub(crate) async fn say(&mut self, message: &ClientMessage) -> Result<(), End> {
        let text = serde_json::to_string(message)?;
        Ok(self.stream.send(Message::text(text)).await?)
    }

    /// The server's next message; none if it is a ping or pong.
    pub(crate) async fn hear(&mut self) -> Result<Option<Utf8Bytes>, End> {
        match self.stream.next().await {
            Some(Ok(Message::Text(text))) => self.put_together(text),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(None),
            Some(Ok(Message::Close(Some(frame)))) => Err(End::Cut(asked_wait(&frame.reason))),
            Some(Ok(_) | Err(_)) | None => Err(End::CUT),
        }
    }

    /// A message combined with the parts before it; none if it is a part itself.
    fn put_together(&mut self, text: Utf8Bytes) -> Result<Option<Utf8Bytes>, End> {
        if self.parts.is_none() && !text.starts_with(PART) {
            return Ok(Some(text));
        }
        let message = serde_json::from_str(&text)?;
        let Some(whole) = self.parts.get_or_insert_default().take(message) else {
            return Ok(None);
        };
        if matches!(
            whole,
            ServerMessage::Welcome { .. } | ServerMessage::Update { .. }
        ) {
            self.parts = None;
        }
        let text = serde_json::to_string(&whole)?;
        Ok(Some(text.into()))
    }
}
