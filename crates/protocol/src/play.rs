//! What the server says of a table, over a WebSocket.

use brickwood_rules::{
    Cards, DevelopmentCard, Edition, Event, HexId, IntersectionSet, PathSet, Resource, Rules, Seat,
    SeatSet, View,
};
use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use crate::{
    Advice, BoardChoice, BoardInfo, ChatLine, OpenOffer, Problem, Remedy, SeatInfo, Seating,
    Suggestion, TableOptions, TradeWord,
};

/// What the server says.
#[wire(table)]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
// A welcome is large and sent once for each connection.
#[allow(clippy::large_enum_variant)]
#[expect(missing_docs)]
pub enum ServerMessage {
    /// The answer to `hello`, and to whatever makes the client see the table from another side:
    /// everything a page needs to draw it.
    Welcome {
        /// The version that the server speaks.
        protocol: u32,
        /// What is fixed.
        table: TableInfo,
        board: BoardInfo,
        /// Where the game stands, with the log after the sequence number that the client named.
        update: Update,
        /// From a server to whoever has a seat: [`crate::Returning::pass`] of the next hello. It is secret, but opens
        /// nothing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pass: Option<String>,
    },
    /// A part of a long log. More parts follow it, and then a `welcome` or `update`, whose log goes on
    /// where the parts end. Parts that are not followed by one are void.
    Missed {
        /// Lines of the log, oldest first.
        log: Vec<LogEntry>,
    },
    /// The game has moved on, or the people at the table have changed.
    Update {
        /// Where it stands now.
        update: Update,
    },
    /// The answer to a `beat`.
    Beat {
        /// The server's time, in milliseconds since 1970.
        now_ms: u64,
    },
    /// A message is stored and done.
    Ack {
        /// The client's key.
        key: u64,
        /// The sequence number of the first line of the log that came of it; for `say`, the number of
        /// the line of talk.
        seq: u32,
    },
    /// A message is refused and has changed nothing.
    Refused {
        /// The client's key, where the message had one.
        key: Option<u64>,
        problem: Problem,
    },
    /// A player is putting a counter-offer together, or has stopped.
    Preparing {
        seat: Seat,
        /// The line of the offer that will be countered.
        offer: u32,
        /// Whether it is being prepared.
        on: bool,
    },
    /// Everybody goes on at another table.
    Rematch {
        /// Its id.
        table: String,
        /// The seat of the player who has asked for it; missing if this server does not know it any more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        by: Option<Seat>,
    },
    /// How many only watch, on this server: after a welcome where somebody does, and some seconds
    /// after it has changed.
    Watching { count: u32 },
    /// What was said: after a welcome the latest lines, and then each new one.
    Chat {
        /// In order.
        lines: Vec<ChatLine>,
    },
    /// What the coach advises the viewer.
    Advice {
        /// The last line of the log that it knows.
        seq: u32,
        advice: Advice,
    },
    /// From a server to a person: another device of theirs has come or asks for something, or this one was removed and the
    /// socket ends. `GET /api/devices/news` says which.
    Devices,
}

/// What is fixed at a table.
#[wire(table)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableInfo {
    /// Its id, as in its link `/t/{id}`.
    pub id: String,
    /// The viewer's seat; none for a spectator.
    pub you: Option<Seat>,
    /// All seats that the viewer's device acts for: one of them is `you`.
    pub yours: SeatSet,
    /// The seats that the viewer has given up and may take again, because nobody else holds them.
    pub claims: SeatSet,
    /// The preset of the switches.
    pub edition: Edition,
    /// The switches and numbers.
    pub rules: Rules,
    /// What things cost (BRD-21).
    pub costs: Costs,
    /// The hash that binds the server to its secret chance (64 hexadecimal digits); none for a
    /// game that was played elsewhere.
    pub commitment: Option<String>,
    /// How the board was chosen; none for a game that was played elsewhere.
    pub board: Option<BoardChoice>,
    /// How many random boards were dealt here before the game: the one that lies there is the last.
    pub deal: u16,
}

impl TableInfo {
    /// What is fixed by an edition and its rules, for one viewer.
    pub fn of(id: String, you: Option<Seat>, edition: Edition, rules: Rules) -> Self {
        Self {
            id,
            you,
            yours: you.map_or(SeatSet::EMPTY, SeatSet::only),
            claims: SeatSet::EMPTY,
            commitment: None,
            board: None,
            deal: 0,
            edition,
            rules,
            costs: Costs {
                road: rules.road_cost(),
                settlement: rules.settlement_cost(),
                city: rules.city_cost(),
                development_card: rules.development_card_cost(),
            },
        }
    }
}

/// What things cost (BRD-21).
#[wire(table)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Costs {
    /// BLD-01.
    pub road: Cards,
    /// BLD-02.
    pub settlement: Cards,
    /// BLD-03.
    pub city: Cards,
    /// BLD-04.
    pub development_card: Cards,
}

/// Where a table stands, for one viewer.
#[wire(table)]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Update {
    /// The sequence number of the last step.
    pub seq: u32,
    /// The server's time when this was sent, in milliseconds since 1970: what is left of a clock that
    /// runs is told as of then.
    pub now_ms: u64,
    /// Who sits where.
    pub seats: Vec<SeatInfo>,
    /// Whether the game has begun: before that, nobody acts.
    pub started: bool,
    /// Whether the game waits, because the host wants it or a player is away.
    pub paused: bool,
    /// Whether the viewer is the host.
    pub host: bool,
    /// How the table is run.
    pub options: TableOptions,
    /// What others can type instead of the link, while the game has not begun.
    pub code: Option<String>,
    /// What has happened since the viewer's last update, oldest first.
    pub log: Vec<LogEntry>,
    /// What the viewer may know.
    pub view: View,
    /// What the viewer may do.
    pub choices: Choices,
    /// What is to be decided about seats.
    pub seating: Seating,
    /// The lines of the open offer and its answers; none where no offer is open.
    pub offer: Option<OpenOffer>,
    /// Trades that are suggested to the seat whose turn it is, or by it to all others.
    pub suggestions: Vec<Suggestion>,
    /// The seats that say no to every offer of this turn.
    pub declining: SeatSet,
    /// How the time limit stands; none without one (WIN-05).
    pub clock: Option<Clock>,
    /// How long it is until the game begins with bots on the seats that are open, in milliseconds; missing where it
    /// does not begin by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub begins_in_ms: Option<u64>,
    /// How many more turns must be played until a rated game counts even if nobody wins it: one that the players end before
    /// changes no rating. Missing where it counts already, or is not rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub counts_in_turns: Option<u16>,
}

/// How a time limit stands (WIN-05). Once it has run out, `view.time_up` says so.
#[wire(table)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Clock {
    /// Milliseconds left when this was sent.
    pub left_ms: u64,
    /// Whether they run down: from the first turn until the limit or the game is over.
    pub running: bool,
}

/// What one step taught the viewer.
#[wire(table)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LogEntry {
    /// The step's sequence number.
    pub seq: u32,
    /// Who took back the last step that still stood, if this entry is such an undo.
    pub undone: Option<Seat>,
    /// What happened at the table, if this entry is no step of the game.
    pub at_table: Option<TableEvent>,
    /// What happened, in order.
    pub events: Vec<Event>,
}

/// What happens at a table beside the game.
#[wire(table)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(missing_docs)]
pub enum TableEvent {
    /// Seats have other players now, or none.
    Arranged,
    /// The host has changed the set-up or how the table is run. Whoever was ready is asked again.
    Changed {
        /// What: names of fields such as `points_to_win`, `board`, `seats` and `clock`; `deal` where
        /// another random board was dealt.
        what: Vec<String>,
    },
    /// Another player is the host now.
    Hosts { seat: Seat },
    /// A player is ready.
    Ready { seat: Seat },
    /// The game has begun.
    Started,
    /// The game waits.
    Paused {
        /// Whose seat the host has who wants it; none for a host without a seat.
        by: Option<Seat>,
        /// For a player who is away, and not because the host wants it.
        for_absent: bool,
    },
    /// The game goes on.
    Unpaused {
        /// Whose seat the host has who wants it; none where everybody is back.
        by: Option<Seat>,
    },
    /// The table goes on after a rest, which costs nobody time.
    Resumed {
        /// Whether a server had stopped while somebody was here.
        after_stop: bool,
    },
    /// The last of the people has gone for now: the table rests.
    NobodyHere,
    /// Nobody can reach the goal any more, as everybody can see. The game ends without a winner (RUL-25).
    NobodyCanWin,
    /// A bot plays for a seat.
    Away { seat: Seat },
    /// Its player plays again.
    Back { seat: Seat },
    /// A player has given a seat up, and a bot plays.
    Left { seat: Seat },
    /// The host has removed a player, and a bot plays.
    Removed {
        /// From which seat.
        seat: Seat,
    },
    /// Somebody else holds a seat from now on.
    Taken { seat: Seat },
    /// A bot plays for one who is here and does not act, until that player wants to play on.
    Replaced { seat: Seat },
    /// A bot plays the rest of a turn for one who does not act.
    Skipped { seat: Seat },
    /// One who does not act has a minute for the rest of the turn.
    Hurried { seat: Seat },
    /// One who does not act is reminded.
    Reminded { seat: Seat },
    /// A player has taken a minute more to think.
    MoreTime { seat: Seat },
    /// A player wants to end the game without a winner.
    WantsToEnd { seat: Seat },
    /// A player wants to play on where others wanted to end the game.
    PlaysOn { seat: Seat },
    /// A player wants something done about another who does not act.
    Voted {
        seat: Seat,
        remedy: Remedy,
        /// About whom.
        about: Seat,
    },
    /// A player's time to think was up: what was to be done is done for them.
    TimedOut { seat: Seat },
    /// Something was said about trades.
    TradeTalk {
        seat: Seat,
        /// In whose turn: terms are told from the side of that seat.
        active: Seat,
        word: TradeWord,
    },
}

/// A hex to which the robber may be moved.
#[wire(table)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RobberMove {
    /// The hex.
    pub to: HexId,
    /// Who could be robbed there (RUL-01, OPT-03).
    pub victims: SeatSet,
}

/// The trades with the bank for which the viewer can pay with one resource.
#[wire(table)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BankTrade {
    /// The resource that the viewer gives.
    pub give: Resource,
    /// The number of its cards: the viewer's rate (TRD-06).
    pub count: u8,
    /// The resources of which the bank gives one card in return.
    pub take: Vec<Resource>,
}

/// What a viewer may do now. Everything is empty or false for spectators and while others act.
#[wire(table)]
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Choices {
    /// Whether the viewer is among those who are to act.
    pub to_act: bool,
    /// `roll`.
    pub roll: bool,
    /// `end_turn`.
    pub end_turn: bool,
    /// `undo`.
    pub undo: bool,
    /// `pass`: what is forgone follows from the phase: the theft, moving the robber, interrupting
    /// it, or more special building.
    pub pass: bool,
    /// Where `take_first_cards` is legal.
    pub first_cards: IntersectionSet,
    /// Where `build_road` is legal.
    pub roads: PathSet,
    /// Where `build_settlement` is legal.
    pub settlements: IntersectionSet,
    /// Where `build_city` is legal.
    pub cities: IntersectionSet,
    /// `buy_development_card`.
    pub buy_development_card: bool,
    /// The development cards that can be played.
    pub play: Vec<DevelopmentCard>,
    /// How many cards a year of plenty takes.
    pub plenty: u8,
    /// Where `move_robber` may go, and who could be robbed there.
    pub robber: Vec<RobberMove>,
    /// Whom `rob` may name.
    pub victims: SeatSet,
    /// How many cards `discard` has to give.
    pub discard: u8,
    /// How many of each resource the bank takes for one, whether or not the viewer holds them.
    pub rates: [u8; 5],
    /// Whether `maritime_trade` is legal for a hand that can pay.
    pub maritime_trade: bool,
    /// Every `maritime_trade` that is legal.
    pub bank_trades: Vec<BankTrade>,
    /// `offer`.
    pub offer: bool,
    /// Whether the viewer may suggest a trade: to the seat whose turn it is, or as that seat to all.
    pub suggest: bool,
    /// Whether the viewer may say no to all offers of this turn at once.
    pub decline_all: bool,
    /// With whom the viewer can trade: nobody who has blocked the viewer, or is blocked.
    pub partners: SeatSet,
    /// Whom the viewer has blocked.
    pub blocked: SeatSet,
    /// Whether the viewer may answer the open offer with `decline` or `counter`.
    pub answer: bool,
    /// `accept`.
    pub accept: bool,
    /// With whom `confirm` is legal.
    pub confirm: SeatSet,
    /// `withdraw`.
    pub withdraw: bool,
    /// What the viewer may do once it has withdrawn its open offer; nothing can be undone then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub after_withdrawal: Option<Box<Choices>>,
    /// Why what is missing above cannot be done, where the viewer builds, or could play a knight
    /// that it holds.
    pub why_not: Vec<Why>,
}

/// Why an action is not to be had now.
#[wire(table)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Why {
    /// `road`, `settlement`, `city`, `development_card`, `trade`, `end_turn`, or the name of a
    /// development card that the viewer holds.
    pub what: String,
    /// The reason.
    pub problem: Problem,
}
