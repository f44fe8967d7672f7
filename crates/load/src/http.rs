//! Just enough of HTTP to create a table and to sit down.

use std::net::SocketAddr;

use http_body_util::{BodyExt, Full};
use hyper::{Request, body::Bytes, client::conn::http1, header};
use hyper_util::rt::TokioIo;
use serde::{Serialize, de::DeserializeOwned};
use thiserror::Error;
use tokio::net::TcpStream;

/// Why a request was not answered as it should be.
#[derive(Debug, Error)]
pub enum HttpError {
    /// There is no connection.
    #[error("the server cannot be reached: {0}")]
    Connect(#[from] std::io::Error),
    /// The connection has failed.
    #[error("the request has failed: {0}")]
    Failed(#[from] hyper::Error),
    /// The status of the answer is not a success.
    #[error("{path} was answered with {status}: {body}")]
    Refused {
        /// What was asked for.
        path: String,
        /// The status of the answer.
        status: u16,
        /// Its body.
        body: String,
    },
    /// The answer cannot be read.
    #[error("the answer is not what it should be: {0}")]
    Unreadable(#[from] serde_json::Error),
}

/// A person of a server.
#[derive(Clone, Debug)]
pub struct TestPerson {
    /// Where the server is.
    pub server: SocketAddr,
    /// The cookie, as `name=value`, once there is one.
    pub cookie: Option<String>,
}

impl TestPerson {
    /// A person whom the server does not know.
    pub const fn new(server: SocketAddr) -> Self {
        Self {
            server,
            cookie: None,
        }
    }

    /// Posts JSON, and keeps the cookie. Returns the body of a success.
    ///
    /// # Errors
    ///
    /// If the answer is not a success.
    pub async fn post(&mut self, path: &str, body: &impl Serialize) -> Result<Bytes, HttpError> {
        let stream = TcpStream::connect(self.server).await?;
        let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
        let driving = tokio::spawn(connection);
        let mut request = Request::post(path)
            .header(header::HOST, self.server.to_string())
            .header(header::CONTENT_TYPE, "application/json");
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        let body = Full::new(Bytes::from(serde_json::to_vec(body)?));
        let request = request.body(body).expect("the head is well-formed");
        let answer = sender.send_request(request).await?;
        let (head, body) = answer.into_parts();
        let body = body.collect().await?.to_bytes();
        driving.abort();
        let cookie = head.headers.get(header::SET_COOKIE);
        if let Some(cookie) = cookie.and_then(|value| value.to_str().ok()) {
            self.cookie = cookie.split(';').next().map(str::to_owned);
        }
        if head.status.is_success() {
            return Ok(body);
        }
        Err(HttpError::Refused {
            path: path.to_owned(),
            status: head.status.as_u16(),
            body: String::from_utf8_lossy(&body).into_owned(),
        })
    }

    /// [`TestPerson::post`] for an answer that is JSON.
    ///
    /// # Errors
    ///
    /// If it is not.
    pub async fn ask<T: DeserializeOwned>(
        &mut self,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, HttpError> {
        let body = self.post(path, body).await?;
        Ok(serde_json::from_slice(&body)?)
    }
}
