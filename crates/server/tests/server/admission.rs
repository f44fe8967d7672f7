//! Who is let in when many come at once.

use std::{sync::Arc, time::Duration};

use brickwood_protocol::{ClientMessage, PROTOCOL, Returning, ServerMessage};
use brickwood_server::AdmissionRules;
use brickwood_test_client::{Heard, Socket, TestPerson};
use futures_util::{StreamExt, stream::FuturesUnordered};

use crate::support::{TestServer, order};

/// A second server of the site, which welcomes nobody, and lets one client of each purpose wait.
async fn that_is_busy(site: &TestServer) -> TestServer {
    let log = Arc::clone(&site.log);
    TestServer::with(|server| {
        server.log = log;
        server.limits.welcomes = AdmissionRules {
            at_once: 0,
            longest_wait: Duration::ZERO,
            ..AdmissionRules::default()
        };
    })
    .await
}

/// The pass that a person gets at a table.
async fn pass(person: &TestPerson, table: &str) -> Option<String> {
    let mut socket = person.hello(table, None).await.unwrap();
    match socket.message().await {
        ServerMessage::Welcome { pass, .. } => pass,
        other => panic!("a welcome should come, and not {other:?}"),
    }
}

async fn come(person: &TestPerson, table: &str, pass: Option<&str>, to_act: bool) -> Socket {
    let mut socket = person.socket(table).await.unwrap();
    let returning = pass.map(|pass| Returning {
        pass: pass.to_owned(),
        to_act,
    });
    let hello = ClientMessage::Hello {
        protocol: PROTOCOL,
        after: None,
        returning,
    };
    socket.say(&hello).await.unwrap();
    socket
}

/// Three clients come in the same way. One waits, and the other two are asked to come back; returns the reason.
async fn one_of_three_waits(
    person: &TestPerson,
    table: &str,
    pass: Option<&str>,
    to_act: bool,
) -> String {
    let mut sockets = Vec::new();
    for _ in 0..3 {
        sockets.push(come(person, table, pass, to_act).await);
    }
    let mut closed: FuturesUnordered<_> =
        sockets.iter_mut().map(Socket::hear_with_reason).collect();
    let mut reason = String::new();
    for _ in 0..2 {
        let (heard, why) = closed.next().await.unwrap();
        assert_eq!(heard, Heard::Closed(1013));
        reason = why;
    }
    reason
}

#[tokio::test]
async fn a_client_that_would_wait_too_long_is_told_when_to_come_back() {
    let site = TestServer::open().await;
    let table = site.person().create(&order(1, 2)).await;
    let busy = that_is_busy(&site).await;
    let reason = one_of_three_waits(&busy.person(), &table, None, false).await;
    let wait = reason.rsplit_once("retry-after-ms=").unwrap().1;
    assert!(wait.parse::<u32>().unwrap() < 10_000, "{reason}");
}

#[tokio::test]
async fn a_player_with_a_pass_waits_before_spectators_and_before_players_who_need_not_act() {
    let site = TestServer::open().await;
    let mut player = site.person();
    let table = player.create(&order(1, 2)).await;
    let pass = pass(&player, &table).await.expect("a player gets a pass");
    let busy = that_is_busy(&site).await;
    player.address = busy.address;
    one_of_three_waits(&player, &table, None, false).await;
    // Nobody else of their purpose waits.
    one_of_three_waits(&player, &table, Some(&pass), false).await;
    one_of_three_waits(&player, &table, Some(&pass), true).await;
}

#[tokio::test]
async fn spectators_get_no_pass_and_the_pass_of_another_is_worth_nothing() {
    let site = TestServer::open().await;
    let (mut player, mut spectator) = (site.person(), site.person());
    let table = player.create(&order(1, 2)).await;
    let pass = pass(&player, &table).await.expect("a player gets a pass");
    spectator.rename("Bo").await;
    assert_eq!(self::pass(&spectator, &table).await, None);
    let busy = that_is_busy(&site).await;
    spectator.address = busy.address;
    one_of_three_waits(&spectator, &table, None, false).await;
    let mut socket = come(&spectator, &table, Some(&pass), true).await;
    assert_eq!(socket.hear().await, Heard::Closed(1013));
}
