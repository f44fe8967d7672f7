//! The shared state of servers with one storage.

use std::{collections::HashSet, sync::Arc, time::Duration};

use brickwood_rules::SeatSet;
use brickwood_storage::{Lease, Listener, MOST_INVITATIONS, NodeId, Storage};
use tokio::task::JoinSet;

use super::{HOUR, seat};

pub async fn living_nodes_learn_of_each_other(log: impl Storage) {
    let (one, two) = (NodeId(u64::MAX), NodeId(2));
    let living = async |node, lives| -> HashSet<NodeId> {
        let living = log.beat(node, lives).await.unwrap();
        living.into_iter().collect()
    };
    assert_eq!(living(one, HOUR).await, [].into());
    assert_eq!(living(two, HOUR).await, [one].into());
    assert_eq!(living(one, HOUR).await, [one, two].into());
    // It ends, and is not among the living nodes at its next heartbeat.
    assert_eq!(living(two, Duration::ZERO).await, [one, two].into());
    assert_eq!(living(one, HOUR).await, [one].into());
    assert_eq!(living(two, HOUR).await, [one].into());
    assert_eq!(living(two, HOUR).await, [one, two].into());
}

pub async fn a_lease_is_held_by_one_node_as_long_as_it_lives(log: impl Storage) {
    let (one, two) = (NodeId(u64::MAX), NodeId(2));
    for node in [one, two] {
        log.beat(node, HOUR).await.unwrap();
    }
    let lease = |holder, was_free| Ok(Lease { holder, was_free });
    let holder = async |game| log.presence(game).await.unwrap().holder;
    assert_eq!(holder("a").await, None);
    assert_eq!(log.claim("a", one).await, lease(one, true));
    assert_eq!(log.claim("a", one).await, lease(one, false));
    assert_eq!(log.claim("a", two).await, lease(one, false));
    assert_eq!(log.claim("b", two).await, lease(two, true));
    assert_eq!(
        (holder("a").await, holder("b").await),
        (Some(one), Some(two))
    );
    // It dies: another node finds the lease free, and keeps it when the first one lives again.
    log.beat(one, Duration::ZERO).await.unwrap();
    assert_eq!(holder("a").await, None);
    assert_eq!(log.claim("a", two).await, lease(two, true));
    log.beat(one, HOUR).await.unwrap();
    assert_eq!(log.claim("a", one).await, lease(two, false));
    // A lease that nobody has claimed meanwhile is free for that time, and then its own again.
    log.beat(two, Duration::ZERO).await.unwrap();
    assert_eq!(log.claim("a", two).await, lease(two, true));
    log.beat(two, HOUR).await.unwrap();
    assert_eq!(log.claim("a", two).await, lease(two, false));
    // Only the holder can release it.
    log.let_go("a", one, 1).await.unwrap();
    assert_eq!(log.claim("a", one).await, lease(two, false));
    log.let_go("a", two, 1).await.unwrap();
    assert_eq!(holder("a").await, None);
    assert_eq!(log.claim("a", one).await, lease(one, true));
}

pub async fn of_many_nodes_that_claim_at_once_one_gets_the_lease(log: impl Storage) {
    let log = Arc::new(log);
    let mut claims = JoinSet::new();
    for node in 0..16 {
        log.beat(NodeId(node), HOUR).await.unwrap();
    }
    for node in 0..16 {
        let log = Arc::clone(&log);
        claims.spawn(async move { log.claim("a", NodeId(node)).await.unwrap() });
    }
    let leases = claims.join_all().await;
    let free = leases.iter().filter(|lease| lease.was_free).count();
    assert_eq!(free, 1);
    assert!(leases.iter().all(|lease| lease.holder == leases[0].holder));
}

pub async fn seats_that_are_connected_to_a_living_node_are_present(log: impl Storage) {
    let (one, two) = (NodeId(1), NodeId(2));
    let seats =
        |numbers: &[u8]| -> SeatSet { numbers.iter().map(|&number| seat(number)).collect() };
    let present = async || log.presence("a").await.unwrap().seats;
    for node in [one, two] {
        log.beat(node, HOUR).await.unwrap();
    }
    assert_eq!(present().await, seats(&[]));
    log.note_present("a", one, seats(&[0, 2])).await.unwrap();
    log.note_present("a", two, seats(&[2, 5])).await.unwrap();
    log.note_present("b", two, seats(&[1])).await.unwrap();
    assert_eq!(present().await, seats(&[0, 2, 5]));
    log.note_present("a", one, seats(&[3])).await.unwrap();
    assert_eq!(present().await, seats(&[2, 3, 5]));
    // A node dies, and lives again.
    log.beat(one, Duration::ZERO).await.unwrap();
    assert_eq!(present().await, seats(&[2, 5]));
    log.beat(one, HOUR).await.unwrap();
    assert_eq!(present().await, seats(&[2, 3, 5]));
    log.let_go("a", two, 1).await.unwrap();
    assert_eq!(present().await, seats(&[3]));
}

/// An open bot that listens on this connection until 10.
pub fn listener(bot: &str, line: u64) -> Listener {
    Listener {
        bot: bot.to_owned(),
        line,
        name: format!("{bot} (bot)"),
        open: true,
        until_ms: 10,
    }
}

fn tables(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

pub async fn an_invitation_waits_for_a_bot_until_it_was_told(log: impl Storage) {
    let bot = listener("b", u64::MAX);
    assert_eq!(log.invite("b", "one", 0).await, Ok(false));
    log.listen(&bot, 0).await.unwrap();
    assert_eq!(log.hear(&bot, &[]).await, Ok(Some(Vec::new())));
    for table in ["one", "two", "one"] {
        assert_eq!(log.invite("b", table, 0).await, Ok(true));
    }
    let heard = log.hear(&bot, &[]).await.unwrap().unwrap();
    assert_eq!(heard, ["one", "two"]);
    assert_eq!(log.invite("b", "three", 0).await, Ok(true));
    let heard = log.hear(&bot, &heard).await;
    assert_eq!(heard, Ok(Some(tables(&["three"]))));
    assert_eq!(
        log.hear(&bot, &heard.unwrap().unwrap()).await,
        Ok(Some(Vec::new()))
    );
    // A bot can be invited again to a game that it was told.
    assert_eq!(log.invite("b", "one", 0).await, Ok(true));
    assert_eq!(log.hear(&bot, &[]).await, Ok(Some(tables(&["one"]))));
}

pub async fn no_more_than_so_many_invitations_wait_for_a_bot(log: impl Storage) {
    let bot = listener("b", 1);
    log.listen(&bot, 0).await.unwrap();
    let many: Vec<String> = (0..MOST_INVITATIONS).map(|n| format!("{n:02}")).collect();
    for table in &many {
        assert_eq!(log.invite("b", table, 0).await, Ok(true));
    }
    assert_eq!(log.invite("b", "more", 0).await, Ok(false));
    // It has been told of that one.
    assert_eq!(log.invite("b", "00", 0).await, Ok(true));
    assert_eq!(log.hear(&bot, &[]).await, Ok(Some(many)));
}

pub async fn a_bot_listens_by_one_line_at_a_time(log: impl Storage) {
    let (first, second) = (listener("b", 1), listener("b", 2));
    log.listen(&first, 0).await.unwrap();
    assert_eq!(log.invite("b", "one", 0).await, Ok(true));
    // It reconnects before anybody has noticed that it was gone.
    log.listen(&second, 5).await.unwrap();
    assert_eq!(log.hear(&first, &[]).await, Ok(None));
    log.stop_listening("b", first.line).await.unwrap();
    assert_eq!(log.hear(&second, &[]).await, Ok(Some(tables(&["one"]))));
    log.stop_listening("b", second.line).await.unwrap();
    assert_eq!(log.listeners(0, 10).await, Ok(Vec::new()));
    assert_eq!(log.invite("b", "two", 0).await, Ok(false));
}

pub async fn a_bot_of_which_nothing_is_heard_listens_no_longer(log: impl Storage) {
    let bot = listener("b", 1);
    log.listen(&bot, 0).await.unwrap();
    assert_eq!(log.invite("b", "one", 9).await, Ok(true));
    assert_eq!(log.invite("b", "two", 10).await, Ok(false));
    assert_eq!(log.listeners(10, 10).await, Ok(Vec::new()));
    let later = Listener {
        until_ms: 30,
        ..bot.clone()
    };
    log.hear(&later, &[]).await.unwrap();
    assert_eq!(log.listeners(29, 10).await, Ok(vec![later]));
    // An unread invitation is too old when the bot comes back.
    log.listen(&bot, 30).await.unwrap();
    assert_eq!(log.hear(&bot, &[]).await, Ok(Some(Vec::new())));
}

pub async fn open_bots_that_listen_are_listed(log: impl Storage) {
    for bot in ["c", "a", "b"] {
        log.listen(&listener(bot, 1), 0).await.unwrap();
    }
    let closed = Listener {
        open: false,
        ..listener("d", 1)
    };
    log.listen(&closed, 0).await.unwrap();
    assert_eq!(log.invite("d", "one", 0).await, Ok(false));
    let listed = ["a", "b", "c"].map(|bot| listener(bot, 1));
    assert_eq!(log.listeners(0, 2).await.unwrap(), listed[..2]);
    assert_eq!(log.listeners(0, 10).await.unwrap(), listed);
}
