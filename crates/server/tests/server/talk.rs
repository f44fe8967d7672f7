//! The chat of players.

use brickwood_protocol::{
    ChatLine, ChatRule, ChatText, ClientMessage, HostOrder, Phrase, ServerMessage, TableOptions,
};
use brickwood_test_client::Socket;

use crate::support::{TestServer, ack, arrange, done, enter, refused};

fn words(key: u64, text: &str) -> ClientMessage {
    let text = text.into();
    let text = ChatText::Words { text };
    ClientMessage::Say { key, text }
}

fn phrase(key: u64) -> ClientMessage {
    let phrase = Phrase::GoodLuck;
    let text = ChatText::Phrase { phrase };
    ClientMessage::Say { key, text }
}

/// The next chat lines, skipping everything else.
async fn hear(socket: &mut Socket) -> Vec<ChatLine> {
    loop {
        if let ServerMessage::Chat { lines } = socket.message().await {
            return lines;
        }
    }
}

#[tokio::test]
async fn everybody_gets_a_line_once_and_a_later_connection_gets_it_too() {
    let server = TestServer::open().await;
    let (table, persons) = server.seated(2).await;
    let (mut first, _) = enter(&persons[0], &table, None).await;
    let (mut second, _) = enter(&persons[1], &table, None).await;
    first
        .say(&words(1, " wool <b>for</b>\u{202e} ore? "))
        .await
        .unwrap();
    let line = hear(&mut first).await.remove(0);
    assert_eq!((line.number, line.name.as_str()), (1, "Ida"));
    let text = "wool <b>for</b> ore?".to_owned();
    assert_eq!(line.text, ChatText::Words { text });
    assert_eq!(hear(&mut second).await, std::slice::from_ref(&line));
    assert_eq!(ack(&mut first).await, (1, 1));
    // Sent again after a lost connection, it is the same line, and nobody gets it twice.
    assert_eq!(done(&mut first, &words(1, "again")).await, 1);
    second.say(&phrase(1)).await.unwrap();
    let answer = hear(&mut second).await;
    assert_eq!(answer[0].number, 2);
    let (mut late, _) = enter(&server.person(), &table, None).await;
    assert_eq!(hear(&mut late).await, [vec![line], answer].concat());
}

#[tokio::test]
async fn a_table_decides_what_is_said_there() {
    let server = TestServer::open().await;
    let (table, persons) = server.seated(2).await;
    let (mut host, _) = enter(&persons[0], &table, None).await;
    let rule = |key, chat| {
        let options = TableOptions {
            chat,
            ..TableOptions::default()
        };
        arrange(key, HostOrder::Options { options })
    };
    assert_eq!(
        refused(&mut host, &words(1, " \u{200b} ")).await,
        "bad_chat"
    );
    done(&mut host, &rule(2, ChatRule::Phrases)).await;
    assert_eq!(refused(&mut host, &words(3, "hello")).await, "phrases_only");
    assert_eq!(done(&mut host, &phrase(4)).await, 1);
    done(&mut host, &rule(5, ChatRule::Off)).await;
    assert_eq!(refused(&mut host, &phrase(6)).await, "no_talk");
}

#[tokio::test]
async fn a_person_who_chats_too_fast_has_to_wait() {
    let server = TestServer::open().await;
    let (table, persons) = server.seated(2).await;
    let (mut first, _) = enter(&persons[0], &table, None).await;
    let (mut second, _) = enter(&persons[1], &table, None).await;
    for key in 1..=5 {
        first.say(&phrase(key)).await.unwrap();
        hear(&mut first).await;
    }
    // Another device is the same person; another person is not.
    let (mut device, _) = enter(&persons[0], &table, None).await;
    hear(&mut device).await;
    assert_eq!(refused(&mut device, &phrase(6)).await, "too_fast");
    second.say(&phrase(1)).await.unwrap();
    while hear(&mut second).await[0].seat.index() != 1 {}
}
