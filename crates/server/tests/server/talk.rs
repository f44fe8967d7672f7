//! What players say to each other.

use brickwood_server::testing::Socket;
use brickwood_table::protocol::{
    ChatLine, ChatRule, ChatText, ClientMessage, HostOrder, Phrase, ServerMessage, TableOptions,
};

use crate::support::{House, ack, arrange, done, enter, refused};

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

/// The next talk, passing over everything else.
async fn hear(socket: &mut Socket) -> Vec<ChatLine> {
    loop {
        if let ServerMessage::Chat { lines } = socket.message().await {
            return lines;
        }
    }
}

#[tokio::test]
async fn everybody_hears_a_line_once_and_whoever_comes_later_reads_it() {
    let house = House::open().await;
    let (table, guests) = house.seated(2).await;
    let (mut first, _) = enter(&guests[0], &table, None).await;
    let (mut second, _) = enter(&guests[1], &table, None).await;
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
    // Said again after a cut, it is the same line, and nobody hears it twice.
    assert_eq!(done(&mut first, &words(1, "again")).await, 1);
    second.say(&phrase(1)).await.unwrap();
    let answer = hear(&mut second).await;
    assert_eq!(answer[0].number, 2);
    let (mut late, _) = enter(&house.guest(), &table, None).await;
    assert_eq!(hear(&mut late).await, [vec![line], answer].concat());
}

#[tokio::test]
async fn a_table_decides_what_is_said_there() {
    let house = House::open().await;
    let (table, guests) = house.seated(2).await;
    let (mut host, _) = enter(&guests[0], &table, None).await;
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
async fn whoever_says_too_much_at_once_is_asked_to_wait() {
    let house = House::open().await;
    let (table, guests) = house.seated(2).await;
    let (mut first, _) = enter(&guests[0], &table, None).await;
    let (mut second, _) = enter(&guests[1], &table, None).await;
    for key in 1..=5 {
        first.say(&phrase(key)).await.unwrap();
        hear(&mut first).await;
    }
    // Another device is the same guest; another guest is not.
    let (mut device, _) = enter(&guests[0], &table, None).await;
    hear(&mut device).await;
    assert_eq!(refused(&mut device, &phrase(6)).await, "too_fast");
    second.say(&phrase(1)).await.unwrap();
    while hear(&mut second).await[0].seat.index() != 1 {}
}
