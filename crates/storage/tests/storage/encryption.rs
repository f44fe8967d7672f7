//! Encryption of the connection to PostgreSQL. A proxy in this process encrypts for the database; it can
//! refuse to encrypt, and records clients that connect without encryption.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use brickwood_storage::{GameLog, OpenPostgresError, PostgresStorage, Schema};
use brickwood_test_kit::database::Database;
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use tempfile::TempDir;
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, copy_bidirectional},
    net::{TcpListener, TcpStream},
};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        ServerConfig,
        crypto::ring,
        pki_types::{PrivateKeyDer, pem::PemObject},
    },
};

use crate::contract::new_game;

/// The first message of a client that wants to encrypt.
const SSL_REQUEST: [u8; 8] = [0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f];

/// Signs certificates.
struct Root(Issuer<'static, KeyPair>, String);

impl Root {
    fn new() -> Self {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let text = params.self_signed(&key).unwrap().pem();
        Self(Issuer::new(params, key), text)
    }

    /// Encryption with a certificate for this name.
    fn encryption(&self, name: &str) -> TlsAcceptor {
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new(vec![name.to_owned()]).unwrap();
        let certificate = params.signed_by(&key, &self.0).unwrap();
        let key = PrivateKeyDer::from_pem_slice(key.serialize_pem().as_bytes()).unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate.der().clone()], key)
            .unwrap();
        TlsAcceptor::from(Arc::new(config))
    }
}

/// A database behind a proxy that encrypts, or does not.
struct Front {
    database: Database,
    port: u16,
    /// Whether a client has continued without encryption.
    in_the_clear: Arc<AtomicBool>,
    /// The folder of the certificates that the tests trust.
    folder: TempDir,
}

impl Front {
    /// None if there is no database to test with.
    async fn open(believed: &Root, encryption: Option<TlsAcceptor>) -> Option<Self> {
        let database = Database::create().await?;
        let (host, port) = database.place();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let front = Self {
            port: listener.local_addr().unwrap().port(),
            in_the_clear: Arc::default(),
            folder: tempfile::tempdir().unwrap(),
            database,
        };
        std::fs::write(front.folder.path().join("root.pem"), &believed.1).unwrap();
        let noticed = Arc::clone(&front.in_the_clear);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect((host.clone(), port)).await.unwrap();
                tokio::spawn(serve(
                    client,
                    server,
                    encryption.clone(),
                    Arc::clone(&noticed),
                ));
            }
        });
        Some(front)
    }

    /// Connects to it by this name.
    async fn log(
        &self,
        host: &str,
        parameters: &str,
    ) -> Result<PostgresStorage, OpenPostgresError> {
        let (of_database, port) = self.database.place();
        let place = format!("{of_database}:{port}");
        let here = format!("{host}:{}", self.port);
        let url = self.database.url.replace(&place, &here);
        let root = self.folder.path().join("root.pem");
        let parameters = parameters.replace("ROOT", root.to_str().unwrap());
        PostgresStorage::open(&format!("{url}&{parameters}"), Schema::LOG_ALONE).await
    }

    fn in_the_clear(&self) -> bool {
        self.in_the_clear.load(Ordering::SeqCst)
    }
}

async fn serve(
    mut client: TcpStream,
    mut server: TcpStream,
    encryption: Option<TlsAcceptor>,
    noticed: Arc<AtomicBool>,
) {
    let mut first = [0; 8];
    if client.read_exact(&mut first).await.is_err() {
        return;
    }
    if first == SSL_REQUEST {
        if let Some(encryption) = encryption {
            client.write_all(b"S").await.unwrap();
            if let Ok(client) = encryption.accept(client).await {
                pass_on(client, server).await;
            }
            return;
        }
        client.write_all(b"N").await.unwrap();
        if client.read_exact(&mut first).await.is_err() {
            return;
        }
    }
    noticed.store(true, Ordering::SeqCst);
    server.write_all(&first).await.unwrap();
    pass_on(client, server).await;
}

async fn pass_on(mut client: impl AsyncRead + AsyncWrite + Unpin, mut server: TcpStream) {
    let _ = copy_bidirectional(&mut client, &mut server).await;
}

fn untrusted(opened: Result<PostgresStorage, OpenPostgresError>) -> String {
    match opened {
        Err(OpenPostgresError::Untrusted(why)) => why,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it is trusted"),
    }
}

#[tokio::test]
async fn games_are_kept_over_an_encrypted_connection_to_the_server_that_is_meant() {
    let root = Root::new();
    let encryption = Some(root.encryption("localhost"));
    let Some(front) = Front::open(&root, encryption).await else {
        return;
    };
    for parameters in [
        "sslmode=verify-full&sslrootcert=ROOT",
        "sslmode=verify-ca&sslrootcert=ROOT",
        "sslmode=require&sslrootcert=ROOT",
        "sslmode=require",
        "sslmode=prefer",
        "application_name=brickwood",
    ] {
        let log = front.log("localhost", parameters).await.unwrap();
        let _ = log.create(new_game("a", 1)).await;
        assert!(log.load("a").await.unwrap().is_some(), "{parameters}");
    }
    assert!(!front.in_the_clear());
    front.database.drop().await;
}

#[tokio::test]
async fn only_verify_full_asks_for_the_name_of_the_server() {
    let root = Root::new();
    let encryption = Some(root.encryption("localhost"));
    let Some(front) = Front::open(&root, encryption).await else {
        return;
    };
    let opened = front.log("127.0.0.1", "sslmode=verify-full&sslrootcert=ROOT");
    let why = untrusted(opened.await);
    assert!(
        why.contains("127.0.0.1") && why.contains("localhost"),
        "{why}"
    );
    let opened = front.log("127.0.0.1", "sslmode=verify-ca&sslrootcert=ROOT");
    opened.await.unwrap();
    assert!(!front.in_the_clear());
    front.database.drop().await;
}

#[tokio::test]
async fn a_certificate_of_somebody_else_is_refused_by_every_mode_that_checks_it() {
    let stranger = Root::new();
    let encryption = Some(stranger.encryption("localhost"));
    let Some(front) = Front::open(&Root::new(), encryption).await else {
        return;
    };
    for parameters in [
        "sslmode=verify-full&sslrootcert=ROOT",
        "sslmode=verify-ca&sslrootcert=ROOT",
        "sslmode=require&sslrootcert=ROOT",
        "sslmode=prefer&sslrootcert=ROOT",
        "sslmode=verify-full&sslrootcert=system",
        "sslmode=verify-full",
        "sslrootcert=system",
    ] {
        let why = untrusted(front.log("localhost", parameters).await);
        assert!(why.contains("certificate"), "{parameters}: {why}");
    }
    front.log("localhost", "sslmode=require").await.unwrap();
    assert!(!front.in_the_clear());
    front.database.drop().await;
}

#[tokio::test]
async fn nothing_is_said_in_the_clear_to_a_server_that_does_not_encrypt_unless_that_is_allowed() {
    let Some(front) = Front::open(&Root::new(), None).await else {
        return;
    };
    for parameters in [
        "sslmode=verify-full&sslrootcert=ROOT",
        "sslmode=verify-full",
        "sslmode=verify-ca&sslrootcert=ROOT",
        "sslmode=require",
    ] {
        let opened = front.log("localhost", parameters).await;
        let error = opened.err().expect(parameters).to_string();
        assert!(error.contains("does not support TLS"), "{error}");
        assert!(!front.in_the_clear(), "{parameters}");
    }
    for parameters in ["sslmode=prefer", "sslmode=disable"] {
        front.log("localhost", parameters).await.unwrap();
        assert!(front.in_the_clear.swap(false, Ordering::SeqCst));
    }
    front.database.drop().await;
}
