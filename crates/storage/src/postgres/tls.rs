//! The encryption of connections: `sslmode` and `sslrootcert`, with the same meaning as in PostgreSQL's own
//! clients.
//!
//! The driver decides whether to encrypt. The verifier from here decides which certificates to trust.

use std::{io, sync::Arc};

use percent_encoding::percent_decode_str;
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
    client::{
        WebPkiServerVerifier,
        danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
    },
    crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature},
    pki_types::{CertificateDer, ServerName, UnixTime, pem::PemObject},
};
use thiserror::Error;
use tokio_postgres::config::SslMode;
use tokio_postgres_rustls::MakeRustlsConnect;

/// Why the settings of the encryption cannot be used.
#[derive(Debug, Error)]
#[expect(missing_docs)]
pub enum TlsError {
    /// There is no such mode.
    #[error("there is no sslmode {0}: it is disable, prefer, require, verify-ca or verify-full")]
    Mode(String),
    /// Anybody can get a certificate that the system trusts.
    #[error("with sslrootcert=system only sslmode=verify-full tells who the server is")]
    WeakMode,
    /// The file of certificates cannot be read.
    #[error("the certificates in {file} cannot be read: {error}")]
    Roots { file: String, error: String },
    /// The system trusts no certificates.
    #[error("this system has no root certificates: install them, or name some with sslrootcert")]
    NoRoots,
}

/// The value of `sslrootcert` that stands for the certificates of the system.
const SYSTEM: &str = "system";

/// The settings of encryption in a URL.
#[derive(Default)]
struct TlsParameters {
    mode: Option<String>,
    roots: Option<String>,
}

/// The URL without the settings of encryption, whether to encrypt, and how.
pub(super) fn read(url: &str) -> Result<(String, Option<SslMode>, MakeRustlsConnect), TlsError> {
    let (rest, parameters) = take_parameters(url);
    let (mode, verifier) = parameters.follow()?;
    let mut config = ClientConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()
        .expect("there are versions of TLS")
        .dangerous()
        .with_custom_certificate_verifier(verifier)
        .with_no_client_auth();
    config.alpn_protocols = vec![b"postgresql".to_vec()];
    Ok((rest, mode, MakeRustlsConnect::new(config)))
}

/// A mode in an unusual place of the URL is not removed. The driver reads it, and refuses it if unknown.
fn take_parameters(url: &str) -> (String, TlsParameters) {
    let mut parameters = TlsParameters::default();
    let Some((place, query)) = url.rsplit_once('?') else {
        return (url.to_owned(), parameters);
    };
    let decoded = |value| Some(percent_decode_str(value).decode_utf8_lossy().into_owned());
    let mut rest = Vec::new();
    for parameter in query.split('&') {
        match parameter.split_once('=') {
            Some(("sslmode", mode)) => parameters.mode = decoded(mode),
            Some(("sslrootcert", roots)) => parameters.roots = decoded(roots),
            _ => rest.push(parameter),
        }
    }
    if rest.is_empty() {
        return (place.to_owned(), parameters);
    }
    (format!("{place}?{}", rest.join("&")), parameters)
}

impl TlsParameters {
    fn follow(self) -> Result<(Option<SslMode>, Arc<Verifier>), TlsError> {
        let from_system = self.roots.as_deref() == Some(SYSTEM);
        let mode = match self.mode.as_deref() {
            Some("verify-full") => return Ok((Some(SslMode::Require), self.verifier(true)?)),
            None if from_system => return Ok((Some(SslMode::Require), self.verifier(true)?)),
            Some("disable") => return Ok((Some(SslMode::Disable), Verifier::of(None, false))),
            Some(_) if from_system => return Err(TlsError::WeakMode),
            Some("verify-ca") => return Ok((Some(SslMode::Require), self.verifier(false)?)),
            Some("require") => Some(SslMode::Require),
            Some("prefer") => Some(SslMode::Prefer),
            Some(other) => return Err(TlsError::Mode(other.to_owned())),
            None => None,
        };
        // A person who names certificates wants them to be checked.
        let verifier = match self.roots {
            Some(_) => self.verifier(false)?,
            None => Verifier::of(None, false),
        };
        Ok((mode, verifier))
    }

    fn verifier(&self, names: bool) -> Result<Arc<Verifier>, TlsError> {
        let roots = match self.roots.as_deref() {
            Some(file) if file != SYSTEM => roots_of(file)?,
            _ => roots_of_the_system()?,
        };
        let chain = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider());
        let chain = chain.build().expect("there are roots");
        Ok(Verifier::of(Some(chain), names))
    }
}

fn roots_of(file: &str) -> Result<RootCertStore, TlsError> {
    let unreadable = |error: String| TlsError::Roots {
        file: file.to_owned(),
        error,
    };
    let certificates =
        CertificateDer::pem_file_iter(file).map_err(|error| unreadable(error.to_string()))?;
    let mut roots = RootCertStore::empty();
    for certificate in certificates {
        let certificate = certificate.map_err(|error| unreadable(error.to_string()))?;
        let added = roots.add(certificate);
        added.map_err(|error| unreadable(error.to_string()))?;
    }
    if roots.is_empty() {
        return Err(unreadable("there are none".to_owned()));
    }
    Ok(roots)
}

fn roots_of_the_system() -> Result<RootCertStore, TlsError> {
    let mut roots = RootCertStore::empty();
    // Some systems have a certificate that is no longer understood.
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if roots.is_empty() {
        return Err(TlsError::NoRoots);
    }
    Ok(roots)
}

fn provider() -> Arc<CryptoProvider> {
    Arc::new(ring::default_provider())
}

/// The fault of a server's certificate because of which a connection failed.
pub(super) fn distrust(error: &tokio_postgres::Error) -> Option<String> {
    let error = std::error::Error::source(error)?.downcast_ref::<io::Error>()?;
    let error: &Error = error.get_ref()?.downcast_ref()?;
    match error {
        Error::InvalidCertificate(_) => Some(error.to_string()),
        _ => None,
    }
}

/// The certificates to trust.
#[derive(Debug)]
struct Verifier {
    /// The authorities that are trusted; none if all certificates are.
    chain: Option<Arc<WebPkiServerVerifier>>,
    /// Whether the certificate must have the name of the server.
    names: bool,
    provider: Arc<CryptoProvider>,
}

impl Verifier {
    fn of(chain: Option<Arc<WebPkiServerVerifier>>, names: bool) -> Arc<Self> {
        Arc::new(Self {
            chain,
            names,
            provider: provider(),
        })
    }
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        between: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        revoked: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let Some(chain) = &self.chain else {
            return Ok(ServerCertVerified::assertion());
        };
        match chain.verify_server_cert(certificate, between, name, revoked, now) {
            // The name is checked last: everything else is valid.
            Err(Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) if !self.names => Ok(ServerCertVerified::assertion()),
            other => other,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signed, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signed, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        let algorithms = &self.provider.signature_verification_algorithms;
        algorithms.supported_schemes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(url: &str) -> Result<Option<SslMode>, TlsError> {
        read(url).map(|(_, mode, _)| mode)
    }

    #[test]
    fn the_settings_of_encryption_are_removed_from_the_url() {
        let taken = |url| {
            let (rest, parameters) = take_parameters(url);
            (rest, parameters.mode, parameters.roots)
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(
            taken("postgres://h/d?sslmode=verify-full&connect_timeout=3&sslrootcert=%2Fa%20b.pem"),
            (
                "postgres://h/d?connect_timeout=3".into(),
                some("verify-full"),
                some("/a b.pem")
            )
        );
        assert_eq!(
            taken("postgres://u:p?w@h/d?sslmode=require"),
            ("postgres://u:p?w@h/d".into(), some("require"), None)
        );
        for url in ["postgres://h/d", "postgres://h/d?options=-cx%3Dsslmode"] {
            assert_eq!(taken(url), (url.into(), None, None));
        }
    }

    #[test]
    fn an_unknown_mode_is_not_taken_for_a_weaker_one() {
        for unknown in ["allow", "verify_full", "VERIFY-FULL", ""] {
            let url = format!("postgres://h/d?sslmode={unknown}");
            assert!(matches!(mode(&url), Err(TlsError::Mode(found)) if found == unknown));
        }
        // If nothing is removed, the driver refuses it.
        let text = "host=h sslmode=verify-full";
        let (rest, ..) = read(text).unwrap();
        assert!(rest.parse::<tokio_postgres::Config>().is_err());
    }

    #[test]
    fn certificates_that_are_named_and_not_there_are_an_error_in_every_mode_that_encrypts() {
        for wanted in ["prefer", "require", "verify-ca", "verify-full"] {
            let url = format!("postgres://h/d?sslmode={wanted}&sslrootcert=/nowhere");
            assert!(
                matches!(mode(&url), Err(TlsError::Roots { .. })),
                "{wanted}"
            );
        }
        let url = "postgres://h/d?sslmode=require&sslrootcert=system";
        assert!(matches!(mode(url), Err(TlsError::WeakMode)));
    }
}
