//! What a client says first, as it crosses the WebSocket, and how it reads what it gets.
//!
//! `cargo run -p brickwood-protocol --example first_messages`

use brickwood_protocol::{ClientMessage, Command, PROTOCOL, ServerMessage};
use brickwood_rules::Action;

fn main() -> Result<(), serde_json::Error> {
    let hello = ClientMessage::Hello {
        protocol: PROTOCOL,
        after: None,
        returning: None,
    };
    let roll = ClientMessage::Command {
        key: 1,
        command: Command::Act {
            action: Action::Roll,
            nonce: None,
            answers: None,
        },
    };
    for message in [hello, roll] {
        println!("> {}", serde_json::to_string(&message)?);
    }
    for text in [
        r#"{"type":"ack","key":1,"seq":12}"#,
        r#"{"type":"ack","key":1}"#,
    ] {
        match serde_json::from_str::<ServerMessage>(text) {
            Ok(ServerMessage::Ack { key, seq }) => {
                println!("< {key} is stored as line {seq} of the log");
            }
            Ok(_) => println!("< something else"),
            Err(error) => println!("< cannot be read: {error}"),
        }
    }
    Ok(())
}
