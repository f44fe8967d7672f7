//! People come back by a provider, and nobody by a trick.

use std::time::Duration;

use brickwood_protocol::{
    HostPage, IdentityInfo, ProviderIntent, ProviderRequest, ProviderTrouble, ProviderWay, SiteInfo,
};
use brickwood_server::{OidcProvider, Server};
use brickwood_site::{StoresSite, http::limits::Limits};
use brickwood_test_client::TestPerson;
use serde_json::Value;

use crate::{
    clients::behind_a_proxy,
    host::host,
    provider::{Asked, CLIENT, Provider},
    support::{TestServer, whole},
};

/// Makes what a provider says wrong.
type Mend = fn(&mut Value);

const ORIGIN: &str = "https://play.example";

fn with(provider: &Provider) -> impl FnOnce(&mut Server) {
    let issuer = provider.issuer().parse().unwrap();
    move |server| {
        server.site.public_url = Some(ORIGIN.parse().unwrap());
        server.site.provider = Some(OidcProvider {
            issuer,
            client_id: CLIENT.to_owned(),
            client_secret: None,
            name: "Club login".to_owned(),
        });
    }
}

/// A provider where nobody listens.
fn silent(server: &mut Server) {
    server.site.public_url = Some(ORIGIN.parse().unwrap());
    server.site.provider = Some(OidcProvider {
        issuer: "http://127.0.0.1:9".parse().unwrap(),
        client_id: CLIENT.to_owned(),
        client_secret: None,
        name: "Club login".to_owned(),
    });
}

async fn new_person(server: &TestServer) -> TestPerson {
    let mut person = server.person();
    person.rename("Eve").await;
    person
}

async fn site() -> (TestServer, Provider) {
    let provider = Provider::open().await;
    (TestServer::with(with(&provider)).await, provider)
}

async fn begin(person: &mut TestPerson, intent: ProviderIntent) -> Asked {
    let begun = person
        .post("/api/oidc/begin", &ProviderRequest { intent })
        .await;
    assert_eq!(begun.status, 200, "{begun:?}");
    Asked::read(&begun.json::<ProviderWay>().url)
}

/// The browser comes back with a code. Returns to which page it is sent.
async fn come(person: &mut TestPerson, code: &str, state: &str) -> String {
    let path = format!("/api/oidc/callback?code={code}&state={state}");
    let answer = person.ask("GET", &path, "").await;
    assert_eq!(answer.status, 303, "{answer:?}");
    answer.field("location").unwrap().to_owned()
}

/// Somebody goes to the provider as this person, and comes back.
async fn go(
    person: &mut TestPerson,
    provider: &Provider,
    intent: ProviderIntent,
    subject: &str,
) -> String {
    let asked = begin(person, intent).await;
    let code = provider.agree(&asked, subject);
    come(person, &code, asked.field("state")).await
}

/// A person of this name, whom the provider knows as this person.
async fn kept(server: &TestServer, provider: &Provider, name: &str, subject: &str) -> TestPerson {
    let mut person = server.person();
    person.rename(name).await;
    let page = go(&mut person, provider, ProviderIntent::Keep, subject).await;
    assert_eq!(page, "/me?provider=kept");
    person
}

async fn name_of(person: &mut TestPerson) -> Value {
    person.ask("GET", "/api/me", "").await.json::<Value>()["name"].clone()
}

#[tokio::test]
async fn whoever_is_known_by_the_provider_comes_back_by_it() {
    let (server, provider) = site().await;
    let mut ida = kept(&server, &provider, "Ida", "248289761001").await;
    let mut new = server.person();
    let page = go(
        &mut new,
        &provider,
        ProviderIntent::ComeBack,
        "248289761001",
    )
    .await;
    assert_eq!(page, "/me?provider=back");
    assert_eq!(name_of(&mut new).await, "Ida");
    assert_ne!(new.cookie, ida.cookie);
    let known: Vec<IdentityInfo> = ida.ask("GET", "/api/oidc", "").await.json();
    assert_eq!(known.len(), 1);
    assert!(known[0].used_ms >= Some(known[0].created_ms));
    // Once that is over, the provider brings nobody back.
    let path = format!("/api/oidc/{}", known[0].id);
    let not_theirs = new_person(&server).await.ask("DELETE", &path, "").await;
    assert_eq!(not_theirs.problem(), "no_such_identity");
    assert_eq!(ida.ask("DELETE", &path, "").await.status, 204);
    let mut late = server.person();
    let page = go(
        &mut late,
        &provider,
        ProviderIntent::ComeBack,
        "248289761001",
    )
    .await;
    assert_eq!(page, "/take-along?provider=unknown");
    assert_eq!(late.cookie, None);
}

#[tokio::test]
async fn the_provider_is_asked_for_nothing_but_who_somebody_is() {
    let (server, provider) = site().await;
    let mut person = server.person();
    let asked = begin(&mut person, ProviderIntent::ComeBack).await;
    assert_eq!(asked.field("scope"), "openid");
    assert_eq!(asked.field("response_type"), "code");
    assert_eq!(asked.field("client_id"), CLIENT);
    assert_eq!(asked.field("code_challenge_method"), "S256");
    assert_eq!(
        asked.field("redirect_uri"),
        "https://play.example/api/oidc/callback"
    );
    assert_eq!(person.cookie, None, "nobody becomes a person by asking");
    let info: SiteInfo = person.ask("GET", "/api/site", "").await.json();
    assert_eq!(info.provider.as_deref(), Some("Club login"));
    // What it says beside that is not stored.
    let mut ida = kept(&server, &provider, "Ida", "very-secret-subject").await;
    let identity = server
        .log
        .site()
        .identities_of(ida.id().unwrap())
        .await
        .unwrap();
    assert!(!format!("{identity:?}").contains("very-secret-subject"));
    let told = whole(&ida.ask("GET", "/api/me/data", "").await);
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["identities"][0]["provider"], provider.issuer());
}

#[tokio::test]
async fn a_person_at_the_provider_is_one_person() {
    let (server, provider) = site().await;
    kept(&server, &provider, "Ida", "1").await;
    let mut eve = server.person();
    eve.rename("Eve").await;
    let page = go(&mut eve, &provider, ProviderIntent::Keep, "1").await;
    assert_eq!(page, "/take-along?provider=other");
    assert_eq!(name_of(&mut eve).await, "Eve");
}

#[tokio::test]
async fn what_was_begun_in_one_browser_is_not_finished_in_another() {
    let (server, provider) = site().await;
    kept(&server, &provider, "Ida", "1").await;
    // Ida's browser has begun; somebody else gets her way back, or sends theirs to her.
    for intent in [ProviderIntent::ComeBack, ProviderIntent::Keep] {
        let (mut begun, mut other) = (server.person(), server.person());
        let asked = begin(&mut begun, intent).await;
        let code = provider.agree(&asked, "1");
        let page = come(&mut other, &code, asked.field("state")).await;
        assert_eq!(page, "/take-along?provider=refused");
        assert_eq!(other.cookie, None);
        begin(&mut other, intent).await;
        let page = come(&mut other, &code, asked.field("state")).await;
        assert_eq!(page, "/take-along?provider=refused");
    }
    // Nor by whoever has become somebody else meanwhile.
    let mut browser = server.person();
    let asked = begin(&mut browser, ProviderIntent::Keep).await;
    let code = provider.agree(&asked, "2");
    browser.cookie = kept(&server, &provider, "Eve", "3").await.cookie;
    let page = come(&mut browser, &code, asked.field("state")).await;
    assert_eq!(page, "/take-along?provider=refused");
}

#[tokio::test]
async fn a_way_back_is_gone_once_and_in_time() {
    let (server, provider) = site().await;
    kept(&server, &provider, "Ida", "1").await;
    let mut person = server.person();
    let asked = begin(&mut person, ProviderIntent::ComeBack).await;
    let secret = person.ceremony.clone();
    let code = provider.agree(&asked, "1");
    assert_eq!(
        come(&mut person, &code, asked.field("state")).await,
        "/me?provider=back"
    );
    let mut again = server.person();
    again.ceremony = secret;
    let code = provider.agree(&asked, "1");
    let page = come(&mut again, &code, asked.field("state")).await;
    assert_eq!(page, "/take-along?provider=refused");

    let late = TestServer::with(|server| {
        with(&provider)(server);
        server.limits.ceremony = Duration::ZERO;
    })
    .await;
    let mut person = late.person();
    let page = go(&mut person, &provider, ProviderIntent::ComeBack, "1").await;
    assert_eq!(page, "/take-along?provider=refused");
}

#[tokio::test]
async fn what_the_provider_has_not_said_to_this_question_is_refused() {
    let (server, provider) = site().await;
    kept(&server, &provider, "Ida", "1").await;
    let mends: [(&str, Mend); 8] = [
        ("another nonce", |claims| claims["nonce"] = "x".into()),
        ("no nonce", |claims| claims["nonce"] = Value::Null),
        ("for another site", |claims| claims["aud"] = "other".into()),
        ("for another client", |claims| {
            claims["azp"] = "other".into();
        }),
        ("of a time to come", |claims| {
            claims["iat"] = (claims["iat"].as_u64().unwrap() + 600).into();
        }),
        ("of another provider", |claims| {
            claims["iss"] = "https://evil.example".into();
        }),
        ("of long ago", |claims| claims["exp"] = 1.into()),
        ("not signed", |claims| claims["alg"] = "none".into()),
    ];
    for (what, mend) in mends {
        let mut person = server.person();
        let asked = begin(&mut person, ProviderIntent::ComeBack).await;
        let code = provider.agree_with(&asked, "1", mend);
        let page = come(&mut person, &code, asked.field("state")).await;
        assert_eq!(page, "/take-along?provider=refused", "{what}");
        assert_eq!(person.cookie, None, "{what}");
    }
    for (what, code, state, more) in [
        ("another state", None, Some("x"), ""),
        ("another code", Some("code-99"), None, ""),
        (
            "of another provider",
            None,
            None,
            "&iss=https://evil.example",
        ),
    ] {
        let mut person = server.person();
        let asked = begin(&mut person, ProviderIntent::ComeBack).await;
        let own = provider.agree(&asked, "1");
        let state = format!("{}{more}", state.unwrap_or(asked.field("state")));
        let page = come(&mut person, code.unwrap_or(&own), &state).await;
        assert_eq!(page, "/take-along?provider=refused", "{what}");
    }
    let mut person = server.person();
    begin(&mut person, ProviderIntent::ComeBack).await;
    let denied = person
        .ask("GET", "/api/oidc/callback?error=access_denied", "")
        .await;
    assert_eq!(
        denied.field("location"),
        Some("/take-along?provider=refused")
    );
}

#[tokio::test]
async fn a_token_may_name_this_site_as_its_client() {
    let (server, provider) = site().await;
    kept(&server, &provider, "Ida", "1").await;
    let mut person = server.person();
    let asked = begin(&mut person, ProviderIntent::ComeBack).await;
    let code = provider.agree_with(&asked, "1", |claims| claims["azp"] = CLIENT.into());
    let page = come(&mut person, &code, asked.field("state")).await;
    assert_eq!(page, "/me?provider=back");
}

#[tokio::test]
async fn a_provider_that_falls_silent_costs_nobody_an_empty_page() {
    let provider = Provider::open().await;
    let server = TestServer::with(|server| {
        with(&provider)(server);
        server.limits.provider = Duration::from_millis(200);
    })
    .await;
    let mut person = server.person();
    let asked = begin(&mut person, ProviderIntent::ComeBack).await;
    provider.fall_silent();
    let code = provider.agree(&asked, "1");
    let page = come(&mut person, &code, asked.field("state")).await;
    assert_eq!(page, "/take-along?provider=failed");
}

#[test]
fn all_that_a_provider_is_asked_while_somebody_waits_fits_into_the_time_of_an_answer() {
    let limits = Limits::default();
    assert!(2 * limits.provider < limits.answer);
}

#[tokio::test]
async fn whoever_changes_their_tokens_does_not_have_the_provider_asked_each_time() {
    let (server, provider) = site().await;
    kept(&server, &provider, "Ida", "1").await;
    let before = provider.discoveries();
    for _ in 0..5 {
        let mut person = server.person();
        let asked = begin(&mut person, ProviderIntent::ComeBack).await;
        let code = provider.agree_with(&asked, "1", |claims| claims["nonce"] = "x".into());
        let page = come(&mut person, &code, asked.field("state")).await;
        assert_eq!(page, "/take-along?provider=refused");
    }
    assert_eq!(provider.discoveries(), before + 1);
}

#[tokio::test]
async fn whoever_cancels_comes_late_or_twice_or_with_nonsense_has_guessed_nothing() {
    let provider = Provider::open().await;
    let server = TestServer::with(|server| {
        behind_a_proxy(server);
        with(&provider)(server);
    })
    .await;
    let mut person = server.person();
    person.forwarded = Some("192.0.2.1".into());
    for query in [
        "",
        "?error=access_denied&state=x",
        "?code=x&state=y",
        "?code=x&code=y",
        "?state=%ff",
    ] {
        for _ in 0..10 {
            let path = format!("/api/oidc/callback{query}");
            let come = person.ask("GET", &path, "").await;
            let page = come.field("location");
            assert_eq!(page, Some("/take-along?provider=refused"), "{query}");
        }
    }
    assert_eq!(person.ask("GET", "/api/me", "").await.status, 200);
}

#[tokio::test]
async fn a_person_is_known_by_a_few_identities_and_told_of_one_too_many() {
    let (server, provider) = site().await;
    let mut ida = kept(&server, &provider, "Ida", "0").await;
    for subject in ["1", "2", "3"] {
        let page = go(&mut ida, &provider, ProviderIntent::Keep, subject).await;
        assert_eq!(page, "/me?provider=kept");
    }
    let page = go(&mut ida, &provider, ProviderIntent::Keep, "4").await;
    assert_eq!(page, "/me?provider=too_many");
    let known: Vec<IdentityInfo> = ida.ask("GET", "/api/oidc", "").await.json();
    assert_eq!(known.len(), 4);
    let path = format!("/api/oidc/{}", known[1].id);
    assert_eq!(ida.ask("DELETE", &path, "").await.status, 204);
    let page = go(&mut ida, &provider, ProviderIntent::Keep, "4").await;
    assert_eq!(page, "/me?provider=kept");
}

#[tokio::test]
async fn a_device_that_has_just_come_is_not_linked_to_anybody() {
    let (server, provider) = site().await;
    let mut ida = kept(&server, &provider, "Ida", "1").await;
    let mut thief = server.person();
    let page = go(&mut thief, &provider, ProviderIntent::ComeBack, "1").await;
    assert_eq!(page, "/me?provider=back");
    let keep = ProviderRequest {
        intent: ProviderIntent::Keep,
    };
    let refused = thief.post("/api/oidc/begin", &keep).await;
    assert_eq!(refused.problem(), "new_device");
    let known: Vec<IdentityInfo> = ida.ask("GET", "/api/oidc", "").await.json();
    let path = format!("/api/oidc/{}", known[0].id);
    let refused = thief.ask("DELETE", &path, "").await;
    assert_eq!(refused.problem(), "new_device");
    assert_eq!(ida.ask("DELETE", &path, "").await.status, 204);
}

#[tokio::test]
async fn the_host_reads_why_nobody_can_come_back_by_the_provider() {
    let page = async |server: &TestServer| {
        let mut host = host(server).await;
        let page: HostPage = host.ask("GET", "/api/host", "").await.json();
        page.site.unwrap().provider_trouble
    };
    let (well, _provider) = site().await;
    well.person().ask("GET", "/api/oidc", "").await;
    assert_eq!(page(&well).await, None);
    let nobody = TestServer::with(|server| {
        server.site.public_url = Some(ORIGIN.parse().unwrap());
        server.site.provider_has_no_secret = true;
    })
    .await;
    assert_eq!(page(&nobody).await, Some(ProviderTrouble::Secret));
    let silent = TestServer::with(silent).await;
    let body = r#"{"intent":"come_back"}"#;
    silent.person().ask("POST", "/api/oidc/begin", body).await;
    assert_eq!(page(&silent).await, Some(ProviderTrouble::Silent));
}

#[tokio::test]
async fn a_code_that_was_asked_for_elsewhere_does_not_serve() {
    let (server, provider) = site().await;
    kept(&server, &provider, "Ida", "1").await;
    let (mut ida, mut thief) = (server.person(), server.person());
    let hers = begin(&mut ida, ProviderIntent::ComeBack).await;
    let stolen = provider.agree(&hers, "1");
    // The thief puts the code into a way back of their own: its challenge is another.
    let own = begin(&mut thief, ProviderIntent::ComeBack).await;
    let page = come(&mut thief, &stolen, own.field("state")).await;
    assert_eq!(page, "/take-along?provider=refused");
}

#[tokio::test]
async fn a_provider_with_a_new_key_is_asked_again() {
    let (server, provider) = site().await;
    kept(&server, &provider, "Ida", "1").await;
    provider.rotate_key();
    let mut person = server.person();
    let page = go(&mut person, &provider, ProviderIntent::ComeBack, "1").await;
    assert_eq!(page, "/me?provider=back");
}

#[tokio::test]
async fn without_a_provider_there_is_no_way_to_one_and_a_silent_one_is_said_to_be() {
    let server = TestServer::open().await;
    let mut person = server.person();
    let body = r#"{"intent":"keep"}"#;
    let (method, path) = ("POST", "/api/oidc/begin");
    assert_eq!(
        person.ask(method, path, body).await.problem(),
        "no_such_address"
    );
    for path in ["/api/oidc", "/api/oidc/callback"] {
        assert_eq!(
            person.ask("GET", path, "").await.problem(),
            "no_such_address"
        );
    }
    let info: SiteInfo = person.ask("GET", "/api/site", "").await.json();
    assert_eq!(info.provider, None);

    let silent = TestServer::with(silent).await;
    let answer = silent.person().ask(method, path, body).await;
    assert_eq!((answer.status, answer.problem()), (502, "provider_failed"));
}
