//! A client that works like the page: it keeps its updates, numbers its messages, sends unanswered messages
//! again, and notices gaps.

use std::collections::{BTreeMap, HashMap};

use brickwood_fair::{ClientSeed, Nonce};
use brickwood_protocol::{
    ClientMessage, Command, HostOrder, LogEntry, OpenTerms, PROTOCOL, Remedy, SeatRequest,
    ServerMessage, TradeWord, Update,
};
use brickwood_rules::{Action, Cards, Resource, Seat};
use brickwood_table::GuestId;
use rand::RngExt;
use rand_chacha::ChaCha12Rng;

/// How long a client waits for an answer before it reconnects.
const PATIENCE_MS: u64 = 4000;

pub struct Client {
    pub guest: GuestId,
    /// Whether it wants a seat.
    pub plays: bool,
    pub connection: Option<u64>,
    welcomed: bool,
    waits_since_ms: u64,
    next_key: u64,
    /// The messages that are not answered yet.
    unanswered: BTreeMap<u64, ClientMessage>,
    pub acknowledged: HashMap<u64, u32>,
    pub seat: Option<Seat>,
    pub update: Option<Update>,
    pub log: Vec<LogEntry>,
    /// How often it noticed a gap.
    pub gaps: u32,
}

/// A client's request to the network.
pub enum Wish {
    Say(ClientMessage),
    /// Reconnect.
    Reconnect,
    /// Sit down, by a separate request.
    Join,
}

impl Client {
    pub fn new(number: u8, plays: bool) -> Self {
        Self {
            guest: GuestId([number; 32]),
            plays,
            connection: None,
            welcomed: false,
            waits_since_ms: 0,
            // All clients number in the same way.
            next_key: 1,
            unanswered: BTreeMap::new(),
            acknowledged: HashMap::new(),
            seat: None,
            update: None,
            log: Vec::new(),
            gaps: 0,
        }
    }

    pub fn hello(&mut self, connection: u64, now_ms: u64) -> ClientMessage {
        self.connection = Some(connection);
        self.welcomed = false;
        self.waits_since_ms = now_ms;
        ClientMessage::Hello {
            protocol: PROTOCOL,
            after: self.log.last().map(|entry| entry.seq),
        }
    }

    /// Handles a message. Returns the messages to send again, or that there is a gap.
    pub fn hear(&mut self, message: ServerMessage, now_ms: u64) -> Vec<Wish> {
        match message {
            ServerMessage::Welcome { table, update, .. } => {
                self.seat = table.you;
                let first = !self.welcomed;
                self.welcomed = true;
                if !self.learn(update) {
                    return vec![Wish::Reconnect];
                }
                if first {
                    self.waits_since_ms = now_ms;
                    let again = self.unanswered.values().cloned();
                    return again.map(Wish::Say).collect();
                }
            }
            ServerMessage::Update { update } => {
                if self.welcomed && !self.learn(update) {
                    return vec![Wish::Reconnect];
                }
            }
            ServerMessage::Ack { key, seq } => {
                let before = self.acknowledged.insert(key, seq);
                assert!(before.is_none_or(|before| before == seq), "two answers");
                self.unanswered.remove(&key);
            }
            ServerMessage::Refused { key, problem } => {
                // It may be done or not: send it again.
                if problem.code() != "unavailable"
                    && let Some(key) = key
                {
                    self.unanswered.remove(&key);
                }
            }
            ServerMessage::Missed { .. }
            | ServerMessage::Rematch { .. }
            | ServerMessage::Watching { .. }
            | ServerMessage::Preparing { .. }
            | ServerMessage::Chat { .. }
            | ServerMessage::Advice { .. }
            | ServerMessage::Beat { .. } => {}
        }
        Vec::new()
    }

    /// `false` if there is a gap.
    fn learn(&mut self, update: Update) -> bool {
        // The whole log: perhaps for another viewer, or with renumbered seats.
        if update.log.first().is_some_and(|entry| entry.seq == 1) {
            self.log.clear();
        }
        for entry in &update.log {
            let known = self.log.last().map_or(0, |entry| entry.seq);
            if entry.seq > known + 1 {
                self.gaps += 1;
                return false;
            }
            if entry.seq == known + 1 {
                self.log.push(entry.clone());
            }
        }
        let known = self.log.last().map_or(0, |entry| entry.seq);
        if update.seq > known {
            self.gaps += 1;
            return false;
        }
        // Late messages are old.
        if update.seq == known {
            self.update = Some(update);
        }
        true
    }

    /// What it does by itself, now and then.
    pub fn think(
        &mut self,
        random: &mut ChaCha12Rng,
        now_ms: u64,
        is_evening_over: bool,
    ) -> Option<Wish> {
        let waits = !self.welcomed || !self.unanswered.is_empty();
        if self.connection.is_none() || (waits && now_ms > self.waits_since_ms + PATIENCE_MS) {
            return Some(Wish::Reconnect);
        }
        // After the game it sends no more requests, so that everybody can get everything.
        if waits || is_evening_over {
            return None;
        }
        let update = self.update.as_ref()?;
        let Some(seat) = self.seat else {
            // A spectator asks for a seat that somebody has left.
            let open = update.seats.iter().any(|seat| seat.name.is_none());
            let comes = self.plays || (update.started && open && random.random_range(0..20) == 0);
            return comes.then_some(Wish::Join);
        };
        // A late welcome may name a seat of a larger table.
        let own = update.seats.get(seat.index());
        let key = self.next_key;
        let message = if !update.started {
            if update.seats[seat.index()].ready {
                return None;
            }
            let seed = ClientSeed::new([random.random(); 32]);
            ClientMessage::Command {
                key,
                command: Command::Ready { seed },
            }
        } else if update.host && (update.paused || random.random_range(0..60) == 0) {
            let order = if update.paused {
                HostOrder::Unpause
            } else {
                HostOrder::Pause
            };
            ClientMessage::Command {
                key,
                command: Command::Arrange { order },
            }
        } else if own.is_some_and(|own| own.replaced) {
            ClientMessage::Command {
                key,
                command: Command::Return,
            }
        } else if let Some(request) = request_for(update, seat) {
            let yes = random.random_range(0..4) > 0;
            ClientMessage::Command {
                key,
                command: Command::Admit { request, yes },
            }
        } else if let Some((seat, remedy)) = idle(update, seat, random) {
            ClientMessage::Command {
                key,
                command: Command::Remedy { seat, remedy },
            }
        } else if let Some(yes) = ending(update, seat, random) {
            ClientMessage::Command {
                key,
                command: Command::EndGame { yes },
            }
        } else if update.started && !update.host && random.random_range(0..150) == 0 {
            ClientMessage::Command {
                key,
                command: Command::Leave,
            }
        } else if own.is_some_and(|own| own.running) && random.random_range(0..40) == 0 {
            ClientMessage::Command {
                key,
                command: Command::MoreTime,
            }
        } else if update.choices.undo && random.random_range(0..10) == 0 {
            ClientMessage::Command {
                key,
                command: Command::Undo,
            }
        } else {
            say(update, seat, key, random)?
        };
        self.next_key += 1;
        self.waits_since_ms = now_ms;
        self.unanswered.insert(key, message.clone());
        Some(Wish::Say(message))
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

/// Its next message in its turn or about a trade.
fn say(update: &Update, seat: Seat, key: u64, random: &mut ChaCha12Rng) -> Option<ClientMessage> {
    let talks = random.random_range(0..8) == 0;
    if let Some(word) = talk(update, seat, random).filter(|_| talks) {
        return Some(ClientMessage::Command {
            key,
            command: Command::TradeTalk { word },
        });
    }
    let taken = update.suggestions.iter().find(|one| one.from != seat);
    if let Some(suggestion) = taken.filter(|_| update.choices.end_turn && talks) {
        let suggestion = suggestion.line;
        return Some(ClientMessage::Command {
            key,
            command: Command::TakeSuggestion { suggestion },
        });
    }
    let action = choose(update, random)?;
    let answers = update.offer.and_then(|offer| offer.answered_by(action));
    let nonce = Some(Nonce::new([random.random(); 16]));
    Some(ClientMessage::Command {
        key,
        command: Command::Act {
            action,
            nonce,
            answers,
        },
    })
}

/// A message about trades that is allowed, as far as the client knows.
fn talk(update: &Update, seat: Seat, random: &mut ChaCha12Rng) -> Option<TradeWord> {
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
    if choices.suggest && !hand.is_empty() {
        let own = some_of(hand, 1, random);
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

/// One of the choices.
fn choose(update: &Update, random: &mut ChaCha12Rng) -> Option<Action> {
    let choices = &update.choices;
    let hand = update.view.own?.hand;
    if choices.discard > 0 {
        return Some(Action::Discard {
            cards: some_of(hand, choices.discard, random),
        });
    }
    let mut offered = Vec::new();
    let flags = [
        (choices.roll, Action::Roll),
        (choices.end_turn, Action::EndTurn),
        (choices.pass, Action::Pass),
        (choices.buy_development_card, Action::BuyDevelopmentCard),
        (choices.accept, Action::Accept),
        (choices.answer && choices.to_act, Action::Decline),
        (choices.withdraw, Action::Withdraw),
    ];
    offered.extend(flags.iter().filter(|flag| flag.0).map(|flag| flag.1));
    offered.extend(choices.cities.iter().map(|at| Action::BuildCity { at }));
    let settlements = choices.settlements.iter();
    offered.extend(settlements.map(|at| Action::BuildSettlement { at }));
    offered.extend(choices.roads.iter().map(|at| Action::BuildRoad { at }));
    let robber = choices.robber.iter();
    offered.extend(robber.map(|robber| Action::MoveRobber { to: robber.to }));
    offered.extend(choices.victims.iter().map(|victim| Action::Rob { victim }));
    let confirm = choices.confirm.iter();
    offered.extend(confirm.map(|with| Action::Confirm { with }));
    if choices.offer && !hand.is_empty() && random.random_range(0..4) == 0 {
        let give = some_of(hand, 1, random);
        let take = Resource::ALL[random.random_range(0..5)];
        let terms = brickwood_rules::Terms {
            give,
            take: Cards::of(take, 1),
        };
        let to = update.view.seats.len() as u8;
        let to = brickwood_rules::SeatSet::all(to).without(update.view.viewer?);
        return Some(Action::Offer { terms, to });
    }
    if offered.is_empty() {
        return None;
    }
    rather(&offered).or_else(|| Some(offered[random.random_range(0..offered.len())]))
}

fn some_of(mut hand: Cards, count: u8, random: &mut ChaCha12Rng) -> Cards {
    let mut some = Cards::EMPTY;
    for _ in 0..count {
        let kinds: Vec<Resource> = hand.iter().map(|(kind, _)| kind).collect();
        let card = Cards::of(kinds[random.random_range(0..kinds.len())], 1);
        hand = hand.saturating_sub(card);
        some += card;
    }
    some
}

/// An action that brings the game closer to its end.
pub fn rather(actions: &[Action]) -> Option<Action> {
    let counts = |action: &&Action| {
        matches!(
            action,
            Action::BuildCity { .. } | Action::BuildSettlement { .. }
        )
    };
    actions.iter().find(counts).copied()
}
