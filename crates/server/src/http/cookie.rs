//! The cookie that keeps a guest's token.

use axum::http::{HeaderMap, HeaderValue, header};

use crate::session::Token;

const NAME: &str = "brickwood";

/// A year, in seconds.
const MAX_AGE: u32 = 365 * 24 * 60 * 60;

/// The token that a request carries.
pub(crate) fn read(headers: &HeaderMap) -> Option<Token> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|cookies| cookies.split(';'))
        .filter_map(|cookie| cookie.trim().split_once('='))
        .find_map(|(name, value)| (name == NAME).then(|| Token::parse(value))?)
}

/// The header that leaves a token with the browser. `Lax`, because a guest who follows an
/// invitation from elsewhere is to be known.
pub(crate) fn write(token: &Token) -> HeaderValue {
    let token = token.to_text();
    let cookie = format!("{NAME}={token}; HttpOnly; SameSite=Lax; Path=/; Max-Age={MAX_AGE}");
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
        assert_eq!(read(&headers), Some(token));
    }

    #[test]
    fn a_cookie_that_holds_no_token_is_none() {
        let mut headers = HeaderMap::new();
        assert_eq!(read(&headers), None);
        headers.append(header::COOKIE, HeaderValue::from_static("brickwood=me"));
        assert_eq!(read(&headers), None);
    }
}
