//! Passkeys as the library for `WebAuthn` makes and checks them: no routes, no storage.
//!
//! A person keeps a passkey with the authenticator of a device or a password manager, and comes back by showing that
//! they have it. There is nothing to type: the authenticator tells the handle of the person.

use std::{net::IpAddr, num::NonZeroU32, time::Duration};

use axum::http::{HeaderMap, header, uri::Authority};
use brickwood_protocol::{PasskeyOffer, ProblemKind};
use brickwood_table::PersonId;
use serde_json::Value;
use webauthn_rp::{
    AuthenticatedCredential, DiscoverableAuthentication64, DiscoverableAuthenticationServerState,
    DiscoverableCredentialRequestOptions, PublicKeyCredentialCreationOptions, Registration,
    RegistrationServerState,
    bin::{Decode, Encode},
    request::{
        AsciiDomain, PublicKeyCredentialDescriptor, RpId, UserVerificationRequirement,
        auth::{AuthenticationVerificationOptions, AuthenticatorAttachmentEnforcement},
        register::{
            CredProtect, PublicKeyCredentialUserEntity, RegistrationVerificationOptions,
            USER_HANDLE_MAX_LEN, UserHandle64,
        },
    },
    response::{
        AuthTransports, CredentialId,
        register::{DynamicState, StaticState},
    },
};

use crate::{
    http::{
        clients::{HostKind, Site},
        problem::Failure,
    },
    person::passkeys::{Passkey, UserHandle},
};

/// The site as authenticators know it, at the address by which a request has come.
#[derive(Debug)]
pub(crate) struct RelyingParty {
    id: RpId,
    /// What browsers may send as the origin of its pages.
    origins: Vec<String>,
}

impl RelyingParty {
    /// The site at its own address, or where that is unknown, at the host that a request names.
    ///
    /// # Errors
    ///
    /// Why there can be no passkeys there.
    pub(crate) fn of(site: &Site, headers: &HeaderMap) -> Result<Self, PasskeyOffer> {
        let origins = if let Some(url) = &site.public_url {
            vec![url.origin().to_owned()]
        } else {
            let host = headers.get(header::HOST);
            let host = host.and_then(|host| host.to_str().ok()).unwrap_or_default();
            let host = host.to_ascii_lowercase();
            ["http", "https"]
                .map(|scheme| format!("{scheme}://{host}"))
                .into()
        };
        let (_, authority) = origins[0].split_once("://").unwrap_or_default();
        let name: Authority = authority
            .parse()
            .map_err(|_| PasskeyOffer::NumericAddress)?;
        let name = name.host();
        if name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok() {
            return Err(PasskeyOffer::NumericAddress);
        }
        // Browsers trust what they get from their own machine as much as what is encrypted.
        if !site.is_secure() && HostKind::of(name) != HostKind::ThisMachine {
            return Err(PasskeyOffer::NoTls);
        }
        let name = AsciiDomain::try_from(name.to_owned());
        let id = RpId::Domain(name.map_err(|_| PasskeyOffer::NumericAddress)?);
        Ok(Self { id, origins })
    }
}

/// Something that a browser was asked to do with an authenticator.
pub(crate) struct Asked {
    /// What the browser gets, as JSON.
    pub(crate) options: Value,
    /// What must be known to check its answer.
    pub(crate) state: Vec<u8>,
}

/// The time that a browser gives its user, for a ceremony that lasts so long.
fn patience(lasts: Duration) -> NonZeroU32 {
    let ms = u32::try_from(lasts.as_millis()).unwrap_or(u32::MAX);
    NonZeroU32::new(ms).unwrap_or(NonZeroU32::MIN)
}

/// A fault of the program: what it asks for is always possible.
fn impossible(what: &str) -> Failure {
    tracing::error!(what, "a passkey cannot be asked for");
    ProblemKind::Internal.into()
}

fn unreadable(what: &str) -> Failure {
    tracing::error!(what, "what is stored of a passkey cannot be read");
    ProblemKind::Internal.into()
}

/// Asks a browser to make a passkey for a person of this name, who has some already.
pub(crate) fn ask_to_keep(
    party: &RelyingParty,
    person: &str,
    held: &[Passkey],
    lasts: Duration,
) -> Result<Asked, Failure> {
    let handle = match held.first() {
        Some(passkey) => handle_of(&passkey.handle),
        None => UserHandle64::new(),
    };
    let held = held.iter().map(descriptor).collect::<Result<_, _>>()?;
    let user = PublicKeyCredentialUserEntity::from(&handle);
    let mut options = PublicKeyCredentialCreationOptions::passkey(&party.id, user, held);
    options.timeout = patience(lasts);
    // A key without a code or a finger is a good key, too.
    options.authenticator_selection.user_verification = UserVerificationRequirement::Preferred;
    options.extensions.cred_protect = CredProtect::None;
    let begun = options.start_ceremony();
    let (state, client) = begun.map_err(|_| impossible("a ceremony"))?;
    let mut options = serde_json::to_value(client).map_err(|_| impossible("options"))?;
    // The library knows names of fewer kinds than a person may have. Nothing depends on them but what the authenticator
    // shows.
    for field in ["name", "displayName"] {
        options["user"][field] = person.into();
    }
    options["rp"]["name"] = "Brickwood".into();
    let state = state.encode().map_err(|_| impossible("the time"))?;
    Ok(Asked { options, state })
}

fn handle_of(handle: &UserHandle) -> UserHandle64 {
    let Ok(handle) = UserHandle64::decode(*handle);
    handle
}

fn descriptor(passkey: &Passkey) -> Result<PublicKeyCredentialDescriptor<Vec<u8>>, Failure> {
    let id = CredentialId::decode(passkey.id.clone());
    let transports = AuthTransports::decode(passkey.transports);
    Ok(PublicKeyCredentialDescriptor {
        id: id.map_err(|_| unreadable("its id"))?,
        transports: transports.map_err(|_| unreadable("its transports"))?,
    })
}

/// The passkey that a browser has made for a person.
///
/// # Errors
///
/// If it is not what was asked for.
pub(crate) fn keep(
    party: &RelyingParty,
    state: &[u8],
    credential: &[u8],
    (person, name): (PersonId, String),
    now_ms: u64,
) -> Result<Passkey, Failure> {
    let state = RegistrationServerState::<USER_HANDLE_MAX_LEN>::decode(state);
    let state = state.map_err(|_| unreadable("its ceremony"))?;
    let made = Registration::from_json_relaxed(credential);
    let made = made.map_err(|error| refused(&error))?;
    let checks = RegistrationVerificationOptions::<String, String> {
        allowed_origins: &party.origins,
        error_on_unsolicited_extensions: false,
        ..RegistrationVerificationOptions::default()
    };
    let passkey = state.verify(&party.id, &made, &checks);
    let passkey = passkey.map_err(|error| refused(&error))?;
    let (Ok(handle), Ok(transports)) = (passkey.user_id().encode(), passkey.transports().encode());
    let (Ok(key), Ok(state)) = (
        passkey.static_state().encode(),
        passkey.dynamic_state().encode(),
    );
    Ok(Passkey {
        id: passkey.id().as_ref().to_vec(),
        person,
        handle,
        name,
        transports,
        key,
        state: state.into(),
        created_ms: now_ms,
        used_ms: None,
    })
}

/// One answer for whatever is wrong: whoever tries things out learns nothing from it.
fn refused(why: &dyn std::fmt::Display) -> Failure {
    tracing::debug!(%why, "a passkey is refused");
    ProblemKind::PasskeyRefused.into()
}

/// Asks a browser for any passkey that its user has for this site.
pub(crate) fn ask_to_use(party: &RelyingParty, lasts: Duration) -> Result<Asked, Failure> {
    let mut options = DiscoverableCredentialRequestOptions::passkey(&party.id);
    options.0.timeout = patience(lasts);
    options.0.user_verification = UserVerificationRequirement::Preferred;
    let begun = options.start_ceremony();
    let (state, client) = begun.map_err(|_| impossible("a ceremony"))?;
    let options = serde_json::to_value(client).map_err(|_| impossible("options"))?;
    let state = state.encode().map_err(|_| impossible("the time"))?;
    Ok(Asked { options, state })
}

/// A browser's proof that its user has a passkey.
pub(crate) struct Proof(DiscoverableAuthentication64);

impl Proof {
    /// Reads what a browser sends.
    ///
    /// # Errors
    ///
    /// If it is no such proof.
    pub(crate) fn read(credential: &[u8]) -> Result<Self, Failure> {
        let proof = DiscoverableAuthentication64::from_json_relaxed(credential);
        proof.map(Self).map_err(|error| refused(&error))
    }

    /// The id of the passkey that it is about.
    pub(crate) fn id(&self) -> &[u8] {
        self.0.raw_id().into_inner()
    }

    /// Checks it, and returns the passkey and its new state.
    ///
    /// # Errors
    ///
    /// If there is no such passkey, or it does not prove itself.
    pub(crate) fn check(
        &self,
        party: &RelyingParty,
        state: &[u8],
        passkey: Option<Passkey>,
    ) -> Result<(Passkey, Vec<u8>), Failure> {
        let passkey = passkey.ok_or_else(|| refused(&"it is unknown"))?;
        let state = DiscoverableAuthenticationServerState::decode(state);
        let state = state.map_err(|_| unreadable("its ceremony"))?;
        let id = CredentialId::<&[u8]>::decode(passkey.id.as_slice());
        let id = id.map_err(|_| unreadable("its id"))?;
        let handle = handle_of(&passkey.handle);
        let key = StaticState::decode(passkey.key.as_slice());
        let key = key.map_err(|_| unreadable("its key"))?;
        let last = passkey.state.as_slice().try_into().ok();
        let last = last.and_then(|last| DynamicState::decode(last).ok());
        let last = last.ok_or_else(|| unreadable("its state"))?;
        let stored = AuthenticatedCredential::new(id, &handle, key, last);
        let mut stored = stored.map_err(|_| unreadable("its parts"))?;
        let checks = AuthenticationVerificationOptions::<String, String> {
            allowed_origins: &party.origins,
            error_on_unsolicited_extensions: false,
            // A phone is part of one machine and beside another.
            auth_attachment_enforcement: AuthenticatorAttachmentEnforcement::Ignore(false),
            update_uv: true,
            ..AuthenticationVerificationOptions::default()
        };
        let proven = state.verify(&party.id, &self.0, &mut stored, &checks);
        proven.map_err(|error| refused(&error))?;
        let Ok(state) = stored.dynamic_state().encode();
        Ok((passkey, state.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offered(
        public_url: Option<&str>,
        host: &str,
    ) -> Result<(String, Vec<String>), PasskeyOffer> {
        let site = Site {
            public_url: public_url.map(|url| url.parse().unwrap()),
            ..Site::default()
        };
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        let party = RelyingParty::of(&site, &headers)?;
        Ok((party.id.as_ref().to_owned(), party.origins))
    }

    #[test]
    fn a_site_with_a_name_and_tls_has_passkeys_of_that_name_whatever_host_a_client_names() {
        for host in ["play.example", "evil.example", "127.0.0.1"] {
            let (id, origins) = offered(Some("https://play.example:8443"), host).unwrap();
            assert_eq!(id, "play.example");
            assert_eq!(origins, ["https://play.example:8443"]);
        }
    }

    #[test]
    fn a_site_of_this_machine_has_passkeys_without_tls() {
        for (url, host) in [
            (None, "localhost:7878"),
            (None, "LOCALHOST:7878"),
            (Some("http://localhost:7878"), "x"),
        ] {
            let (id, origins) = offered(url, host).unwrap();
            assert_eq!(id, "localhost");
            assert_eq!(origins[0], "http://localhost:7878");
        }
    }

    #[test]
    fn without_a_name_or_tls_there_are_none_and_it_is_said_why() {
        for (url, host, why) in [
            (None, "127.0.0.1:7878", PasskeyOffer::NumericAddress),
            (None, "[::1]:7878", PasskeyOffer::NumericAddress),
            (None, "192.168.1.24:7878", PasskeyOffer::NumericAddress),
            (Some("https://192.0.2.1"), "x", PasskeyOffer::NumericAddress),
            (Some("http://192.0.2.1"), "x", PasskeyOffer::NumericAddress),
            (Some("http://play.example"), "x", PasskeyOffer::NoTls),
        ] {
            assert_eq!(offered(url, host), Err(why), "{url:?} {host}");
        }
    }
}
