//! The protocol in the other direction: requests to an external program, and its answers.

use brickwood_bots::legal_choices;
use brickwood_notation::view_text;
use brickwood_rules::{Action, Game, History, Layout, View};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    PROTOCOL, Problem,
    geometry::places,
    report::{ActionReport, rates},
    steps::read_action,
};

/// How many offers an external program may make in a turn: it need not know when to stop.
pub const MOST_OFFERS: u8 = 20;

/// Why an answer cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unusable {
    /// The line is not an answer. The program's next lines cannot be trusted either.
    Garbled(String),
    /// The program says that it cannot decide.
    Refused(String),
    /// The answer has no action, or one that cannot be read.
    NoAction(String),
}

/// An answer to a request.
#[derive(Clone, PartialEq, Debug)]
pub enum ExternalReply {
    /// The late answer to another request.
    Other,
    /// The answer.
    Here(Value),
}

/// A request that has no id yet.
#[derive(Clone, PartialEq, Debug)]
pub struct ExternalRequest(Value);

impl ExternalRequest {
    /// The request for a decision, with all events of the game so far.
    #[must_use]
    pub fn with_history(mut self, history: &History) -> Self {
        self.0["events"] = json!(history.events());
        self
    }

    /// The request as a line without its end, under this id.
    pub fn line(mut self, id: u64) -> String {
        self.0["id"] = id.into();
        self.0.to_string()
    }
}

/// The first request to a program: the version of the protocol, and the adjacency of both boards.
pub fn hello() -> ExternalRequest {
    ExternalRequest(json!({
        "command": "hello",
        "protocol": PROTOCOL,
        "layouts": {
            "standard": places(Layout::Standard),
            "large": places(Layout::Large),
        },
    }))
}

/// What a program says of itself in its answer to [`hello`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Introduction {
    /// Its name.
    pub name: String,
    /// Whether it wants the history of the game with every request.
    pub wants_events: bool,
}

/// The answer to [`hello`].
///
/// # Errors
///
/// If the program speaks another version.
pub fn introduction(result: &Value) -> Result<Introduction, Unusable> {
    let protocol = &result["protocol"];
    if *protocol != json!(PROTOCOL) {
        let found = format!("it speaks version {protocol} of the protocol, not {PROTOCOL}");
        return Err(Unusable::Refused(found));
    }
    Ok(Introduction {
        name: result["name"].as_str().unwrap_or("a program").to_owned(),
        wants_events: result["events"] == json!(true),
    })
}

/// A request for a decision; none if the viewer has none to make.
pub fn choose(game: &Game, view: &View, seed: u64, budget_ms: u32) -> Option<ExternalRequest> {
    let seat = view.viewer?;
    if !view.awaited().contains(seat) {
        return None;
    }
    let actions = legal_choices(game, view);
    if actions.is_empty() {
        return None;
    }
    let actions = actions.into_iter();
    let actions = actions.map(|action| ActionReport::new(game, None, action));
    Some(ExternalRequest(json!({
        "command": "choose",
        "seat": seat,
        "seed": seed,
        "budget_ms": budget_ms,
        "game": { "rules": game.rules(), "board": game.board() },
        "view": view,
        "position": view_text(game, view),
        "rates": rates(game, view),
        "actions": actions.collect::<Vec<_>>(),
    })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Incoming {
    id: Option<Value>,
    result: Option<Value>,
    error: Option<Value>,
}

/// Reads a line of the program as the answer to the request with this id.
///
/// # Errors
///
/// If the line is not an answer, or is a refusal.
pub fn reply(text: &[u8], id: u64) -> Result<ExternalReply, Unusable> {
    let garbled = |reason: String| Unusable::Garbled(reason);
    let incoming: Incoming =
        serde_json::from_slice(text).map_err(|error| garbled(error.to_string()))?;
    match incoming {
        Incoming { id: None, .. } => Err(garbled("the answer has no `id`".into())),
        Incoming {
            id: Some(other), ..
        } if other != json!(id) => Ok(ExternalReply::Other),
        Incoming {
            error: Some(error), ..
        } => Err(Unusable::Refused(error.to_string())),
        Incoming {
            result: Some(result),
            ..
        } => Ok(ExternalReply::Here(result)),
        _ => Err(garbled(
            "the answer has neither `result` nor `error`".into(),
        )),
    }
}

/// The action of the answer to [`choose`]. [`brickwood_bots::judge`] says whether it is legal.
///
/// # Errors
///
/// If there is no action, or it cannot be read.
pub fn action(game: &Game, result: &Value) -> Result<Action, Unusable> {
    let wanted = &result["action"];
    if wanted.is_null() {
        return Err(Unusable::NoAction("there is no `action`".into()));
    }
    read_action(game, "action", wanted)
        .map_err(|Problem { message, .. }| Unusable::NoAction(message.into()))
}

/// A legal action for a program without one. It prefers an action that continues the game to one that
/// spends cards.
pub fn stand_in(game: &Game, view: &View) -> Option<Action> {
    let legal = legal_choices(game, view);
    let goes_on = |action: &&Action| {
        matches!(
            action,
            Action::Roll | Action::EndTurn | Action::Pass | Action::Decline | Action::Withdraw
        )
    };
    legal
        .iter()
        .find(goes_on)
        .or_else(|| legal.first())
        .copied()
}
