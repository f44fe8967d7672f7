//! A provider of OpenID Connect that the host of the site has named: it vouches for people who come back.
//!
//! The site learns from it that somebody is the same as before, and nothing else: no name, no address.

use std::{pin::Pin, str::FromStr, time::Duration};

use futures_util::FutureExt;

use openidconnect::{
    AsyncHttpClient, AuthType, AuthorizationCode, ClientId, ClientSecret, CsrfToken,
    EndpointMaybeSet, EndpointNotSet, EndpointSet, HttpRequest, HttpResponse, IssuerUrl, Nonce,
    PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, RequestTokenError, TokenResponse,
    core::{
        CoreAuthenticationFlow, CoreClient, CoreClientAuthMethod, CoreIdToken, CoreProviderMetadata,
    },
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;
use tokio::time::timeout;

use brickwood_storage::now_ms;

use crate::{
    http::{
        clients::Site,
        limits::Limits,
        outbound::{Outbound, OutboundError},
    },
    person::identities::{IdentityId, discovery::Discovery},
};

/// The path to which the provider sends people back.
pub(crate) const CALLBACK: &str = "/api/oidc/callback";

/// How much the clock of the provider may be ahead, in seconds.
const AHEAD: u64 = 60;

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

    /// Whether it is on this machine, where nothing has to be encrypted.
    fn is_here(&self) -> bool {
        is_here(&self.0)
    }

    /// The name of the machine in it.
    pub fn host(&self) -> &str {
        self.0.url().host_str().unwrap_or_default()
    }
}

fn is_here(issuer: &IssuerUrl) -> bool {
    let host = issuer.url().host_str();
    matches!(host, Some("localhost" | "127.0.0.1" | "[::1]"))
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
        let is_private = match url.scheme() {
            "https" => url.has_host(),
            "http" => is_here(&issuer),
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
#[derive(Clone, Debug, Error)]
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

/// Asks the provider, and nobody in the open who is not on this machine.
#[derive(Clone)]
struct ProviderClient {
    outbound: Outbound,
    /// Whether its addresses need TLS, whatever it says of itself.
    needs_tls: bool,
}

impl ProviderClient {
    fn may_ask(&self, scheme: Option<&str>) -> bool {
        !self.needs_tls || scheme == Some("https")
    }
}

impl<'c> AsyncHttpClient<'c> for ProviderClient {
    type Error = OutboundError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, OutboundError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        if self.may_ask(request.uri().scheme_str()) {
            Box::pin(self.outbound.send(request))
        } else {
            Box::pin(async { Err(OutboundError::Open) })
        }
    }
}

/// The provider of a site.
pub struct Oidc {
    provider: OidcProvider,
    client: ProviderClient,
    /// What the provider says of itself.
    discovery: Discovery<Discovered>,
    /// How long one of its answers may take.
    patience: Duration,
}

impl Oidc {
    /// The provider of a site, if it has one and a public URL. It is asked for nothing before somebody comes by it.
    pub fn of(site: &Site, limits: &Limits) -> Option<Self> {
        let (provider, url) = (site.provider.clone()?, site.public_url.as_ref()?);
        let redirect = RedirectUrl::new(format!("{}{CALLBACK}", url.origin()));
        let redirect = redirect.expect("an origin and a path are an address");
        let patience = limits.provider;
        let outbound = Outbound::new(patience).inspect_err(|error| {
            tracing::error!(%error, "the provider cannot be asked: there are no certificates to trust");
        });
        let client = ProviderClient {
            outbound: outbound.ok()?,
            needs_tls: !provider.issuer.is_here(),
        };
        let (named, asking) = (provider.clone(), client.clone());
        let discovery = Discovery::by(patience, move || {
            discover(named.clone(), redirect.clone(), asking.clone()).boxed()
        });
        Some(Self {
            provider,
            client,
            discovery,
            patience,
        })
    }

    /// Asks the provider what it says of itself, so that it is said early where it does not answer.
    pub async fn look(&self) {
        if let Err(error) = self.discovery.get().await {
            tracing::warn!(%error, "nobody can come back by the provider at the moment");
        }
    }

    /// Whether the provider has not answered when it was asked last.
    pub(crate) fn is_silent(&self) -> bool {
        self.discovery.has_failed()
    }

    /// The address of the provider.
    pub(crate) fn issuer(&self) -> &str {
        self.provider.issuer.as_str()
    }

    /// What people call the provider.
    pub(crate) fn name(&self) -> &str {
        &self.provider.name
    }

    /// Where to send somebody, and what to keep meanwhile.
    ///
    /// # Errors
    ///
    /// If the provider does not answer.
    pub(crate) async fn begin(&self) -> Result<(String, Begun), OidcError> {
        let client = self.discovery.get().await?;
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
    /// If it vouches for nobody, or not in answer to what was begun, or not soon enough.
    pub(crate) async fn finish(
        &self,
        begun: Begun,
        code: String,
        state: &str,
    ) -> Result<IdentityId, OidcError> {
        if state != begun.state {
            return Err(OidcError::Refused("the state is another".to_owned()));
        }
        let late = |_| Err(OidcError::Provider("it does not answer in time".to_owned()));
        let vouched = timeout(2 * self.patience, self.exchange(begun, code));
        vouched.await.unwrap_or_else(late)
    }

    async fn exchange(&self, begun: Begun, code: String) -> Result<IdentityId, OidcError> {
        let client = self.discovery.get().await?;
        let code = client.exchange_code(AuthorizationCode::new(code));
        let verifier = PkceCodeVerifier::new(begun.verifier);
        let code = code
            .map_err(OidcError::provider)?
            .set_pkce_verifier(verifier);
        let tokens = code.request_async(&self.client).await;
        let tokens = tokens.map_err(|error| match error {
            error @ RequestTokenError::ServerResponse(_) => OidcError::refused(error),
            error => OidcError::provider(error),
        })?;
        let token = tokens.id_token();
        let token = token.ok_or_else(|| OidcError::Refused("there is no ID token".to_owned()))?;
        let nonce = Nonce::new(begun.nonce);
        if let Ok(id) = self.vouched(&client, token, &nonce) {
            return Ok(id);
        }
        // It may have a new key since it was asked.
        let client = self.discovery.anew().await?;
        self.vouched(&client, token, &nonce)
    }

    /// For whom a token vouches.
    fn vouched(
        &self,
        client: &Discovered,
        token: &CoreIdToken,
        nonce: &Nonce,
    ) -> Result<IdentityId, OidcError> {
        let latest = i64::try_from(now_ms() / 1000 + AHEAD).unwrap_or(i64::MAX);
        let verifier = client.id_token_verifier();
        let verifier = verifier.set_issue_time_verifier_fn(move |at| {
            let is_past = at.timestamp() <= latest;
            is_past
                .then_some(())
                .ok_or_else(|| "it is of a time to come".to_owned())
        });
        let claims = token.claims(&verifier, nonce).map_err(OidcError::refused)?;
        // It may have been made for another client, which was allowed to name this one.
        let party = claims.authorized_party();
        if party.is_some_and(|party| **party != self.provider.client_id) {
            return Err(OidcError::Refused("it is for another client".to_owned()));
        }
        let (issuer, subject) = (claims.issuer().as_str(), claims.subject().as_str());
        let person = Sha256::new()
            .chain_update((issuer.len() as u64).to_be_bytes())
            .chain_update(issuer)
            .chain_update(subject);
        Ok(IdentityId(person.finalize().into()))
    }
}

/// Asks a provider for its endpoints and keys.
async fn discover(
    provider: OidcProvider,
    redirect: RedirectUrl,
    client: ProviderClient,
) -> Result<Discovered, OidcError> {
    let OidcIssuer(issuer) = provider.issuer;
    let metadata = CoreProviderMetadata::discover_async(issuer, &client);
    let metadata = metadata.await.map_err(OidcError::provider)?;
    let way = metadata.authorization_endpoint().url().scheme();
    if !client.may_ask(Some(way)) {
        return Err(OidcError::provider(OutboundError::Open));
    }
    let takes_basic = (metadata.token_endpoint_auth_methods_supported())
        .is_none_or(|ways| ways.contains(&CoreClientAuthMethod::ClientSecretBasic));
    let id = ClientId::new(provider.client_id);
    let secret = provider.client_secret.map(|OidcSecret(secret)| secret);
    let mut named =
        CoreClient::from_provider_metadata(metadata, id, secret).set_redirect_uri(redirect);
    if !takes_basic {
        named = named.set_auth_type(AuthType::RequestBody);
    }
    Ok(named)
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

    #[test]
    fn what_a_provider_says_of_itself_leads_nobody_into_the_open() {
        for (issuer, address, may) in [
            ("https://login.example", "https://keys.example", true),
            ("https://login.example", "http://login.example", false),
            ("https://login.example", "http://127.0.0.1", false),
            ("http://127.0.0.1:9000", "http://127.0.0.1:9001", true),
            ("https://localhost", "http://localhost", true),
        ] {
            let issuer: OidcIssuer = issuer.parse().unwrap();
            let client = ProviderClient {
                outbound: Outbound::new(Duration::ZERO).unwrap(),
                needs_tls: !issuer.is_here(),
            };
            let (scheme, _) = address.split_once(':').unwrap();
            assert_eq!(client.may_ask(Some(scheme)), may, "{issuer:?} {address}");
        }
    }
}
