//! A client that works like the page: it sends unanswered messages again, connects again when there is no answer or
//! a gap, and says anything that a person might.

use std::collections::HashMap;

use brickwood_client::News;
use brickwood_protocol::{
    ClientMessage, Command, HostOrder, LogEntry, OpenTerms, Parts, Remedy, SeatRequest,
    ServerMessage, TradeWord, Update,
};
use brickwood_rules::{Cards, Resource, Seat};
use brickwood_table::PersonId;
use rand::{RngExt, seq::IteratorRandom};
use rand_chacha::ChaCha12Rng;

/// How long a client waits for an answer before it reconnects.
const PATIENCE_MS: u64 = 4000;

pub struct Client {
    pub person: PersonId,
    /// Whether it wants a seat.
    pub plays: bool,
    pub connection: Option<u64>,
    waits_since_ms: u64,
    // All clients number in the same way.
    table: brickwood_client::Client,
    /// The parts of a long log that have come on this connection.
    parts: Parts,
    pub acknowledged: HashMap<u64, u32>,
    pub log: Vec<LogEntry>,
    /// How often it noticed a gap.
    pub gaps: u32,
}

/// A client's request to the network.
pub enum ClientStep {
    Say(ClientMessage),
    /// Reconnect.
    Reconnect,
    /// Sit down, by a separate request.
    Join,
}

impl Client {
    pub fn new(number: u8, plays: bool) -> Self {
        Self {
            person: PersonId([number; 32]),
            plays,
            connection: None,
            waits_since_ms: 0,
            table: brickwood_client::Client::new(0),
            parts: Parts::default(),
            acknowledged: HashMap::new(),
            log: Vec::new(),
            gaps: 0,
        }
    }

    pub fn hello(&mut self, connection: u64, now_ms: u64) -> ClientMessage {
        self.connection = Some(connection);
        self.waits_since_ms = now_ms;
        self.parts = Parts::default();
        self.table.hello()
    }

    /// What it was told last.
    pub fn update(&self) -> Option<&Update> {
        self.table.update()
    }

    /// Handles a message. Returns the messages to send again, or that there is a gap.
    pub fn hear(&mut self, message: ServerMessage, now_ms: u64) -> Vec<ClientStep> {
        let Some(message) = self.parts.take(message) else {
            return Vec::new();
        };
        let news = self.table.hear(message);
        let is_welcome = matches!(news, News::Welcome(_));
        match news {
            News::Welcome(lines) | News::Told(lines) => {
                if lines.is_whole {
                    self.log.clear();
                }
                self.log.extend(lines.new);
            }
            News::Done { key, seq, .. } => {
                let before = self.acknowledged.insert(key, seq);
                assert!(before.is_none_or(|before| before == seq), "two answers");
            }
            News::Gap => {
                self.gaps += 1;
                return vec![ClientStep::Reconnect];
            }
            News::Refused { .. } | News::Unknown(_) | News::Rematch(_) | News::Other => {}
        }
        if !is_welcome {
            return Vec::new();
        }
        self.waits_since_ms = now_ms;
        let again = self.table.unanswered().cloned();
        again.map(ClientStep::Say).collect()
    }

    /// What it does by itself, now and then.
    pub fn think(
        &mut self,
        random: &mut ChaCha12Rng,
        now_ms: u64,
        is_evening_over: bool,
    ) -> Option<ClientStep> {
        let waits = !self.table.is_up_to_date();
        if self.connection.is_none() || (waits && now_ms > self.waits_since_ms + PATIENCE_MS) {
            return Some(ClientStep::Reconnect);
        }
        // After the game it sends no more requests, so that everybody can get everything.
        if waits || is_evening_over {
            return None;
        }
        let update = self.table.update()?;
        let Some(seat) = self.table.seat() else {
            // A spectator asks for a seat that somebody has left.
            let open = update.seats.iter().any(|seat| seat.name.is_none());
            let comes = self.plays || (update.started && open && random.random_range(0..20) == 0);
            return comes.then_some(ClientStep::Join);
        };
        // A late welcome may name a seat of a larger table.
        let own = update.seats.get(seat.index());
        let command = if !update.started {
            self.waits_since_ms = now_ms;
            return self.table.get_ready(random).map(ClientStep::Say);
        } else if update.host && (update.paused || random.random_range(0..60) == 0) {
            let order = if update.paused {
                HostOrder::Unpause {}
            } else {
                HostOrder::Pause {}
            };
            Command::Arrange { order }
        } else if own.is_some_and(|own| own.replaced) {
            Command::Return {}
        } else if let Some(request) = request_for(update, seat) {
            let yes = random.random_range(0..4) > 0;
            Command::Admit { request, yes }
        } else if let Some((seat, remedy)) = idle(update, seat, random) {
            Command::Remedy { seat, remedy }
        } else if let Some(yes) = ending(update, seat, random) {
            Command::EndGame { yes }
        } else if update.started && !update.host && random.random_range(0..150) == 0 {
            Command::Leave {}
        } else if own.is_some_and(|own| own.running) && random.random_range(0..40) == 0 {
            Command::MoreTime {}
        } else if let Some(word) = talk(update, seat, random) {
            Command::TradeTalk { word }
        } else {
            self.table.choose(random)?
        };
        self.waits_since_ms = now_ms;
        Some(ClientStep::Say(self.table.command(command)))
    }
}

/// A request for a seat that this seat has not answered.
fn request_for(update: &Update, seat: Seat) -> Option<u32> {
    let mut requests = update.seating.requests.iter();
    let open =
        |request: &&SeatRequest| request.decide.contains(seat) && !request.yes.contains(seat);
    Some(requests.find(open)?.id)
}

/// Now and then, a remedy for a player for whom the table waits.
fn idle(update: &Update, own: Seat, random: &mut ChaCha12Rng) -> Option<(Seat, Remedy)> {
    if random.random_range(0..30) > 0 {
        return None;
    }
    let seats = Seat::all(update.seats.len() as u8).zip(&update.seats);
    let mut waited = seats.filter(|(seat, info)| *seat != own && info.waited_ms.is_some());
    let remedies = [Remedy::Remind, Remedy::Clock, Remedy::Skip, Remedy::Replace];
    let remedy = remedies[random.random_range(0..remedies.len())];
    Some((waited.next()?.0, remedy))
}

/// Now and then, a vote to end the game, and an answer if others want that.
fn ending(update: &Update, seat: Seat, random: &mut ChaCha12Rng) -> Option<bool> {
    match update.seating.ending {
        Some(vote) if vote.missing.contains(seat) => Some(random.random_range(0..3) > 0),
        None if update.view.turn > 0 && random.random_range(0..400) == 0 => Some(true),
        _ => None,
    }
}

/// Now and then, a message about trades that is allowed, as far as the client knows.
fn talk(update: &Update, seat: Seat, random: &mut ChaCha12Rng) -> Option<TradeWord> {
    if random.random_range(0..8) > 0 {
        return None;
    }
    let choices = &update.choices;
    let active = update.view.active;
    let mut words = Vec::new();
    if choices.decline_all && random.random_range(0..4) == 0 {
        words.push(TradeWord::DeclineAll);
    }
    if update.declining.contains(seat) {
        words.push(TradeWord::Listen);
    }
    let blocked = choices.blocked.iter();
    words.extend(blocked.map(|seat| TradeWord::Unblock { seat }));
    if random.random_range(0..4) == 0 {
        let partners = choices.partners.iter();
        words.extend(partners.map(|seat| TradeWord::Block { seat }));
    }
    for one in &update.suggestions {
        let suggestion = one.line;
        if one.from == seat {
            words.push(TradeWord::TakeBack { suggestion });
        } else if seat == active || one.from == active {
            words.push(TradeWord::Decline { suggestion });
        }
    }
    let hand = update.view.own?.hand;
    if choices.suggest
        && let Some((held, _)) = hand.iter().choose(random)
    {
        let own = Cards::of(held, 1);
        let other = Cards::of(Resource::ALL[random.random_range(0..5)], 1);
        let (give, take) = if seat == active {
            (own, other)
        } else {
            (other, own)
        };
        let call = update.suggestions.iter().find(|one| one.from == active);
        let answers = call.filter(|_| seat != active).map(|one| one.line);
        let terms = OpenTerms {
            any_give: u8::from(answers.is_none() && random.random_range(0..2) == 0),
            ..brickwood_rules::Terms { give, take }.into()
        };
        words.push(TradeWord::Suggest { terms, answers });
    }
    let choice = random.random_range(0..words.len().max(1));
    words.get(choice).copied()
}
