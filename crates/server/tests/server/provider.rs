//! A provider of OpenID Connect in this process, which can be made to misbehave.

use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::{SystemTime, UNIX_EPOCH},
};

use axum::{
    Json, Router,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use data_encoding::BASE64URL_NOPAD as BASE64;
use p256::ecdsa::{Signature, SigningKey, signature::Signer};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio::net::TcpListener;

pub const CLIENT: &str = "brickwood";

/// A provider. What it does is decided by the test that sends people there.
#[derive(Clone)]
pub struct Provider {
    pub address: SocketAddr,
    state: Arc<Mutex<Inner>>,
}

struct Inner {
    key: SigningKey,
    /// Whether it never answers for whom a code stands.
    is_silent: bool,
    /// How often it was asked what it says of itself.
    discoveries: u32,
    /// What is said of the person for whom a code was given, and the challenge that has to be met.
    codes: HashMap<String, (String, String)>,
}

/// What a browser is told to ask for, as the address has it.
pub struct Asked(pub HashMap<String, String>);

impl Asked {
    pub fn read(url: &str) -> Self {
        let (_, query) = url.split_once('?').unwrap();
        let fields = query.split('&').filter_map(|field| field.split_once('='));
        Self(
            fields
                .map(|(name, value)| (name.to_owned(), unescaped(value)))
                .collect(),
        )
    }

    pub fn field(&self, name: &str) -> &str {
        &self.0[name]
    }
}

fn unescaped(text: &str) -> String {
    let mut bytes = text.bytes();
    let mut read = Vec::new();
    while let Some(byte) = bytes.next() {
        read.push(match byte {
            b'%' => {
                let digits = [bytes.next().unwrap(), bytes.next().unwrap()];
                u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap()
            }
            b'+' => b' ',
            other => other,
        });
    }
    String::from_utf8(read).unwrap()
}

impl Provider {
    pub async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let inner = Inner {
            key: SigningKey::from_slice(&[7; 32]).unwrap(),
            is_silent: false,
            discoveries: 0,
            codes: HashMap::new(),
        };
        let provider = Self {
            address,
            state: Arc::new(Mutex::new(inner)),
        };
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(configuration))
            .route("/keys", get(keys))
            .route("/token", post(token))
            .with_state(provider.clone());
        tokio::spawn(axum_server(listener, router));
        provider
    }

    pub fn issuer(&self) -> String {
        format!("http://{}", self.address)
    }

    /// It signs with another key from now on.
    pub fn rotate_key(&self) {
        self.state.lock().unwrap().key = SigningKey::from_slice(&[8; 32]).unwrap();
    }

    /// It does not answer for whom codes stand from now on.
    pub fn fall_silent(&self) {
        self.state.lock().unwrap().is_silent = true;
    }

    /// How often it was asked what it says of itself.
    pub fn discoveries(&self) -> u32 {
        self.state.lock().unwrap().discoveries
    }

    /// A person agrees: the code with which their browser goes back.
    pub fn agree(&self, asked: &Asked, subject: &str) -> String {
        self.agree_with(asked, subject, |_| {})
    }

    /// [`Provider::agree`], with something wrong in what is said.
    pub fn agree_with(
        &self,
        asked: &Asked,
        subject: &str,
        mend: impl FnOnce(&mut Value),
    ) -> String {
        let now = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap()
            .as_secs();
        let mut claims = json!({
            "iss": self.issuer(),
            "sub": subject,
            "aud": CLIENT,
            "exp": now + 60,
            "iat": now,
            "nonce": asked.field("nonce"),
        });
        mend(&mut claims);
        let mut inner = self.state.lock().unwrap();
        let algorithm = claims["alg"].take();
        claims.as_object_mut().unwrap().remove("alg");
        let token = inner.signed(&claims, algorithm.as_str().unwrap_or("ES256"));
        let code = format!("code-{}", inner.codes.len());
        let challenge = asked.field("code_challenge").to_owned();
        inner.codes.insert(code.clone(), (token, challenge));
        code
    }
}

impl Inner {
    fn signed(&self, claims: &Value, algorithm: &str) -> String {
        let head = json!({"alg": algorithm, "kid": self.key_id()});
        let parts = [head, claims.clone()].map(|part| BASE64.encode(part.to_string().as_bytes()));
        let text = parts.join(".");
        if algorithm == "none" {
            return format!("{text}.");
        }
        let signature: Signature = self.key.sign(text.as_bytes());
        format!("{text}.{}", BASE64.encode(&signature.to_bytes()))
    }

    fn key_id(&self) -> String {
        let point = self.key.verifying_key().to_encoded_point(false);
        BASE64.encode(&Sha256::digest(point.as_bytes())[..6])
    }
}

async fn axum_server(listener: TcpListener, router: Router) {
    loop {
        let (stream, _) = listener.accept().await.unwrap();
        let service = hyper_util::service::TowerToHyperService::new(router.clone());
        let stream = hyper_util::rt::TokioIo::new(stream);
        let connection = hyper::server::conn::http1::Builder::new();
        tokio::spawn(connection.serve_connection(stream, service));
    }
}

async fn configuration(State(provider): State<Provider>) -> Json<Value> {
    provider.state.lock().unwrap().discoveries += 1;
    let at = |path: &str| format!("{}{path}", provider.issuer());
    Json(json!({
        "issuer": provider.issuer(),
        "authorization_endpoint": at("/authorize"),
        "token_endpoint": at("/token"),
        "jwks_uri": at("/keys"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["ES256"],
    }))
}

async fn keys(State(provider): State<Provider>) -> Json<Value> {
    let inner = provider.state.lock().unwrap();
    let point = inner.key.verifying_key().to_encoded_point(false);
    Json(json!({"keys": [{
        "kty": "EC",
        "crv": "P-256",
        "use": "sig",
        "kid": inner.key_id(),
        "x": BASE64.encode(point.x().unwrap()),
        "y": BASE64.encode(point.y().unwrap()),
    }]}))
}

/// Gives the token of a code once, to whoever meets its challenge.
async fn token(State(provider): State<Provider>, body: String) -> Response {
    if provider.state.lock().unwrap().is_silent {
        std::future::pending::<()>().await;
    }
    let asked = Asked::read(&format!("?{body}"));
    let given = provider
        .state
        .lock()
        .unwrap()
        .codes
        .remove(asked.field("code"));
    let verifier = Sha256::digest(asked.field("code_verifier"));
    let Some((token, _)) = given.filter(|(_, challenge)| *challenge == BASE64.encode(&verifier))
    else {
        let refused = Json(json!({"error": "invalid_grant"}));
        return (StatusCode::BAD_REQUEST, refused).into_response();
    };
    let tokens = json!({"access_token": "x", "token_type": "Bearer", "id_token": token});
    Json(tokens).into_response()
}
