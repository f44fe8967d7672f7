//! A game of four bots in a room, before one spectator, as a server drives it.

use std::sync::Arc;

use brickwood_protocol::{
    BoardChoice, BotLevel, BotPace, Color, Command, NewSeat, NewTable, TableOptions,
};
use brickwood_rules::{Edition, Seat};
use brickwood_table::room::{
    Arrival, BotTask, ConnectionId, Input, Output, RequestId, Room, RoomConfig, RoomRequest,
};
use brickwood_table::{NodeId, People, PersonId, Setup};
use brickwood_test_kit::RoomStorage;

const NODE: NodeId = NodeId(1);

/// What the bots decide, if anything.
pub type Choice = Option<(Seat, Command)>;

/// An order for a table of bots of these levels.
pub fn order(levels: [BotLevel; 4]) -> NewTable {
    let colors = [Color::Coral, Color::Cobalt, Color::Amber, Color::Chalk];
    let bots = colors.into_iter().zip(levels);
    NewTable {
        name: "Ida".into(),
        edition: Edition::Modern,
        rules: Edition::Modern.rules(4),
        seats: bots
            .map(|(color, level)| NewSeat::Bot { color, level })
            .collect(),
        board: BoardChoice::Beginners,
        options: TableOptions {
            bot_pace: BotPace::None,
            ..TableOptions::default()
        },
        from: None,
    }
}

/// A storage in which a table of this order is new.
pub fn stored(order: &NewTable, seed: u8) -> RoomStorage {
    let setup = Setup::new("t".into(), order, [seed; 32], 0).expect("a good order");
    RoomStorage::new(setup, People::new(order, PersonId([0; 32]), "Ida", None))
}

/// A room that somebody watches.
pub struct Watched {
    room: Room,
    pub now_ms: u64,
    /// What it does next; none while it waits for its timer.
    next: Option<Input>,
}

impl Watched {
    /// A room that has not read its table yet.
    pub fn new(now_ms: u64) -> Self {
        let config = RoomConfig {
            node: NODE,
            pace: BotPace::None,
            external_bots: Vec::new(),
        };
        let arrival = Arrival {
            connection: ConnectionId(0),
            person: Some(PersonId([0; 32])),
            after: None,
            spectators: 1,
            unheard: Vec::new(),
        };
        Self {
            room: Room::new("t".into(), Arc::new(config)),
            now_ms,
            next: Some(Input::Request {
                id: RequestId(0),
                request: RoomRequest::Connect(arrival),
            }),
        }
    }

    /// Does what is next. If the bots are asked, `decide` says what they decide.
    pub fn go_on(
        &mut self,
        storage: &mut RoomStorage,
        mut decide: impl FnMut(&RoomStorage, &BotTask) -> Choice,
    ) {
        let input = self.next.take().unwrap_or_else(|| {
            let due_ms = self.room.next_timer_ms().expect("the game goes on");
            self.now_ms = self.now_ms.max(due_ms);
            Input::Timer
        });
        self.room.handle(input, self.now_ms);
        while let Some(output) = self.room.poll_output() {
            match output {
                Output::Query(query) => {
                    let answer = storage.answer(NODE, query);
                    self.room.handle(Input::Answer(answer), self.now_ms);
                }
                Output::Decide { task, work } => {
                    let choice = decide(storage, &work);
                    self.next = Some(Input::Decided { task, choice });
                }
                Output::Overtaken => self.next = None,
                Output::Report(fault) => panic!("{fault}"),
                _ => {}
            }
        }
    }
}
