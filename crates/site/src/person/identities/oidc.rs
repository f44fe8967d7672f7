//! A provider of OpenID Connect that the host of the site has named: it vouches for people who come back.
//!
//! The site learns from it that somebody is the same as before, and nothing else: no name, no address.

use std::{pin::Pin, str::FromStr, time::Duration};

use openidconnect::{
    AsyncHttpClient, AuthType, AuthorizationCode, ClientId, ClientSecret, CsrfToken,
    EndpointMaybeSet, EndpointNotSet, EndpointSet, HttpRequest, HttpResponse, IssuerUrl, Nonce,
    PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, TokenResponse,
    core::{CoreAuthenticationFlow, CoreClient, CoreClientAuthMethod, CoreProviderMetadata},
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;
use tokio::{sync::Mutex, time::Instant};

use crate::{
    http::{
        clients::Site,
        outbound::{Outbound, OutboundError},
    },
    person::identities::IdentityId,
};

/// The path to which the provider sends people back.
pub(crate) const CALLBACK: &str = "/api/oidc/callback";

/// How long it is remembered what the provider says of itself.
const AGE: Duration = Duration::from_mins(10);

/// A provider, as the host of the site names it.
#[derive(Clone, Debug)]
pub struct OidcProvider {
    /// Its address.
    pub issuer: OidcIssuer,
    /// What it calls the site.
    pub client_id: String,
    /// What it shares with the site; none if it does not ask for one.
    pub client_secret: Option<OidcSecret>,
    /// What people call it: the page names it so.
    pub name: String,
}

/// The address of a provider, such as `https://login.example`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OidcIssuer(IssuerUrl);

impl OidcIssuer {
    /// The address as it was given.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The name of the machine in it.
    pub fn host(&self) -> &str {
        self.0.url().host_str().unwrap_or_default()
    }
}

/// A text is not the address of a provider.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a provider is like https://login.example; without TLS it has to be on this machine")]
pub struct NotAnOidcIssuer;

impl FromStr for OidcIssuer {
    type Err = NotAnOidcIssuer;

    fn from_str(text: &str) -> Result<Self, NotAnOidcIssuer> {
        let issuer = IssuerUrl::new(text.to_owned()).map_err(|_| NotAnOidcIssuer)?;
        let url = issuer.url();
        let is_here = || matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
        let is_private = match url.scheme() {
            "https" => url.has_host(),
            "http" => is_here(),
            _ => false,
        };
        let is_bare = url.query().is_none() && url.fragment().is_none();
        (is_private && is_bare)
            .then_some(Self(issuer))
            .ok_or(NotAnOidcIssuer)
    }
}

/// The secret that a provider shares with the site.
#[derive(Clone)]
pub struct OidcSecret(ClientSecret);

impl OidcSecret {
    /// The secret as the provider has it.
    pub fn new(secret: String) -> Self {
        Self(ClientSecret::new(secret))
    }
}

/// A secret must not end up in the program's log.
impl std::fmt::Debug for OidcSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("OidcSecret(..)")
    }
}

/// What must be known to check with what somebody comes back from the provider.
#[derive(Serialize, Deserialize)]
pub(crate) struct Begun {
    state: String,
    nonce: String,
    verifier: String,
}

/// Why the provider vouches for nobody.
#[derive(Debug, Error)]
pub(crate) enum OidcError {
    /// It cannot be reached, or does not say what a provider says.
    #[error("the provider does not answer as one: {0}")]
    Provider(String),
    /// It has vouched for nobody, or in answer to something else.
    #[error("the provider has not vouched for anybody here: {0}")]
    Refused(String),
}

impl OidcError {
    fn provider(error: impl std::error::Error) -> Self {
        Self::Provider(chain(&error))
    }

    fn refused(error: impl std::error::Error) -> Self {
        Self::Refused(chain(&error))
    }
}

/// An error with its causes.
fn chain(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(error.source(), |cause| cause.source());
    let causes = causes.map(|cause| format!(": {cause}"));
    causes.fold(error.to_string(), |text, cause| text + &cause)
}

type Discovered = CoreClient<
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

impl<'c> AsyncHttpClient<'c> for Outbound {
    type Error = OutboundError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, OutboundError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(self.send(request))
    }
}

/// The provider of a site.
pub struct Oidc {
    provider: OidcProvider,
    /// Where the provider sends people back to.
    redirect: RedirectUrl,
    outbound: Outbound,
    /// What the provider says of itself, and when it was asked.
    discovered: Mutex<Option<(Instant, Discovered)>>,
}

impl Oidc {
    /// The provider of a site, if it has one and a public URL. It is asked for nothing before somebody comes by it.
    pub fn of(site: &Site) -> Option<Self> {
        let (provider, url) = (site.provider.clone()?, site.public_url.as_ref()?);
        let redirect = RedirectUrl::new(format!("{}{CALLBACK}", url.origin()));
        let outbound = Outbound::new(Duration::from_secs(10)).inspect_err(|error| {
            tracing::error!(%error, "the provider cannot be asked: there are no certificates to trust");
        });
        Some(Self {
            provider,
            redirect: redirect.expect("an origin and a path are an address"),
            outbound: outbound.ok()?,
            discovered: Mutex::default(),
        })
    }

    /// The address of the provider.
    pub(crate) fn issuer(&self) -> &str {
        self.provider.issuer.as_str()
    }

    /// What people call the provider.
    pub(crate) fn name(&self) -> &str {
        &self.provider.name
    }

    /// The provider's endpoints and keys, not older than that.
    async fn discovered(&self, age: Duration) -> Result<Discovered, OidcError> {
        // Requests that come meanwhile wait for this answer.
        let mut discovered = self.discovered.lock().await;
        if let Some((at, client)) = &*discovered
            && at.elapsed() < age
        {
            return Ok(client.clone());
        }
        let OidcIssuer(issuer) = self.provider.issuer.clone();
        let metadata = CoreProviderMetadata::discover_async(issuer, &self.outbound);
        let metadata = metadata.await.map_err(OidcError::provider)?;
        let takes_basic = (metadata.token_endpoint_auth_methods_supported())
            .is_none_or(|ways| ways.contains(&CoreClientAuthMethod::ClientSecretBasic));
        let id = ClientId::new(self.provider.client_id.clone());
        let secret = self.provider.client_secret.clone();
        let secret = secret.map(|OidcSecret(secret)| secret);
        let mut client = CoreClient::from_provider_metadata(metadata, id, secret)
            .set_redirect_uri(self.redirect.clone());
        if !takes_basic {
            client = client.set_auth_type(AuthType::RequestBody);
        }
        *discovered = Some((Instant::now(), client.clone()));
        Ok(client)
    }

    /// Where to send somebody, and what to keep meanwhile.
    ///
    /// # Errors
    ///
    /// If the provider does not answer.
    pub(crate) async fn begin(&self) -> Result<(String, Begun), OidcError> {
        let client = self.discovered(AGE).await?;
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let (url, state, nonce) = client
            .authorize_url(
                CoreAuthenticationFlow::AuthorizationCode,
                CsrfToken::new_random,
                Nonce::new_random,
            )
            .set_pkce_challenge(challenge)
            .url();
        let begun = Begun {
            state: state.into_secret(),
            nonce: nonce.secret().clone(),
            verifier: verifier.into_secret(),
        };
        Ok((url.into(), begun))
    }

    /// For whom the provider vouches, who has come back with this code and state.
    ///
    /// # Errors
    ///
    /// If it vouches for nobody, or not in answer to what was begun.
    pub(crate) async fn finish(
        &self,
        begun: Begun,
        code: String,
        state: &str,
    ) -> Result<IdentityId, OidcError> {
        if state != begun.state {
            return Err(OidcError::Refused("the state is another".to_owned()));
        }
        let client = self.discovered(AGE).await?;
        let code = client.exchange_code(AuthorizationCode::new(code));
        let verifier = PkceCodeVerifier::new(begun.verifier);
        let code = code
            .map_err(OidcError::provider)?
            .set_pkce_verifier(verifier);
        let tokens = code
            .request_async(&self.outbound)
            .await
            .map_err(OidcError::refused)?;
        let token = tokens.id_token();
        let token = token.ok_or_else(|| OidcError::Refused("there is no ID token".to_owned()))?;
        let nonce = Nonce::new(begun.nonce);
        let claims = if let Ok(claims) = token.claims(&client.id_token_verifier(), &nonce) {
            claims
        } else {
            // It may have a new key since it was asked.
            let client = self.discovered(Duration::ZERO).await?;
            let claims = token.claims(&client.id_token_verifier(), &nonce);
            claims.map_err(OidcError::refused)?
        };
        let (issuer, subject) = (claims.issuer().as_str(), claims.subject().as_str());
        let person = Sha256::new()
            .chain_update((issuer.len() as u64).to_be_bytes())
            .chain_update(issuer)
            .chain_update(subject);
        Ok(IdentityId(person.finalize().into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_provider_is_reached_by_tls_or_on_this_machine() {
        for (text, is_one) in [
            ("https://login.example", true),
            ("https://login.example/realms/games", true),
            ("http://localhost:9000", true),
            ("http://127.0.0.1:9000", true),
            ("http://[::1]:9000", true),
            ("http://login.example", false),
            ("http://localhost.evil.example", false),
            ("ftp://login.example", false),
            ("https://login.example?a=b", false),
            ("https://login.example#a", false),
            ("login.example", false),
            ("", false),
        ] {
            assert_eq!(text.parse::<OidcIssuer>().is_ok(), is_one, "{text}");
        }
    }
}
