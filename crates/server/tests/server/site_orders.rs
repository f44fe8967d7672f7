//! What the host of the site decides about tables and their people, and what comes of it there.

use std::time::Duration;

use brickwood_protocol::{HostTables, Misconduct, NewTable, SiteAct, TableOptions, TableSummary};
use brickwood_server::Server;
use brickwood_test_client::{Heard, TestPerson};

use crate::{
    clients::behind_a_proxy,
    host::{act, host, public_id},
    support::{TestServer, begin, enter, order, shown},
};

fn public(people: usize) -> NewTable {
    NewTable {
        options: TableOptions {
            public: true,
            ..TableOptions::default()
        },
        ..order(people, 0)
    }
}

fn at_once(server: &mut Server) {
    server.limits.lobby = Duration::ZERO;
}

async fn listed(person: &mut TestPerson) -> Vec<String> {
    let tables: Vec<TableSummary> = person.ask("GET", "/api/lobby", "").await.json();
    tables.into_iter().map(|table| table.id).collect()
}

/// Waits until the list is that.
async fn is_listed(person: &mut TestPerson, tables: &[&str]) {
    for _ in 0..500 {
        if listed(person).await == tables {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(listed(person).await, tables);
}

#[tokio::test]
async fn a_table_that_the_host_closes_is_in_no_list_and_lets_nobody_in() {
    let server = TestServer::with(at_once).await;
    let mut site_host = host(&server).await;
    let (mut opener, mut other) = (server.person(), server.person());
    let table = opener.create(&public(3)).await;
    let (mut socket, _) = enter(&opener, &table, None).await;
    assert_eq!(listed(&mut other).await, [&*table]);
    let close = SiteAct::CloseTable {
        table: table.clone(),
    };
    assert_eq!(act(&mut site_host, close, &[]).await.status, 204);
    is_listed(&mut other, &[]).await;
    while let Heard::Message(..) = socket.hear().await {}
    let refused = other.join(&table, "Ole").await;
    assert_eq!(refused.problem(), "no_open_seat");
    let nothing = SiteAct::CloseTable {
        table: "no-such-1-table".into(),
    };
    let refused = act(&mut site_host, nothing, &[]).await;
    assert_eq!(refused.problem(), "no_such_table");
}

#[tokio::test]
async fn the_waiting_tables_of_whoever_is_suspended_close() {
    let server = TestServer::with(at_once).await;
    let mut site_host = host(&server).await;
    let (mut nasty, mut kind) = (server.person(), server.person());
    let table = nasty.create(&public(3)).await;
    let guest = kind.create(&public(3)).await;
    assert_eq!(nasty.join(&guest, "Nat").await.status, 204);
    let _sockets = [
        enter(&nasty, &table, None).await,
        enter(&kind, &guest, None).await,
    ];
    assert_eq!(listed(&mut kind).await, [&*guest, &*table]);
    let suspend = SiteAct::Suspend {
        person: public_id(&nasty),
        hours: 1,
        reason: Misconduct::Name,
        words: None,
        network: false,
    };
    act(&mut site_host, suspend, &[]).await;
    is_listed(&mut kind, &[&guest]).await;
    for _ in 0..500 {
        let game = server.log.load(&guest).await.unwrap().unwrap();
        if game.people.persons() == [kind.id().unwrap()] {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the seat at the table of somebody else is free");
}

#[tokio::test]
async fn a_refused_name_is_replaced_in_games_that_go_on() {
    let server = TestServer::open().await;
    let mut site_host = host(&server).await;
    let (table, persons) = server.seated(2).await;
    let mut begun = begin(&persons, &table).await;
    let rename = SiteAct::Rename {
        person: public_id(&persons[1]),
        name: "person 1".into(),
    };
    assert_eq!(act(&mut site_host, rename, &[]).await.status, 204);
    let seen = shown(&mut begun[0].0, |seen| {
        seen.seats[1].name.as_deref() != Some("Person 1")
    })
    .await;
    assert_eq!(seen.seats[1].name.as_deref(), Some(""));
    assert_eq!(seen.seats[0].name.as_deref(), Some("Ida"));
}

#[tokio::test]
async fn of_one_person_one_table_is_listed() {
    let server = TestServer::with(at_once).await;
    let mut person = server.person();
    let first = person.create(&public(3)).await;
    assert_eq!(listed(&mut person).await, [&*first]);
    tokio::time::sleep(Duration::from_millis(2)).await;
    let second = person.create(&public(3)).await;
    assert_eq!(listed(&mut person).await, [&*second]);
}

#[tokio::test]
async fn the_host_sees_which_selves_come_from_one_network() {
    let server = TestServer::with(behind_a_proxy).await;
    let mut site_host = host(&server).await;
    let mut marks = Vec::new();
    for address in ["192.0.2.1", "192.0.2.1", "198.51.100.7"] {
        let mut person = server.person();
        person.forwarded = Some(address.to_owned());
        let table = person.create(&order(2, 0)).await;
        let HostTables { tables, .. } = site_host.ask("GET", "/api/host/tables", "").await.json();
        let told = tables.iter().find(|one| one.id.as_ref() == Some(&table));
        let mark = told.unwrap().people[0].network.clone().unwrap();
        assert!(!mark.contains("192") && mark.len() == 6, "{mark}");
        marks.push(mark);
    }
    assert_eq!(marks[0], marks[1]);
    assert_ne!(marks[0], marks[2]);
    let near = server.person().create(&order(2, 0)).await;
    let HostTables { tables, .. } = site_host.ask("GET", "/api/host/tables", "").await.json();
    let told = tables.iter().find(|one| one.id.as_ref() == Some(&near));
    assert_eq!(told.unwrap().people[0].network, None, "this machine");
}
