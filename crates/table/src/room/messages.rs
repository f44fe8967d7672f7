//! The messages of clients.

use brickwood_rules::Seat;

use super::allowances::MessageKind;
use super::{Change, ConnectionId, Job, Room};
use crate::arrange::TableCommand;
use crate::name::clean_name;
use crate::people::GuestId;
use crate::protocol::{ClientMessage, HostOrder, Problem, ProblemKind, SeatOrder, ServerMessage};
use crate::request::Request;

impl Room {
    /// Handles a message of a client.
    pub(super) fn hear(&mut self, connection: ConnectionId, message: ClientMessage) {
        let key = message.key();
        if let Err(problem) = self.follow(connection, message) {
            self.send(connection, ServerMessage::Refused { key, problem });
        }
        self.tell();
    }

    /// Starts the change that a client asks for.
    fn follow(&mut self, connection: ConnectionId, message: ClientMessage) -> Result<(), Problem> {
        let (key, request) = match message {
            ClientMessage::Act {
                key,
                action,
                nonce,
                answers,
            } => match answers {
                Some(line) => (key, Request::Answer(action, line)),
                None => (key, Request::Act(action, nonce)),
            },
            ClientMessage::Undo { key } => (key, Request::Undo),
            ClientMessage::TradeTalk { key, word } => {
                let (guest, _) = self.actor(connection)?;
                self.allowances
                    .take(guest, MessageKind::TradeTalk, self.now_ms)?;
                (key, Request::Talk(word))
            }
            ClientMessage::TakeSuggestion { key, suggestion } => {
                (key, Request::TakeSuggestion { suggestion })
            }
            ClientMessage::Ready { key, seed } => {
                return self.command(connection, key, TableCommand::Ready(seed));
            }
            ClientMessage::Leave { key } => {
                return self.command(connection, key, TableCommand::Leave);
            }
            ClientMessage::Admit { key, request, yes } => {
                return self.command(connection, key, TableCommand::Admit { request, yes });
            }
            ClientMessage::Remedy { key, seat, remedy } => {
                return self.command(connection, key, TableCommand::Remedy { seat, remedy });
            }
            ClientMessage::EndGame { key, yes } => {
                return self.command(connection, key, TableCommand::End { yes });
            }
            ClientMessage::MoreTime { key } => {
                return self.command(connection, key, TableCommand::MoreTime);
            }
            ClientMessage::Return { key } => {
                return self.command(connection, key, TableCommand::Return);
            }
            ClientMessage::Arrange { key, order } => {
                let order = self.checked(order)?;
                return self.command(connection, key, TableCommand::Host(order));
            }
            ClientMessage::Preparing { offer, on } => {
                return self.show_preparing(connection, offer, on);
            }
            ClientMessage::Draft { cards } => {
                let (_, seat) = self.actor(connection)?;
                let loaded = self.loaded.as_mut().expect("it was read");
                loaded.table.keep_draft(seat, cards);
                return Ok(());
            }
            ClientMessage::ViewAs { seat } => return self.view_as(connection, seat),
            ClientMessage::Advise { terms } => return self.ask_coach(connection, terms),
            ClientMessage::Say { key, text } => return self.say(connection, key, text),
            // Answered before it gets here.
            ClientMessage::Beat => return Ok(()),
            ClientMessage::Hello { .. } => {
                let problem = Problem::from(ProblemKind::SecondHello);
                return Err(problem);
            }
        };
        let actor = self.actor(connection)?;
        let change = Change::request((connection, key), actor, request);
        self.first(Job::Change(change));
        Ok(())
    }

    /// The guest of a connection, and the seat for which they act now.
    pub(super) fn actor(&self, connection: ConnectionId) -> Result<(GuestId, Seat), Problem> {
        let connection = self
            .connections
            .get(connection)
            .ok_or(ProblemKind::NotSeated)?;
        let actor = connection.guest.zip(connection.viewer.seat);
        actor.ok_or_else(|| ProblemKind::NotSeated.into())
    }

    fn command(
        &mut self,
        connection: ConnectionId,
        key: u64,
        command: TableCommand,
    ) -> Result<(), Problem> {
        let guest = self.connections.get(connection).and_then(|one| one.guest);
        let guest = guest.ok_or(ProblemKind::NotSeated)?;
        let change = Change::command(connection, key, guest, command);
        self.first(Job::Change(change));
        Ok(())
    }

    /// Checks the parts of a host's command that the table alone cannot check.
    fn checked(&self, order: HostOrder) -> Result<HostOrder, Problem> {
        match order {
            HostOrder::Seat {
                seat,
                to: SeatOrder::Local { name },
            } => {
                let name = clean_name(&name)?;
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

    /// Switches the view of a client to another of its seats.
    fn view_as(&mut self, connection: ConnectionId, seat: Seat) -> Result<(), Problem> {
        let table = &self.loaded.as_ref().expect("it was read").table;
        if self.connections.view_as(table, connection, seat) {
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
        let (guest, seat) = self.actor(connection)?;
        let now_ms = self.now_ms;
        let is_meant = self.table().may_prepare(seat, offer);
        if is_meant
            && self
                .allowances
                .take(guest, MessageKind::Hint, now_ms)
                .is_ok()
        {
            let table = &self.loaded.as_ref().expect("it was read").table;
            let hint = ServerMessage::Preparing { seat, offer, on };
            self.connections
                .send_present(&mut self.outputs, table, hint);
        }
        Ok(())
    }

    /// Sends a message to one connection, if there still is one.
    pub(super) fn send(&mut self, connection: ConnectionId, message: ServerMessage) {
        if self.connections.get(connection).is_some() {
            self.outputs.send(vec![connection], message);
        }
    }
}
