//! How a server is reached from outside.

use std::{net::IpAddr, str::FromStr};

use axum::http::{
    HeaderMap, Uri, header,
    uri::{Authority, Scheme},
};
use ipnet::IpNet;
use thiserror::Error;

#[cfg(feature = "oidc")]
use crate::person::identities::OidcProvider;

/// How a server is reached from outside, and which proxies it trusts.
#[derive(Clone, Debug)]
pub struct Site {
    /// The address at which browsers find the site, if it is known. Then pages of other addresses may
    /// not change anything or open a socket. If it is unknown, a page may do so only if its address is
    /// the one that the request goes to.
    pub public_url: Option<PublicUrl>,
    /// The networks of the reverse proxies that are trusted to name their clients' addresses.
    pub trusted_proxies: Vec<IpNet>,
    /// Networks to which the limits for each address do not apply. The limits for connections, messages
    /// and all clients together still apply.
    pub unlimited: Vec<IpNet>,
    /// Whether it is a program on somebody's own computer, where no strangers come: nobody is looked for, reported or
    /// rated, and devices in the same network find every table that waits for players.
    pub at_home: bool,
    /// A provider by which people may come back. Takes a public URL: that is where it sends them.
    #[cfg(feature = "oidc")]
    pub provider: Option<OidcProvider>,
    /// Whether a provider was named whose secret cannot be read: nobody comes back by it.
    pub provider_has_no_secret: bool,
    /// Where whoever finds a weakness of the site writes to.
    pub security_contact: Option<SecurityContact>,
}

impl Default for Site {
    /// A site at any address, without proxies. Programs on the same machine have no limits for each
    /// address.
    fn default() -> Self {
        let loopback = ["127.0.0.0/8", "::1/128"].map(|network| {
            let network: Result<IpNet, _> = network.parse();
            network.expect("these are networks")
        });
        Self {
            public_url: None,
            trusted_proxies: Vec::new(),
            unlimited: loopback.into(),
            at_home: false,
            #[cfg(feature = "oidc")]
            provider: None,
            provider_has_no_secret: false,
            security_contact: None,
        }
    }
}

impl Site {
    /// Whether browsers use TLS, so that they may be told to use nothing else.
    pub fn is_secure(&self) -> bool {
        self.public_url.as_ref().is_some_and(PublicUrl::is_secure)
    }

    /// Whether a browser may have come here by this `Host`. Where the site's address is unknown, only names that
    /// always mean the machine itself are accepted, and IP addresses if others can connect, directly or by a
    /// proxy: any other name may belong to somebody else, whose page would be sending the request.
    pub fn is_known_as(&self, host: &str, is_open: bool) -> bool {
        if self.public_url.is_some() {
            return true;
        }
        match HostKind::of(host) {
            HostKind::ThisMachine => true,
            HostKind::Numeric => is_open || !self.trusted_proxies.is_empty(),
            HostKind::Other => false,
        }
    }

    /// Whether the limits for each address do not apply to this one. Our proxies send requests of their
    /// own to check that the server is up.
    pub fn is_unlimited(&self, ip: IpAddr) -> bool {
        let ip = ip.to_canonical();
        let mut networks = self.unlimited.iter().chain(&self.trusted_proxies);
        networks.any(|network| network.contains(&ip))
    }

    /// Whether this is one of our proxies.
    pub fn is_proxy(&self, ip: IpAddr) -> bool {
        let ip = ip.to_canonical();
        self.trusted_proxies
            .iter()
            .any(|network| network.contains(&ip))
    }
}

/// Where whoever finds a weakness of the site writes to: a URI as RFC 9116 wants one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SecurityContact(String);

impl SecurityContact {
    /// The URI.
    pub fn uri(&self) -> &str {
        &self.0
    }
}

/// A text is no contact.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "a contact is an address of email such as security@play.example, or begins with https: or tel:"
)]
pub struct NotAContact;

impl FromStr for SecurityContact {
    type Err = NotAContact;

    fn from_str(text: &str) -> Result<Self, NotAContact> {
        // A line of a file that programs read.
        if !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(NotAContact);
        }
        let lower = text.to_ascii_lowercase();
        let is_uri = lower.starts_with("https://") && text.parse::<Uri>().is_ok()
            || lower
                .strip_prefix("tel:")
                .is_some_and(|number| !number.is_empty());
        let address = if lower.starts_with("mailto:") {
            &text["mailto:".len()..]
        } else {
            text
        };
        match address.split_once('@') {
            _ if is_uri => Ok(Self(text.to_owned())),
            Some((mailbox, host))
                if !mailbox.is_empty() && !host.is_empty() && !address.contains(':') =>
            {
                Ok(Self(format!("mailto:{address}")))
            }
            _ => Err(NotAContact),
        }
    }
}

/// What a request's `Host` means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HostKind {
    /// The machine that sent the request, whichever that is.
    ThisMachine,
    /// Another IP address.
    Numeric,
    /// A name that may belong to anybody, or nothing that can be read.
    Other,
}

impl HostKind {
    /// What a `Host` means.
    pub fn of(host: &str) -> Self {
        let Ok(authority) = host.parse::<Authority>() else {
            return Self::Other;
        };
        if host.contains('@') {
            return Self::Other;
        }
        let name = authority.host().to_ascii_lowercase();
        let bare = name
            .strip_prefix('[')
            .and_then(|name| name.strip_suffix(']'));
        match bare.unwrap_or(&name).parse::<IpAddr>() {
            Ok(ip) if ip.to_canonical().is_loopback() => Self::ThisMachine,
            Ok(_) => Self::Numeric,
            Err(_) if name == "localhost" || name.ends_with(".localhost") => Self::ThisMachine,
            Err(_) => Self::Other,
        }
    }
}

/// The address of a site's pages, such as `https://play.example`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicUrl {
    /// As browsers write it: in lower case, without the scheme's default number.
    origin: String,
    secure: bool,
}

impl PublicUrl {
    /// What browsers send as the origin of the site's pages.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Whether this `Host` is that of the address.
    pub fn is_at(&self, host: &str) -> bool {
        let (usual, scheme) = if self.secure {
            (":443", "https")
        } else {
            (":80", "http")
        };
        let host = host.to_ascii_lowercase();
        let host = host.strip_suffix(usual).unwrap_or(&host);
        self.origin == format!("{scheme}://{host}")
    }

    /// Whether it begins with `https`.
    pub fn is_secure(&self) -> bool {
        self.secure
    }
}

/// A text is not the address of a site.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the address of a site is like https://play.example: a scheme and a host, and no path")]
pub struct NotAPublicUrl;

impl FromStr for PublicUrl {
    type Err = NotAPublicUrl;

    fn from_str(text: &str) -> Result<Self, NotAPublicUrl> {
        let url: Uri = text.parse().map_err(|_| NotAPublicUrl)?;
        let secure = match url.scheme() {
            Some(scheme) if *scheme == Scheme::HTTPS => true,
            Some(scheme) if *scheme == Scheme::HTTP => false,
            _ => return Err(NotAPublicUrl),
        };
        let authority = url.authority().ok_or(NotAPublicUrl)?;
        let bare = matches!(url.path(), "" | "/") && url.query().is_none();
        if !bare || authority.as_str().contains('@') || authority.host().is_empty() {
            return Err(NotAPublicUrl);
        }
        let (scheme, usual) = if secure { ("https", 443) } else { ("http", 80) };
        let host = authority.host().to_ascii_lowercase();
        let origin = match authority.port_u16() {
            Some(number) if number != usual => format!("{scheme}://{host}:{number}"),
            _ => format!("{scheme}://{host}"),
        };
        Ok(Self { origin, secure })
    }
}

/// What the host of a request means.
pub fn host_kind(headers: &HeaderMap) -> HostKind {
    let host = headers.get(header::HOST);
    HostKind::of(host.and_then(|host| host.to_str().ok()).unwrap_or_default())
}

/// Headers that proxies add, and browsers never.
pub const FORWARDED: [&str; 5] = [
    "forwarded",
    "via",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-real-ip",
];

/// Whether a proxy has passed a request on.
pub fn is_forwarded(headers: &HeaderMap) -> bool {
    FORWARDED.iter().any(|name| headers.contains_key(*name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin(text: &str) -> Option<String> {
        let url: PublicUrl = text.parse().ok()?;
        Some(url.origin().to_owned())
    }

    #[test]
    fn a_public_url_is_kept_as_browsers_write_origins() {
        for (text, kept) in [
            ("https://play.example", "https://play.example"),
            ("https://Play.Example/", "https://play.example"),
            ("HTTPS://play.example:443", "https://play.example"),
            ("http://play.example:80", "http://play.example"),
            ("https://play.example:8443", "https://play.example:8443"),
            ("http://[2001:db8::1]:7878", "http://[2001:db8::1]:7878"),
        ] {
            assert_eq!(origin(text).as_deref(), Some(kept), "{text}");
        }
        assert!(
            "https://a.example"
                .parse::<PublicUrl>()
                .unwrap()
                .is_secure()
        );
        assert!(!"http://a.example".parse::<PublicUrl>().unwrap().is_secure());
    }

    #[test]
    fn without_a_public_url_only_names_that_cannot_be_somebody_elses_are_known() {
        let closed = Site::default();
        let mut proxied = Site::default();
        proxied
            .trusted_proxies
            .push("127.0.0.1/32".parse().unwrap());
        let public = Site {
            public_url: Some("https://play.example".parse().unwrap()),
            ..Site::default()
        };
        for (host, kind) in [
            ("127.0.0.1:7878", HostKind::ThisMachine),
            ("[::1]:7878", HostKind::ThisMachine),
            ("localhost:7878", HostKind::ThisMachine),
            ("LOCALHOST", HostKind::ThisMachine),
            ("brickwood.localhost:7878", HostKind::ThisMachine),
            ("192.168.1.7:7878", HostKind::Numeric),
            ("[2001:db8::1]", HostKind::Numeric),
            ("0.0.0.0:7878", HostKind::Numeric),
            ("evil.example:7878", HostKind::Other),
            ("127.0.0.1.evil.example", HostKind::Other),
            ("localhost.evil.example", HostKind::Other),
            ("notlocalhost", HostKind::Other),
            ("ida@127.0.0.1", HostKind::Other),
            ("", HostKind::Other),
        ] {
            let (here, numeric) = (kind == HostKind::ThisMachine, kind == HostKind::Numeric);
            assert_eq!(closed.is_known_as(host, false), here, "{host}");
            assert_eq!(closed.is_known_as(host, true), here || numeric, "{host}");
            assert_eq!(proxied.is_known_as(host, false), here || numeric, "{host}");
            assert!(public.is_known_as(host, false), "{host}");
        }
    }

    #[test]
    fn a_public_url_is_exactly_an_origin() {
        for text in [
            "",
            "play.example",
            "ftp://play.example",
            "https://",
            "https://ida@play.example",
            "https://play.example/brickwood",
            "https://play.example?a",
            "https://spïel.example",
        ] {
            assert_eq!(origin(text), None, "{text}");
        }
    }

    #[test]
    fn loopback_addresses_and_our_proxies_are_unlimited() {
        let mut site = Site::default();
        let is_unlimited = |site: &Site, ip: &str| site.is_unlimited(ip.parse().unwrap());
        assert!(is_unlimited(&site, "127.0.0.1"));
        assert!(is_unlimited(&site, "::ffff:127.0.0.1"));
        assert!(is_unlimited(&site, "::1"));
        assert!(!is_unlimited(&site, "192.168.1.1"));
        site.trusted_proxies.push("192.168.0.0/16".parse().unwrap());
        assert!(is_unlimited(&site, "192.168.1.1"));
    }

    #[test]
    fn a_contact_is_one_line_that_browsers_and_programs_can_follow() {
        for (text, uri) in [
            ("security@play.example", "mailto:security@play.example"),
            ("mailto:a+b@play.example", "mailto:a+b@play.example"),
            (
                "https://play.example/contact",
                "https://play.example/contact",
            ),
            ("tel:+49-30-1234567", "tel:+49-30-1234567"),
        ] {
            let contact: SecurityContact = text.parse().unwrap();
            assert_eq!(contact.uri(), uri);
        }
        for text in [
            "",
            "play.example",
            "@play.example",
            "ida@",
            "http://play.example/contact",
            "https://",
            "javascript:ida@play.example",
            "ida@play.example\nExpires: never",
            "ida @play.example",
        ] {
            assert_eq!(text.parse::<SecurityContact>(), Err(NotAContact), "{text}");
        }
    }
}
