//! `/.well-known/security.txt`: where whoever finds a weakness of the site writes to (RFC 9116).

use axum::{
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use brickwood_site::http::clients::Site;
use brickwood_storage::now_ms;
use chrono::{DateTime, Days};

use super::{app::App, assets::no_such_file};

/// Where it is.
pub(super) const PATH: &str = "/.well-known/security.txt";

/// For how many days what it says counts, from the beginning of the day: a year is the most that readers accept.
const VALID: Days = Days::new(365);

/// `GET /.well-known/security.txt`, where the host has named a contact.
pub(super) async fn security_txt(State(app): State<App>) -> Response {
    match text(&app.site.address, now_ms()) {
        Some(text) => ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response(),
        None => no_such_file(),
    }
}

fn text(site: &Site, now_ms: u64) -> Option<String> {
    let contact = site.security_contact.as_ref()?.uri();
    let today = DateTime::from_timestamp_millis(now_ms.try_into().ok()?)?.date_naive();
    let until = today.checked_add_days(VALID)?;
    // Readers accept no other.
    let own = site.public_url.as_ref().filter(|url| url.is_secure());
    let own = own.map_or_else(String::new, |url| {
        format!("Canonical: {}{PATH}\n", url.origin())
    });
    Some(format!(
        "Contact: {contact}\nExpires: {until}T00:00:00Z\n{own}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_ends_within_a_year_of_the_day_it_is_asked_for() {
        let mut site = Site::default();
        let late_ms = 1_767_225_599_999; // 2025-12-31T23:59:59.999Z
        assert_eq!(text(&site, late_ms), None);
        site.security_contact = Some("ida@play.example".parse().unwrap());
        let plain = "Contact: mailto:ida@play.example\nExpires: 2026-12-31T00:00:00Z\n";
        assert_eq!(text(&site, late_ms).as_deref(), Some(plain));
        site.public_url = Some("https://play.example".parse().unwrap());
        let canonical = "Canonical: https://play.example/.well-known/security.txt\n";
        let told = text(&site, late_ms).unwrap();
        assert_eq!(told.strip_prefix(plain), Some(canonical));
        site.public_url = Some("http://play.example".parse().unwrap());
        assert_eq!(text(&site, late_ms).as_deref(), Some(plain));
    }
}
