//! Passkeys: whom they bring back, and what is refused.

use std::time::Duration;

use brickwood_protocol::{PasskeyInfo, PasskeyName, PasskeyOffer, SiteFeatures, SiteInfo};
use brickwood_server::{Rate, Server};
use brickwood_site::{
    StoresSite,
    person::passkeys::{MOST_PASSKEYS, Passkey},
};
use brickwood_table::PersonId;
use brickwood_test_client::{Answer, TestPerson};
use serde_json::Value;

use crate::{authenticator::Authenticator, clients::behind_a_proxy, support::TestServer};

const ORIGIN: &str = "https://play.example";

/// A site with a name and TLS.
pub fn named(server: &mut Server) {
    server.site.public_url = Some(ORIGIN.parse().unwrap());
}

async fn site() -> TestServer {
    TestServer::with(named).await
}

/// An authenticator whose browser shows the site.
fn authenticator(number: u8) -> Authenticator {
    Authenticator::new(number, ORIGIN, "play.example")
}

/// Another one.
fn second() -> Authenticator {
    authenticator(2)
}

async fn begin(person: &mut TestPerson) -> Value {
    let name = PasskeyName {
        name: "Phone".to_owned(),
    };
    let begun = person.post("/api/passkeys/new", &name).await;
    assert_eq!(begun.status, 200, "{begun:?}");
    begun.json()
}

async fn ask(person: &mut TestPerson) -> Value {
    let begun = person.ask("POST", "/api/passkeys/ask", "").await;
    assert_eq!(begun.status, 200, "{begun:?}");
    begun.json()
}

async fn keep(person: &mut TestPerson, credential: &Value) -> Answer {
    person.post("/api/passkeys", credential).await
}

async fn prove(person: &mut TestPerson, credential: &Value) -> Answer {
    person.post("/api/passkeys/prove", credential).await
}

/// A person of this name, with a passkey.
pub async fn kept(server: &TestServer, name: &str, number: u8) -> (TestPerson, Authenticator) {
    let (mut person, mut authenticator) = (server.person(), authenticator(number));
    person.rename(name).await;
    let options = begin(&mut person).await;
    let credential = authenticator.make(&options);
    let kept = keep(&mut person, &credential).await;
    assert_eq!(kept.status, 201, "{kept:?}");
    (person, authenticator)
}

async fn name_of(person: &mut TestPerson) -> Value {
    person.ask("GET", "/api/me", "").await.json::<Value>()["name"].clone()
}

async fn passkeys_of(person: &mut TestPerson) -> Vec<PasskeyInfo> {
    person.ask("GET", "/api/passkeys", "").await.json()
}

/// Whether an answer refuses a passkey, and gives nothing away.
fn is_refused(answer: &Answer) -> bool {
    (answer.status, answer.problem()) == (403, "passkey_refused")
        && answer.field("set-cookie").is_none()
}

/// Whether what was begun is over.
fn is_over(answer: &Answer) -> bool {
    (answer.status, answer.problem()) == (409, "ceremony_over")
        && answer.field("set-cookie").is_none()
}

#[tokio::test]
async fn a_passkey_brings_its_person_back_on_any_device() {
    let server = site().await;
    let (mut ida, authenticator) = kept(&server, "Ida", 1).await;
    let mut other = server.person();
    let options = ask(&mut other).await;
    let proven = prove(&mut other, &authenticator.prove(&options)).await;
    assert_eq!(proven.status, 204);
    assert_eq!(name_of(&mut other).await, "Ida");
    // The new device has a token of its own.
    assert_ne!(other.cookie, ida.cookie);
    let held = passkeys_of(&mut ida).await;
    assert_eq!(held.len(), 1);
    assert_eq!(
        (held[0].id.clone(), held[0].name.as_str()),
        (authenticator.id(), "Phone")
    );
    assert!(held[0].used_ms >= Some(held[0].created_ms));
}

#[tokio::test]
async fn a_passkey_brings_back_whoever_has_lost_all_devices() {
    let server = site().await;
    let (ida, authenticator) = kept(&server, "Ida", 1).await;
    drop(ida);
    let forgotten = server.log.site().forget_unseen(u64::MAX >> 1).await;
    assert_eq!(forgotten, Ok(0));
    let mut new = server.person();
    let options = ask(&mut new).await;
    prove(&mut new, &authenticator.prove(&options)).await;
    assert_eq!(name_of(&mut new).await, "Ida");
}

#[tokio::test]
async fn whoever_is_back_already_keeps_the_token() {
    let server = site().await;
    let (mut ida, authenticator) = kept(&server, "Ida", 1).await;
    let before = ida.cookie.clone();
    let options = ask(&mut ida).await;
    let proven = prove(&mut ida, &authenticator.prove(&options)).await;
    assert_eq!((proven.status, &ida.cookie), (204, &before));
}

#[tokio::test]
async fn an_authenticator_learns_a_random_handle_and_never_the_person() {
    let server = site().await;
    let (mut ida, _) = kept(&server, "Ida", 1).await;
    let again = begin(&mut ida).await;
    let mut ole = server.person();
    ole.rename("Ole").await;
    let other = begin(&mut ole).await;
    // All passkeys of a person have one handle, and those of others another.
    let stored = server
        .log
        .site()
        .passkeys_of(ida.id().unwrap())
        .await
        .unwrap();
    let handle = data_encoding::BASE64URL_NOPAD.encode(&stored[0].handle);
    assert_eq!(again["user"]["id"], handle.as_str());
    assert_ne!(other["user"]["id"], handle.as_str());
    let PersonId(id) = ida.id().unwrap();
    assert!(
        stored[0]
            .handle
            .windows(8)
            .all(|part| !id.windows(8).any(|own| own == part))
    );
    // It is asked to make none that the person has already.
    assert_eq!(again["excludeCredentials"][0]["id"], authenticator(1).id());
    assert_eq!(again["user"]["name"], "Ida");
    assert_eq!(again["authenticatorSelection"]["residentKey"], "required");
    assert_eq!(
        again["authenticatorSelection"]["userVerification"],
        "preferred"
    );
    assert_eq!(again["attestation"], "none");
}

#[tokio::test]
async fn a_challenge_is_answered_once() {
    let server = site().await;
    let (_, authenticator) = kept(&server, "Ida", 1).await;
    let mut other = server.person();
    let options = ask(&mut other).await;
    let proof = authenticator.prove(&options);
    let secret = other.ceremony.clone();
    assert_eq!(prove(&mut other, &proof).await.status, 204);
    other.cookie = None;
    other.ceremony = secret;
    assert!(is_over(&prove(&mut other, &proof).await));
    // A wrong answer uses it up, too.
    let options = ask(&mut other).await;
    let mut strange = authenticator.clone();
    strange.origin = "https://evil.example".to_owned();
    assert!(is_refused(
        &prove(&mut other, &strange.prove(&options)).await
    ));
    assert!(is_over(
        &prove(&mut other, &authenticator.prove(&options)).await
    ));
}

#[tokio::test]
async fn a_challenge_is_answered_only_in_the_browser_that_asked_for_it() {
    let server = site().await;
    let (mut ida, authenticator) = kept(&server, "Ida", 1).await;
    let (mut begun, mut other) = (server.person(), server.person());
    let options = ask(&mut begun).await;
    let proof = authenticator.prove(&options);
    // Somebody else without a challenge, and with one of their own.
    assert!(is_over(&prove(&mut other, &proof).await));
    ask(&mut other).await;
    assert!(is_refused(&prove(&mut other, &proof).await));
    // Nor does a passkey that one person has begun become that of another.
    let mut mine = second();
    let options = begin(&mut ida).await;
    other.rename("Eve").await;
    other.ceremony.clone_from(&ida.ceremony);
    assert!(is_over(&keep(&mut other, &mine.make(&options)).await));
    assert!(passkeys_of(&mut other).await.is_empty());
    assert!(
        is_over(&keep(&mut ida, &mine.make(&options)).await),
        "it is used up"
    );
}

#[tokio::test]
async fn a_challenge_for_one_thing_does_not_serve_for_another() {
    let server = site().await;
    let (mut ida, authenticator) = kept(&server, "Ida", 1).await;
    let options = begin(&mut ida).await;
    assert!(is_over(
        &prove(&mut ida, &authenticator.prove(&options)).await
    ));
    let options = ask(&mut ida).await;
    let mut other = second();
    assert!(is_over(&keep(&mut ida, &other.make(&options)).await));
}

#[tokio::test]
async fn a_challenge_expires() {
    let server = TestServer::with(|server| {
        named(server);
        server.limits.ceremony = Duration::ZERO;
    })
    .await;
    let mut ida = server.person();
    let options = begin(&mut ida).await;
    assert_eq!(options["timeout"], 1);
    assert!(is_over(
        &keep(&mut ida, &authenticator(1).make(&options)).await
    ));
    let options = ask(&mut ida).await;
    assert!(is_over(
        &prove(&mut ida, &authenticator(1).prove(&options)).await
    ));
}

#[tokio::test]
async fn passkeys_of_other_pages_and_sites_are_refused() {
    let server = site().await;
    let (_, good) = kept(&server, "Ida", 1).await;
    for (origin, rp_id) in [
        ("https://evil.example", "play.example"),
        ("http://play.example", "play.example"),
        ("https://play.example:8443", "play.example"),
        ("https://sub.play.example", "play.example"),
        (ORIGIN, "evil.example"),
        (ORIGIN, "example"),
    ] {
        let mut other = server.person();
        let options = ask(&mut other).await;
        let mut strange = good.clone();
        (strange.origin, strange.rp_id) = (origin.to_owned(), rp_id.to_owned());
        let answer = prove(&mut other, &strange.prove(&options)).await;
        assert!(is_refused(&answer), "{origin} {rp_id}");
        let options = begin(&mut other).await;
        let mut made = Authenticator::new(2, origin, rp_id);
        let answer = keep(&mut other, &made.make(&options)).await;
        assert!(is_refused(&answer), "{origin} {rp_id}");
    }
}

#[tokio::test]
async fn unknown_passkeys_and_wrong_signatures_are_answered_alike() {
    let server = site().await;
    let (_, good) = kept(&server, "Ida", 1).await;
    let mut unknown = authenticator(9);
    unknown.make(&serde_json::json!({"user": {"id": "A".repeat(86)}}));
    let mut answers = Vec::new();
    for mend in [
        |proof: &mut Value, _: &Value| proof["response"]["signature"] = "MAYCAQECAQE".into(),
        |proof: &mut Value, unknown: &Value| {
            proof["response"]["userHandle"] = unknown["response"]["userHandle"].clone();
        },
        |proof: &mut Value, unknown: &Value| *proof = unknown.clone(),
        |proof: &mut Value, _: &Value| *proof = "nonsense".into(),
    ] {
        let mut other = server.person();
        let options = ask(&mut other).await;
        let mut proof = good.prove(&options);
        mend(&mut proof, &unknown.prove(&options));
        let answer = prove(&mut other, &proof).await;
        assert!(is_refused(&answer));
        answers.push((answer.head, answer.body));
    }
    let same = |answer: &(Vec<(String, String)>, Vec<u8>)| answer.1 == answers[0].1;
    assert!(answers.iter().all(same));
}

#[tokio::test]
async fn a_copy_of_a_passkey_that_counts_is_found_out() {
    let server = site().await;
    let (_, mut original) = kept(&server, "Ida", 1).await;
    let mut other = server.person();
    for (counter, status) in [(5, 204), (6, 204), (6, 403), (4, 403), (0, 403), (7, 204)] {
        let options = ask(&mut other).await;
        original.counter = counter;
        let proven = prove(&mut other, &original.prove(&options)).await;
        assert_eq!(proven.status, status, "{counter}");
    }
}

#[tokio::test]
async fn a_passkey_of_another_person_is_not_kept_again() {
    let server = site().await;
    let (mut ida, _) = kept(&server, "Ida", 1).await;
    let mut eve = server.person();
    eve.rename("Eve").await;
    let options = begin(&mut eve).await;
    let answer = keep(&mut eve, &authenticator(1).make(&options)).await;
    assert!(is_refused(&answer));
    assert_eq!(passkeys_of(&mut ida).await.len(), 1);
}

#[tokio::test]
async fn passkeys_are_renamed_and_removed_by_their_person_alone() {
    let server = site().await;
    let (mut ida, authenticator) = kept(&server, "Ida", 1).await;
    let path = format!("/api/passkeys/{}", authenticator.id());
    let mut eve = server.person();
    eve.rename("Eve").await;
    for path in [path.as_str(), "/api/passkeys/AAAA", "/api/passkeys/no!"] {
        let renamed = eve.ask("PUT", path, r#"{"name":"Mine"}"#).await;
        assert_eq!(
            (renamed.status, renamed.problem()),
            (404, "no_such_passkey")
        );
        let removed = eve.ask("DELETE", path, "").await;
        assert_eq!(
            (removed.status, removed.problem()),
            (404, "no_such_passkey")
        );
    }
    assert_eq!(
        ida.ask("PUT", &path, r#"{"name":" Blue key "}"#)
            .await
            .status,
        204
    );
    assert_eq!(passkeys_of(&mut ida).await[0].name, "Blue key");
    let unnamed = ida.ask("PUT", &path, r#"{"name":""}"#).await;
    assert_eq!(unnamed.problem(), "bad_name");
    assert_eq!(ida.ask("DELETE", &path, "").await.status, 204);
    assert!(passkeys_of(&mut ida).await.is_empty());
    let mut other = server.person();
    let options = ask(&mut other).await;
    assert!(is_refused(
        &prove(&mut other, &authenticator.prove(&options)).await
    ));
}

#[tokio::test]
async fn a_person_has_so_many_passkeys_and_no_more() {
    let server = site().await;
    let (mut ida, _) = kept(&server, "Ida", 1).await;
    let stored = server
        .log
        .site()
        .passkeys_of(ida.id().unwrap())
        .await
        .unwrap();
    for number in 1..MOST_PASSKEYS {
        let more = Passkey {
            id: vec![100 + number; 20],
            ..stored[0].clone()
        };
        server.log.site().add_passkey(more).await.unwrap();
    }
    let options = begin(&mut ida).await;
    let answer = keep(&mut ida, &authenticator(2).make(&options)).await;
    assert_eq!(
        (answer.status, answer.problem()),
        (409, "too_many_passkeys")
    );
}

#[tokio::test]
async fn whoever_tries_many_passkeys_is_stopped() {
    let server = TestServer::with(|server| {
        behind_a_proxy(server);
        named(server);
        server.limits.misses = Rate::new(3, Duration::from_hours(1));
    })
    .await;
    let mut statuses = Vec::new();
    for _ in 0..5 {
        let mut guesser = server.person();
        guesser.forwarded = Some("192.0.2.1".to_owned());
        let asked = guesser.ask("POST", "/api/passkeys/ask", "").await;
        if asked.status == 200 {
            let proof = authenticator(1).prove(&asked.json());
            statuses.push(prove(&mut guesser, &proof).await.status);
        } else {
            statuses.push(asked.status);
        }
    }
    assert_eq!(statuses, [403, 403, 403, 429, 429]);
}

#[tokio::test]
async fn an_address_in_numbers_and_a_site_without_the_part_offer_no_passkeys() {
    let server = TestServer::open().await;
    let mut person = server.person();
    let info: SiteInfo = person.ask("GET", "/api/site", "").await.json();
    assert_eq!(info.passkeys, PasskeyOffer::NumericAddress);
    let asked = person.ask("POST", "/api/passkeys/ask", "").await;
    assert_eq!((asked.status, asked.problem()), (409, "no_passkeys_here"));

    let off = site().await;
    let features = SiteFeatures {
        devices: false,
        ..SiteFeatures::default()
    };
    let features = serde_json::to_string(&features).unwrap();
    off.log.site().set("features", &features).await.unwrap();
    let mut person = off.person();
    let info: SiteInfo = person.ask("GET", "/api/site", "").await.json();
    assert_eq!(info.passkeys, PasskeyOffer::Off);
    for (method, path) in [
        ("GET", "/api/passkeys"),
        ("POST", "/api/passkeys"),
        ("POST", "/api/passkeys/new"),
        ("POST", "/api/passkeys/ask"),
        ("POST", "/api/passkeys/prove"),
        ("PUT", "/api/passkeys/AAAA"),
        ("DELETE", "/api/passkeys/AAAA"),
    ] {
        let body = if path.ends_with("new") || method == "PUT" {
            r#"{"name":"x"}"#
        } else {
            "{}"
        };
        let answer = person.ask(method, path, body).await;
        assert_eq!(
            (answer.status, answer.problem()),
            (404, "no_such_address"),
            "{path}"
        );
    }
}
