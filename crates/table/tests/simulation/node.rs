//! A server: the room of the table, and the state of its process.

use std::sync::Arc;

use brickwood_protocol::BotPace;
use brickwood_rules::{Action, Game, InformationState, Phase, State, View, legal_actions};
use brickwood_table::NodeId;
use brickwood_table::room::{Bots, Room, RoomConfig, SeatedBot};

/// A running server. After a restart it is another one.
pub struct Node {
    pub name: NodeId,
    pub room: Room,
    /// Whether the room waits for the storage.
    pub asks: bool,
    /// When the room is woken up next.
    pub wakes_ms: Option<u64>,
}

impl Node {
    pub fn new(name: NodeId) -> Self {
        let config = RoomConfig {
            node: name,
            pace: BotPace::Normal,
            external_bots: Vec::new(),
        };
        Self {
            name,
            room: Room::new("t".into(), Arc::new(config)),
            asks: false,
            wakes_ms: None,
        }
    }
}

/// Bots that do anything that is legal.
pub struct RandomBots(pub State);

impl Bots for RandomBots {
    fn choose(
        &self,
        _: &mut SeatedBot,
        game: &Game,
        known: InformationState<'_>,
        seed: u64,
    ) -> Option<Action> {
        let legal = legal_actions(game, &self.0, known.view.viewer?);
        let any = || legal.get(seed as usize % legal.len().max(1)).copied();
        rather(&legal).or_else(any)
    }

    fn give_up(&self, _: &Game, view: &View) -> Option<Action> {
        matches!(view.phase, Phase::Trade { .. }).then_some(Action::Withdraw)
    }
}

/// An action that brings the game closer to its end.
fn rather(actions: &[Action]) -> Option<Action> {
    let counts = |action: &&Action| {
        matches!(
            action,
            Action::BuildCity { .. } | Action::BuildSettlement { .. }
        )
    };
    actions.iter().find(counts).copied()
}
