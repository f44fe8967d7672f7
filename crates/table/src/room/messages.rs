//! The messages of clients.

use brickwood_protocol::{
    ClientMessage, Command, HostOrder, Problem, ProblemKind, SeatOrder, ServerMessage,
};
use brickwood_rules::Seat;

use super::allowances::MessageKind;
use super::change::Allowance;
use super::{Change, ConnectionId, Job, LoadedRoom, Outside};
use crate::seats::PersonId;
use crate::text::person_name;

impl LoadedRoom<'_> {
    /// Handles a message of a client.
    pub(super) fn hear(
        &mut self,
        connection: ConnectionId,
        message: ClientMessage,
        too_many: bool,
    ) {
        let key = message.key();
        if let Some((key, seq)) = self.known_line(connection, &message) {
            self.outside
                .send(connection, ServerMessage::Ack { key, seq });
        } else if let Err(problem) = self.follow(connection, message, too_many) {
            self.outside
                .send(connection, ServerMessage::Refused { key, problem });
        }
        self.outside.tell(Some(self.loaded));
    }

    /// The line that a message has led to before. It is acknowledged before anything is checked: its player may
    /// have lost the seat since, or sent too many messages.
    fn known_line(&self, connection: ConnectionId, message: &ClientMessage) -> Option<(u64, u32)> {
        // Lines of chat are stored elsewhere.
        if matches!(message, ClientMessage::Say { .. }) {
            return None;
        }
        let key = message.key()?;
        let person = self.outside.connections.get(connection)?.person?;
        let seq = self.loaded.table.line_of(Some(person.message(key)))?;
        Some((key, seq))
    }

    /// Does what a message asks for, or starts the change that does.
    fn follow(
        &mut self,
        connection: ConnectionId,
        message: ClientMessage,
        too_many: bool,
    ) -> Result<(), Problem> {
        match message {
            ClientMessage::Command { key, command } => {
                self.outside.command(connection, key, command, too_many)
            }
            ClientMessage::Say { key, text } => self.say(connection, key, text, too_many),
            ClientMessage::Preparing { offer, on } => self.show_preparing(connection, offer, on),
            ClientMessage::Draft { cards } => {
                let (_, seat) = self.outside.actor(connection)?;
                self.loaded.table.keep_draft(seat, cards);
                Ok(())
            }
            ClientMessage::ViewAs { .. } if too_many => Err(ProblemKind::TooFast.into()),
            ClientMessage::ViewAs { seat } => self.view_as(connection, seat),
            ClientMessage::Advise { terms } => self.ask_coach(connection, terms),
            // Answered before it gets here.
            ClientMessage::Beat => Ok(()),
            ClientMessage::Hello { .. } => Err(ProblemKind::SecondHello.into()),
        }
    }

    /// Switches the view of a client to another of its seats.
    fn view_as(&mut self, connection: ConnectionId, seat: Seat) -> Result<(), Problem> {
        let table = &self.loaded.table;
        if self.outside.connections.view_as(table, connection, seat) {
            return Ok(());
        }
        Err(ProblemKind::NotYourSeat.into())
    }

    /// Shows everybody that a player is preparing a counter-offer. Messages that come too late or too often
    /// are ignored: they are only hints.
    fn show_preparing(
        &mut self,
        connection: ConnectionId,
        offer: u32,
        on: bool,
    ) -> Result<(), Problem> {
        let (person, seat) = self.outside.actor(connection)?;
        let now_ms = self.outside.now_ms;
        let is_meant = self.loaded.table.may_prepare(seat, offer);
        if is_meant
            && self
                .outside
                .allowances
                .take(person, MessageKind::Hint, now_ms)
                .is_ok()
        {
            let table = &self.loaded.table;
            let hint = ServerMessage::Preparing { seat, offer, on };
            self.outside
                .connections
                .send_present(&mut self.outside.outputs, table, hint);
        }
        Ok(())
    }
}

impl Outside {
    /// The person of a connection, and the seat for which they act now.
    pub(super) fn actor(&self, connection: ConnectionId) -> Result<(PersonId, Seat), Problem> {
        let connection = self
            .connections
            .get(connection)
            .ok_or(ProblemKind::NotSeated)?;
        let actor = connection.person.zip(connection.viewer.seat);
        actor.ok_or_else(|| ProblemKind::NotSeated.into())
    }

    /// Starts the change that a command asks for.
    fn command(
        &mut self,
        connection: ConnectionId,
        key: u64,
        command: Command,
        too_many: bool,
    ) -> Result<(), Problem> {
        let allowance = match command {
            _ if too_many => Allowance::UsedUp,
            Command::TradeTalk { .. } => Allowance::Needed(MessageKind::TradeTalk),
            _ => Allowance::NotNeeded,
        };
        let client = self.connections.get(connection);
        let person = client.and_then(|client| client.person);
        let person = person.ok_or(ProblemKind::NotSeated)?;
        let seat = client.and_then(|client| client.viewer.seat);
        if command.is_in_game() && seat.is_none() {
            return Err(ProblemKind::NotSeated.into());
        }
        let command = match command {
            Command::Arrange { order } => Command::Arrange {
                order: self.checked(order)?,
            },
            Command::Companion { name } => Command::Companion {
                name: name.as_deref().map(person_name).transpose()?,
            },
            command => command,
        };
        let change = Change::command((connection, key), (person, seat), command);
        self.first(Job::change(change.with(allowance)));
        Ok(())
    }

    /// Checks the parts of a host's command that the table alone cannot check.
    fn checked(&self, order: HostOrder) -> Result<HostOrder, Problem> {
        match order {
            HostOrder::Seat {
                seat,
                to: SeatOrder::Local { name },
            } => {
                let name = person_name(&name)?;
                let to = SeatOrder::Local { name };
                Ok(HostOrder::Seat { seat, to })
            }
            HostOrder::Seat {
                to: SeatOrder::Bot { level },
                ..
            } => self.config.check_bot(level).map(|()| order),
            _ => Ok(order),
        }
    }

    /// Sends a message to one connection, if there still is one.
    pub(super) fn send(&mut self, connection: ConnectionId, message: ServerMessage) {
        if self.connections.get(connection).is_some() {
            self.outputs.send(vec![connection], message);
        }
    }
}
