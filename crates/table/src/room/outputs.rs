//! The queue of a room's outputs.

use std::collections::VecDeque;

use brickwood_protocol::ServerMessage;

use super::{ConnectionId, Output};

/// Outputs, in the order in which they arose.
#[derive(Debug, Default)]
pub(super) struct Outputs(VecDeque<Output>);

impl Outputs {
    pub(super) fn push(&mut self, output: Output) {
        self.0.push_back(output);
    }

    /// Sends a message to some connections.
    pub(super) fn send(&mut self, to: Vec<ConnectionId>, message: ServerMessage) {
        if !to.is_empty() {
            self.push(Output::Send {
                to,
                message: Box::new(message),
                more: false,
            });
        }
    }

    pub(super) fn pop(&mut self) -> Option<Output> {
        let output = self.0.pop_front();
        if output.is_none() {
            // Most rooms have nothing to do most of the time, and should not keep memory for this.
            self.0 = VecDeque::new();
        }
        output
    }
}
