//! What the clients say, and what becomes of it.

use brickwood_table::{
    Order, Request,
    protocol::{ClientMessage, HostOrder, Problem, SeatOrder, ServerMessage},
};

use super::{Actor, ConnectionId, allowances::Said, not_seated};
use crate::{metrics, name::clean_name};

impl Actor {
    pub(super) async fn hear(&mut self, connection: ConnectionId, message: ClientMessage) {
        let key = message.key();
        let answer = match self.answer(connection, message).await {
            Ok(None) => return self.tell(),
            Ok(Some((key, seq))) => {
                metrics::action_accepted();
                ServerMessage::Ack { key, seq }
            }
            Err(problem) => {
                metrics::action_refused(&problem.code);
                ServerMessage::Refused { key, problem }
            }
        };
        self.connections.send(connection, &answer);
        self.tell();
    }

    /// Does what a client asks. The answer is its key and its first line in the log or the talk, where it
    /// leaves one.
    async fn answer(
        &mut self,
        connection: ConnectionId,
        message: ClientMessage,
    ) -> Result<Option<(u64, u32)>, Problem> {
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
                self.allowances.take(guest, Said::TradeTalk)?;
                (key, Request::Talk(word))
            }
            ClientMessage::TakeSuggestion { key, suggestion } => {
                (key, Request::TakeSuggestion { suggestion })
            }
            ClientMessage::Ready { key, seed } => {
                return self.order(connection, key, Order::Ready(seed)).await;
            }
            ClientMessage::Leave { key } => {
                return self.order(connection, key, Order::Leave).await;
            }
            ClientMessage::Admit { key, request, yes } => {
                let order = Order::Admit { request, yes };
                return self.order(connection, key, order).await;
            }
            ClientMessage::Remedy { key, seat, remedy } => {
                let order = Order::Remedy { seat, remedy };
                return self.order(connection, key, order).await;
            }
            ClientMessage::EndGame { key, yes } => {
                return self.order(connection, key, Order::End { yes }).await;
            }
            ClientMessage::MoreTime { key } => {
                return self.order(connection, key, Order::MoreTime).await;
            }
            ClientMessage::Return { key } => {
                return self.order(connection, key, Order::Return).await;
            }
            ClientMessage::Arrange { key, order } => {
                let order = self.checked(order)?;
                return self.order(connection, key, Order::Host(order)).await;
            }
            ClientMessage::Preparing { offer, on } => {
                self.show_preparing(connection, offer, on)?;
                return Ok(None);
            }
            ClientMessage::Draft { cards } => {
                let (_, seat) = self.actor(connection)?;
                self.live().await?.table.keep_draft(seat, cards);
                return Ok(None);
            }
            ClientMessage::ViewAs { seat } => {
                self.live().await?;
                if let Some(live) = &self.live
                    && !self.connections.view_as(&live.table, connection, seat)
                {
                    let message = "This device does not act for this seat.";
                    return Err(Problem::new("not_your_seat", message));
                }
                return Ok(None);
            }
            ClientMessage::Say { key, text } => {
                let number = self.say(connection, key, text).await?;
                return Ok(Some((key, number)));
            }
            // Answered before it gets here.
            ClientMessage::Beat => return Ok(None),
            ClientMessage::Hello { .. } => {
                let problem = Problem::new("second_hello", "This connection is greeted already.");
                return Err(problem);
            }
        };
        let (guest, seat) = self.actor(connection)?;
        let seq = self.perform(Some(guest), seat, Some(key), request).await?;
        Ok(Some((key, seq)))
    }

    async fn order(
        &mut self,
        connection: ConnectionId,
        key: u64,
        order: Order,
    ) -> Result<Option<(u64, u32)>, Problem> {
        let guest = self.connections.get(connection).and_then(|one| one.guest);
        let guest = guest.ok_or_else(not_seated)?;
        let seq = self.arrange(guest, Some(key), order).await?;
        Ok(Some((key, seq)))
    }

    /// An order of a host, with what only the server knows.
    fn checked(&self, order: HostOrder) -> Result<HostOrder, Problem> {
        Ok(match order {
            HostOrder::Seat {
                seat,
                to: SeatOrder::Local { name },
            } => {
                let name = clean_name(&name)?;
                let to = SeatOrder::Local { name };
                HostOrder::Seat { seat, to }
            }
            HostOrder::Seat {
                seat,
                to: SeatOrder::Bot { level },
            } => {
                self.players.check(level)?;
                let to = SeatOrder::Bot { level };
                HostOrder::Seat { seat, to }
            }
            other => other,
        })
    }

    /// Shows everybody that a player is putting a counter-offer together. What comes too late or too
    /// often is passed over: it is no more than a hint.
    fn show_preparing(
        &mut self,
        connection: ConnectionId,
        offer: u32,
        on: bool,
    ) -> Result<(), Problem> {
        let (guest, seat) = self.actor(connection)?;
        let Some(live) = &self.live else {
            return Ok(());
        };
        let is_meant = live.table.may_prepare(seat, offer);
        if is_meant && self.allowances.take(guest, Said::Hint).is_ok() {
            let hint = ServerMessage::Preparing { seat, offer, on };
            self.connections.send_present(&live.table, &hint);
        }
        Ok(())
    }
}
