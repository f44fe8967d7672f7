//! The cookies: one keeps a person's token, another for minutes the secret of what the browser has begun.

use std::time::Duration;

use axum::http::{HeaderMap, HeaderValue, header};

use crate::{http::clients::Site, moderation::host::SESSION, person::token::Token};

const NAME: &str = "brickwood";

/// Browsers accept a cookie of such a name only over TLS, for this host and all its paths: no other host
/// of the domain can replace it.
const SECURE_NAME: &str = "__Host-brickwood";

/// The names of the cookie for what a browser has begun.
const CEREMONY_NAME: &str = "brickwood-ceremony";
const SECURE_CEREMONY_NAME: &str = "__Host-brickwood-ceremony";

/// A year.
const MAX_AGE: Duration = Duration::from_hours(365 * 24);

/// The name of the cookie of a site.
fn name(site: &Site) -> &'static str {
    if site.is_secure() { SECURE_NAME } else { NAME }
}

/// The name of the cookie for what a browser has begun.
fn ceremony_name(site: &Site) -> &'static str {
    if site.is_secure() {
        SECURE_CEREMONY_NAME
    } else {
        CEREMONY_NAME
    }
}

/// The name of the cookie of a browser that sees the host's page. It is sent with the requests of that page alone,
/// so it cannot have the prefix `__Host-`.
fn host_name(site: &Site) -> &'static str {
    if site.is_secure() {
        "__Secure-brickwood-host"
    } else {
        "brickwood-host"
    }
}

/// The token that a request carries.
pub fn read(site: &Site, headers: &HeaderMap) -> Option<Token> {
    read_named(name(site), headers)
}

/// The secret of what the browser has begun.
pub fn read_ceremony(site: &Site, headers: &HeaderMap) -> Option<Token> {
    read_named(ceremony_name(site), headers)
}

/// The secret of a browser that sees the host's page.
pub fn read_host(site: &Site, headers: &HeaderMap) -> Option<Token> {
    read_named(host_name(site), headers)
}

fn read_named(wanted: &str, headers: &HeaderMap) -> Option<Token> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|cookies| cookies.split(';'))
        .filter_map(|cookie| cookie.trim().split_once('='))
        .find_map(|(name, value)| (name == wanted).then(|| Token::parse(value))?)
}

/// The token that a program other than a browser sends.
pub fn bearer(headers: &HeaderMap) -> Option<Token> {
    let authorization = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = authorization.split_once(' ')?;
    scheme
        .eq_ignore_ascii_case("bearer")
        .then(|| Token::parse(token.trim()))?
}

/// The header that stores a token in the browser. `Lax`, so that a person who follows an invitation from
/// another site is recognized.
pub fn write(site: &Site, token: &Token) -> HeaderValue {
    write_named(site, name(site), token, MAX_AGE)
}

/// The header that stores the secret of what the browser begins, for so long.
pub fn write_ceremony(site: &Site, secret: &Token, lasts: Duration) -> HeaderValue {
    write_named(site, ceremony_name(site), secret, lasts)
}

fn write_named(site: &Site, name: &str, token: &Token, lasts: Duration) -> HeaderValue {
    let (token, seconds) = (token.to_text(), lasts.as_secs());
    let secure = if site.is_secure() { "; Secure" } else { "" };
    let cookie =
        format!("{name}={token}; HttpOnly; SameSite=Lax; Path=/; Max-Age={seconds}{secure}");
    HeaderValue::try_from(cookie).expect("a token is made of hexadecimal digits")
}

/// The header that removes the token from the browser.
pub fn clear(site: &Site) -> HeaderValue {
    let secure = if site.is_secure() { "; Secure" } else { "" };
    let name = name(site);
    let cookie = format!("{name}=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0{secure}");
    HeaderValue::try_from(cookie).expect("the name of a cookie is plain text")
}

/// The header that stores the secret of a browser that sees the host's page, or removes it. `Strict`: no other site
/// leads there.
pub fn write_host(site: &Site, secret: Option<&Token>) -> HeaderValue {
    let name = host_name(site);
    let (secret, age) = match secret {
        Some(secret) => (secret.to_text(), SESSION.as_secs()),
        None => (String::new(), 0),
    };
    let secure = if site.is_secure() { "; Secure" } else { "" };
    let cookie = format!(
        "{name}={secret}; HttpOnly; SameSite=Strict; Path=/api/host; Max-Age={age}{secure}"
    );
    HeaderValue::try_from(cookie).expect("a token is made of hexadecimal digits")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_found_among_other_cookies() {
        let token = Token::generate().unwrap();
        let mut headers = HeaderMap::new();
        headers.append(header::COOKIE, HeaderValue::from_static("theme=dark"));
        let cookies = format!("a=b; brickwood={}; c", token.to_text());
        headers.append(header::COOKIE, cookies.parse().unwrap());
        assert_eq!(read(&Site::default(), &headers), Some(token));
    }

    #[test]
    fn a_cookie_without_a_token_is_ignored() {
        let mut headers = HeaderMap::new();
        assert_eq!(read(&Site::default(), &headers), None);
        headers.append(header::COOKIE, HeaderValue::from_static("brickwood=me"));
        assert_eq!(read(&Site::default(), &headers), None);
    }

    #[test]
    fn a_site_with_tls_reads_only_the_cookie_that_no_other_host_can_set() {
        let site = Site {
            public_url: Some("https://play.example".parse().unwrap()),
            ..Site::default()
        };
        let (own, others) = (Token::generate().unwrap(), Token::generate().unwrap());
        let mut headers = HeaderMap::new();
        let cookies = format!("brickwood={}", others.to_text());
        headers.append(header::COOKIE, cookies.parse().unwrap());
        assert_eq!(read(&site, &headers), None);
        let cookies = format!("__Host-brickwood={}", own.to_text());
        headers.append(header::COOKIE, cookies.parse().unwrap());
        assert_eq!(read(&site, &headers), Some(own));
        assert_eq!(read(&Site::default(), &headers), Some(others));
    }
}
