//! Spectators, and people who share a device or have several.

use std::time::Duration;

use brickwood_protocol::{
    ChatText, Choices, ClientMessage, HostOrder, NewSeat, Phrase, ServerMessage, SpectatorRule,
    TableOptions,
};
use brickwood_rules::Action;
use brickwood_test_client::Heard;

use crate::support::{
    TestServer, act, actor, arrange, begin, done, enter, order, refused, seat, settle, shown,
};

fn watched(spectators: SpectatorRule) -> HostOrder {
    let options = TableOptions {
        spectators,
        ..TableOptions::default()
    };
    HostOrder::Options { options }
}

#[tokio::test]
async fn spectators_see_nothing_hidden_and_say_nothing() {
    let server = TestServer::open().await;
    let (table, persons) = server.seated(2).await;
    begin(&persons, &table).await;
    let (mut socket, seen) = enter(&server.person(), &table, None).await;
    assert_eq!((seen.view.viewer, seen.view.own), (None, None));
    assert_eq!(seen.choices, Choices::default());
    assert!(!seen.host);
    let phrase = Phrase::Hello;
    let text = ChatText::Phrase { phrase };
    let say = ClientMessage::Say { key: 1, text };
    assert_eq!(refused(&mut socket, &say).await, "not_seated");
}

#[tokio::test]
async fn a_game_for_its_players_alone_is_shown_to_nobody_else() {
    let server = TestServer::open().await;
    let (table, persons) = server.seated(2).await;
    let mut begun = begin(&persons, &table).await;
    let (mut watcher, _) = enter(&server.person(), &table, None).await;
    let order = arrange(1, watched(SpectatorRule::Forbidden));
    done(&mut begun[0].0, &order).await;
    // Spectators are disconnected, and new ones are refused; players are not.
    while let Heard::Message(..) = watcher.hear().await {}
    let mut other = server.person().hello(&table, None).await.unwrap();
    assert_eq!(other.refusal().await.1.code(), "players_only");
    assert_eq!(other.hear().await, Heard::Closed(1008));
    enter(&persons[1], &table, None).await;
}

#[tokio::test]
async fn as_many_watch_as_may_and_players_come_in_all_the_same() {
    let server = TestServer::with(|server| server.limits.spectators = 2).await;
    let (table, persons) = server.seated(2).await;
    begin(&persons, &table).await;
    let (first, _) = enter(&server.person(), &table, None).await;
    let (_second, _) = enter(&server.person(), &table, None).await;
    let mut third = server.person().hello(&table, None).await.unwrap();
    assert_eq!(third.refusal().await.1.code(), "too_many_spectators");
    assert_eq!(third.hear().await, Heard::Closed(1008));
    for person in &persons {
        enter(person, &table, None).await;
    }
    drop(first);
    // A spectator who leaves makes room.
    for _ in 0..100 {
        let mut again = server.person().hello(&table, None).await.unwrap();
        if let Heard::Message(said, _) = again.hear().await
            && matches!(*said, ServerMessage::Welcome { .. })
        {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("there is room for another");
}

#[tokio::test]
async fn people_who_share_a_device_act_one_after_another() {
    let server = TestServer::open().await;
    let mut host = server.person();
    let mut shared = order(2, 0);
    shared.seats[1] = NewSeat::Local {
        color: shared.seats[1].color(),
        name: "Ole".into(),
    };
    let table = host.create(&shared).await;
    let (mut socket, info, _) = host.sit(&table).await;
    assert_eq!((info.you, info.yours.len()), (Some(seat(0)), 2));
    let mut seen = shown(&mut socket, |seen| seen.started).await;
    assert!(seen.seats.iter().all(|seat| seat.present && seat.ready));
    for turn in 0..2 {
        let to_act = actor(&seen);
        socket
            .say(&ClientMessage::ViewAs { seat: to_act })
            .await
            .unwrap();
        let (info, update) = socket.welcome().await;
        assert_eq!((info.you, update.view.viewer), (Some(to_act), Some(to_act)));
        done(&mut socket, &settle(10 * turn, &update)).await;
        seen = shown(&mut socket, |seen| !seen.choices.roads.is_empty()).await;
        let at = seen.choices.roads.iter().next().unwrap();
        let road = Action::BuildRoad { at };
        done(&mut socket, &act(10 * turn + 1, road)).await;
        if turn == 0 {
            seen = shown(&mut socket, |seen| actor(seen) != to_act).await;
        }
    }
    let beyond = ClientMessage::ViewAs { seat: seat(4) };
    assert_eq!(refused(&mut socket, &beyond).await, "not_your_seat");
}

#[tokio::test]
async fn two_devices_of_a_player_see_and_do_the_same() {
    let server = TestServer::open().await;
    let (table, persons) = server.seated(2).await;
    let mut begun = begin(&persons, &table).await;
    let first = actor(&begun[0].1).index();
    let (mut second_device, seen) = enter(&persons[first], &table, None).await;
    let line = done(&mut second_device, &settle(1, &seen)).await;
    let told = shown(&mut begun[first].0, |seen| seen.seq == line).await;
    assert_eq!(told.view.viewer, Some(seat(first as u8)));
    let at = told.choices.roads.iter().next().unwrap();
    let road = Action::BuildRoad { at };
    done(&mut begun[first].0, &act(2, road)).await;
    shown(&mut second_device, |seen| seen.seq == line + 1).await;
}
