//! Requests to other sites: of whoever the host of the site has named, and of nobody else.

use std::{io, time::Duration};

use axum::http::{Request, Response};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};
use thiserror::Error;
use tokio::time::timeout;

/// The longest answer that is read, in bytes.
const LONGEST: usize = 256 * 1024;

/// A client that follows no redirections. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Outbound {
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    patience: Duration,
}

/// Why no answer has come.
#[derive(Debug, Error)]
pub enum OutboundError {
    /// No connection, or a broken one.
    #[error("the other site cannot be reached: {0}")]
    Unreachable(#[from] hyper_util::client::legacy::Error),
    /// The answer is too long, or was cut off.
    #[error("the answer cannot be read")]
    Unreadable,
    /// The address is not encrypted, and has to be.
    #[error("the other site is to be asked in the open")]
    Open,
    /// The answer takes too long.
    #[error("the other site does not answer in time")]
    Late,
}

impl OutboundError {
    /// Whether the other site has certainly got nothing: there was no connection.
    pub fn is_unsent(&self) -> bool {
        matches!(self, Self::Unreachable(error) if error.is_connect())
    }
}

impl Outbound {
    /// A client that trusts the certificates that the system trusts, and waits for an answer for so long.
    ///
    /// # Errors
    ///
    /// If the system names none.
    pub fn new(patience: Duration) -> io::Result<Self> {
        let provider = rustls::crypto::ring::default_provider();
        let connector = HttpsConnectorBuilder::new()
            .with_provider_and_native_roots(provider)?
            .https_or_http()
            .enable_http1()
            .build();
        Ok(Self {
            client: Client::builder(TokioExecutor::new()).build(connector),
            patience,
        })
    }

    /// The status with which a site answers that shows a page.
    ///
    /// # Errors
    ///
    /// If no answer comes in time, or the address is none.
    pub async fn status(&self, url: &str) -> Result<u16, OutboundError> {
        let request = Request::get(url).body(Vec::new());
        let request = request.map_err(|_| OutboundError::Unreadable)?;
        Ok(self.send(request).await?.status().as_u16())
    }

    /// The answer to a request.
    ///
    /// # Errors
    ///
    /// If none comes in time, or one that is too long.
    pub async fn send(
        &self,
        request: Request<Vec<u8>>,
    ) -> Result<Response<Vec<u8>>, OutboundError> {
        let request = request.map(|body| Full::new(Bytes::from(body)));
        let answer = async {
            let (head, body) = self.client.request(request).await?.into_parts();
            let body = Limited::new(body, LONGEST).collect().await;
            let body = body.map_err(|_| OutboundError::Unreadable)?;
            Ok(Response::from_parts(head, body.to_bytes().into()))
        };
        timeout(self.patience, answer)
            .await
            .unwrap_or(Err(OutboundError::Late))
    }
}
