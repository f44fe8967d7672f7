//! Requests to external programs, and the reading of their answers.

use brickwood_bots::{Bot, Level, Manner};
use brickwood_engine::external::{
    ExternalReply, Unusable, action, choose, hello, introduction, reply, stand_in,
};
use brickwood_rules::{Action, Edition, History, InformationState, Seat, ToAct, legal_actions};
use serde_json::{Value, json};

use crate::kit::{RandomGame, Talk};

#[test]
fn an_engine_understands_the_requests_to_external_programs() {
    let mut talk = Talk::new();
    let hello = talk.raw(hello().line(1));
    let told = introduction(&hello["result"]).expect("it speaks our version");
    assert_eq!((told.name.as_str(), told.wants_events), ("brickwood", true));
    let mut random = RandomGame::new(Edition::Modern, 4, 6);
    let mut asked = 0;
    let mut histories: Vec<History> = Seat::all(4).map(|seat| History::new(Some(seat))).collect();
    while asked < 60 {
        let before = random.state;
        let step = random.step().expect("the game goes on");
        for history in &mut histories {
            history.observe(&random.game, &before, step, &random.state);
        }
        let ToAct::Seats { seats } = random.state.to_act() else {
            continue;
        };
        let seat = seats.iter().next().unwrap();
        let view = random.state.view(&random.game, Some(seat));
        let Some(request) = choose(&random.game, &view, 5, 100) else {
            continue;
        };
        let history = &histories[seat.index()];
        let line = request.with_history(history).line(9);
        let json: Value = serde_json::from_str(&line).unwrap();
        let legal = legal_actions(&random.game, &random.state, seat);
        let listed: Vec<Action> = json["actions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|listed| serde_json::from_value(listed["action"].clone()).unwrap())
            .collect();
        assert_eq!(listed, legal);
        let answer = talk.session.answer(line.as_bytes(), &talk.world).line;
        let Ok(ExternalReply::Here(result)) = reply(answer.as_bytes(), 9) else {
            panic!("{answer}");
        };
        let decided = action(&random.game, &result).unwrap();
        brickwood_bots::judge(&random.game, &view, decided).unwrap();
        let known = InformationState::new(&view, Some(history));
        let mut bot = Bot::new(Level::Hard).with_manner(Manner::Bots);
        let expected = bot.choose(&random.game, known, 5);
        assert_eq!(Some(decided), expected);
        assert!(legal.contains(&stand_in(&random.game, &view).unwrap()));
        asked += 1;
    }
    assert_eq!(asked, 60);
}

#[test]
fn a_seat_that_waits_is_not_asked() {
    let mut talk = Talk::new();
    let line = include_str!("offer.position").trim();
    talk.ask(&json!({ "command": "load", "position": line }));
    let position = brickwood_notation::parse_position(line).unwrap();
    let offerer = position.state.active();
    let view = position.state.view(&position.game, Some(offerer));
    assert_eq!(choose(&position.game, &view, 0, 100), None);
    let view = position.state.view(&position.game, None);
    assert_eq!(choose(&position.game, &view, 0, 100), None);
}

#[test]
fn results_late_answers_refusals_and_garbled_lines_are_told_apart() {
    assert_eq!(
        reply(b"{\"id\":2,\"result\":{}}", 2),
        Ok(ExternalReply::Here(json!({})))
    );
    assert_eq!(
        reply(b"{\"id\":1,\"result\":{}}", 2),
        Ok(ExternalReply::Other)
    );
    for garbled in [
        &b""[..],
        b"ok",
        b"{\"result\":{}}",
        b"{\"id\":2}",
        b"{\"id\":2,\"results\":{}}",
        b"{\"id\":2,\"result\":{}",
        b"\xff",
    ] {
        assert!(matches!(reply(garbled, 2), Err(Unusable::Garbled(_))));
    }
    let refusal = reply(b"{\"id\":2,\"error\":{\"code\":\"x\"}}", 2);
    assert!(matches!(refusal, Err(Unusable::Refused(_))));
    assert!(introduction(&json!({ "name": "x", "protocol": 1 })).is_err());
}
