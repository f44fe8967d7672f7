//! The turns of bots: when they think, and what becomes of it.

use brickwood_rules::Seat;
use brickwood_table::{Request, protocol::Problem};
use tokio::task::JoinError;

use super::Actor;
use crate::bots::{Decision, Situation};
use brickwood_storage::tag;

impl Actor {
    /// Starts a thought where bots are to act, and drops one that the log has overtaken.
    pub(super) fn let_bots_think(&mut self) {
        let is_ours = self.looks_after() && !self.connections.is_empty();
        let Some(live) = self.live.as_ref().filter(|_| is_ours) else {
            self.thinking.abort_all();
            self.thought_about = None;
            return;
        };
        let head = live.table.head();
        if self.thought_about == Some(head) {
            return;
        }
        self.thinking.abort_all();
        self.thought_about = Some(head);
        if let Some(situation) = Situation::at(&live.table, &live.game) {
            self.thinking.spawn(situation.decide(self.players.clone()));
        }
    }

    pub(super) async fn bots_decided(&mut self, thought: Result<Decision, JoinError>) {
        // An aborted thought is overtaken.
        let Ok(Decision { head, choice }) = thought else {
            return;
        };
        let Some(live) = &self.live else { return };
        if head != live.table.head() {
            return;
        }
        let refused = match choice {
            Some((seat, request)) => self.perform(None, seat, None, request).await.err(),
            None => Some(Problem::new("no_choice", "No bot has found an action.")),
        };
        if let Some(problem) = refused {
            self.stand_in(choice, &problem).await;
        }
        self.tell();
    }

    /// Goes on for a bot that has failed.
    async fn stand_in(&mut self, choice: Option<(Seat, Request)>, problem: &Problem) {
        // Where the storage has failed, there is no table: the bots think again once it is read.
        let Some(live) = &self.live else { return };
        tracing::error!(table = tag(&self.id), ?choice, ?problem, "a bot has failed");
        let table = &live.table;
        let first = table.bots_to_act().into_iter().next();
        let action = first.and_then(|(seat, _)| Some((seat, table.completion(seat)?)));
        let Some((seat, action)) = action else {
            return;
        };
        let request = table.request(action);
        if let Err(problem) = self.perform(None, seat, None, request).await {
            tracing::error!(
                table = tag(&self.id),
                ?problem,
                "nobody can stand in for a bot"
            );
        }
    }
}
