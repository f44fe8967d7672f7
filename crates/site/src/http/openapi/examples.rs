//! What requests and answers may look like.

#![allow(missing_docs, reason = "each is an example of what it returns")]

use brickwood_protocol::{
    Addresses, AdviceOrder, AlertInfo, AnswerNewcomer, BoardChoice, BoardOrder, BotEvent, BotLevel,
    ClaimDevice, Color, Created, DeviceInfo, DeviceKey, DeviceLink, DeviceName, DeviceNews,
    DraftOrder, ExerciseOrder, FillOrder, Invite, JoinTable, KeyOwner, Level, LookOrder, MayTell,
    Me, MyDevices, NewAlert, NewBot, NewSeat, NewTable, NewcomerAnswer, OnlineBot, PasskeyInfo,
    PasskeyName, Problem, ProblemKind, ReconsiderOrder, RecoveryWords, RegisteredBot, SetUpOrder,
    SiteNow, TableOptions, TableSummary, Telling,
};
#[cfg(feature = "oidc")]
use brickwood_protocol::{IdentityInfo, ProviderIntent, ProviderRequest, ProviderWay};
use brickwood_rules::{Edition, Rules, Seat};

fn rules() -> Rules {
    Edition::Modern.rules(3)
}

fn table() -> String {
    "amber-otter-42-k7q2m".to_owned()
}

/// A board that somebody has begun to draw.
fn draft() -> String {
    "O10W2L9/????/G9L11DL3O8/????/B5??~a1nw:3".to_owned()
}

pub fn bots() -> Vec<BotLevel> {
    let name = "pips".parse().expect("a name");
    let external = BotLevel::Outside { name };
    Level::ALL
        .map(BotLevel::Own)
        .into_iter()
        .chain([external])
        .collect()
}

pub fn me() -> Me {
    let name = Some("Ida".to_owned());
    Me { name }
}

pub fn passkey_name() -> PasskeyName {
    let name = "Phone".to_owned();
    PasskeyName { name }
}

pub fn passkey() -> PasskeyInfo {
    PasskeyInfo {
        id: "k7gYc1r2TzqXv0aPZ3uM4w".to_owned(),
        name: "Phone".to_owned(),
        created_ms: 1_790_000_000_000,
        used_ms: None,
    }
}

fn device(id: &str, name: &str, this: bool) -> DeviceInfo {
    DeviceInfo {
        id: id.repeat(8),
        name: name.to_owned(),
        came_ms: 1_776_000_000_000,
        seen_ms: 1_777_000_000_000,
        trusted_ms: 1_776_086_400_000,
        asks: false,
        this,
    }
}

pub fn device_news() -> DeviceNews {
    DeviceNews {
        newcomers: vec![device("60303ae2", "Ida's phone", false)],
        removed_from: None,
    }
}

pub fn answer_newcomer() -> AnswerNewcomer {
    let answer = NewcomerAnswer::Known;
    AnswerNewcomer { answer }
}

pub fn my_devices() -> MyDevices {
    MyDevices {
        devices: vec![
            device("9f86d081", "Firefox on Linux", true),
            device("60303ae2", "Ida's phone", false),
        ],
        words_ms: Some(1_776_000_000_000),
    }
}

pub fn device_name() -> DeviceName {
    DeviceName {
        name: "Ida's phone".to_owned(),
    }
}

fn secret() -> String {
    "2f8a3c1d".repeat(4)
}

pub fn device_link() -> DeviceLink {
    DeviceLink {
        secret: secret(),
        until_ms: 1_777_000_300_000,
    }
}

pub fn device_key() -> DeviceKey {
    DeviceKey::Link { secret: secret() }
}

pub fn key_owner() -> KeyOwner {
    KeyOwner {
        name: Some("Ida".to_owned()),
        you: false,
        leaves: 2,
    }
}

pub fn claim_device() -> ClaimDevice {
    ClaimDevice {
        key: device_key(),
        name: "Ida's phone".to_owned(),
    }
}

pub fn recovery_words() -> RecoveryWords {
    let words = "legal winner thank year wave sausage worth useful legal winner thank yellow";
    RecoveryWords {
        words: words.split(' ').map(str::to_owned).collect(),
        language: "en".to_owned(),
    }
}

#[cfg(feature = "oidc")]
pub fn identity() -> IdentityInfo {
    IdentityInfo {
        id: "60303ae2".repeat(8),
        created_ms: 1_790_000_000_000,
        used_ms: None,
    }
}

#[cfg(feature = "oidc")]
pub fn provider_request() -> ProviderRequest {
    let intent = ProviderIntent::Keep;
    ProviderRequest { intent }
}

#[cfg(feature = "oidc")]
pub fn provider_way() -> ProviderWay {
    let url = "https://login.example/authorize?response_type=code&client_id=brickwood".to_owned();
    ProviderWay { url }
}

pub fn new_table() -> NewTable {
    NewTable {
        name: "Ida".to_owned(),
        edition: Edition::Modern,
        rules: rules(),
        seats: vec![
            NewSeat::Human {
                color: Color::Coral,
            },
            NewSeat::Human {
                color: Color::Cobalt,
            },
            NewSeat::Bot {
                color: Color::Amber,
                level: BotLevel::Own(Level::Medium),
            },
        ],
        board: BoardChoice::Random,
        options: TableOptions::default(),
        from: None,
    }
}

pub fn created() -> Created {
    Created { id: table() }
}

pub fn board_order() -> BoardOrder {
    BoardOrder {
        rules: rules(),
        board: BoardChoice::Beginners,
    }
}

pub fn draft_order() -> DraftOrder {
    DraftOrder {
        players: 4,
        text: draft(),
    }
}

pub fn fill_order() -> FillOrder {
    let mut rules = rules();
    rules.balanced_board = true;
    FillOrder {
        rules,
        text: draft(),
        seed: "harvest moon".to_owned(),
    }
}

/// A game that has just begun.
fn record() -> String {
    "brickwood-record 1\n\
     rules modern players=3 first_player=1\n\
     board G6W2L5/W3L9D*O10/B8L4B11W3G8/L10G5W6O4/B9G12O11~a1nw:3,a2ne:O,b4ne:3,c5e:3,d4se:L,e2se:W,e1sw:B,d1w:3,b1w:G\n\
     seat 1 red human Ida\n\
     seat 2 orange bot:hard Ben\n\
     seat 3 white human Zoe\n\n\
     1 settlement b2n\n"
        .to_owned()
}

pub fn advice_order() -> AdviceOrder {
    AdviceOrder {
        record: record(),
        steps: 1,
        seat: Seat::new(0).expect("a seat"),
    }
}

pub fn exercise_order() -> ExerciseOrder {
    let view = "view-1 viewer=1 modern players=2 board=O8B4G11/W10L3D*B12/O5W9L11G6L9/W2W4G5O10/L6B3G8~a1nw:3,a2ne:L,b4ne:W,\
        c5e:B,d4se:G,e2se:3,e1sw:O,d1w:3,b1w:3 phase=set-up-settlement turn=0 first=1 active=1 robber=b3 \
        bank=B19L19W19G19O19 seat=1 seat=2";
    ExerciseOrder {
        view: view.to_owned(),
        answers: vec!["settlement e3n".to_owned(), "settlement c3n".to_owned()],
    }
}

pub fn reconsider_order() -> ReconsiderOrder {
    ReconsiderOrder {
        reasons: false,
        record: record(),
        step: 1,
    }
}

pub fn look_order() -> LookOrder {
    LookOrder {
        record: record(),
        step: 1,
    }
}

pub fn summary() -> TableSummary {
    TableSummary {
        id: table(),
        players: vec![Some("Ida".to_owned()), None, Some("Cleo".to_owned())],
        open_seats: 1,
        started: false,
        host: Some("Ida".to_owned()),
        edition: Edition::Modern,
        points: 10,
        options: TableOptions {
            public: true,
            ..TableOptions::default()
        },
        turn: 0,
        awaited: Vec::new(),
        over: false,
        winners: Vec::new(),
        your_turn: false,
        created_ms: 1_790_000_000_000,
        seats_to_take: 0,
        reliability: None,
    }
}

pub fn now() -> SiteNow {
    SiteNow {
        open: vec![summary()],
        games: Vec::new(),
        want_to_play: 3,
    }
}

pub fn alert() -> AlertInfo {
    AlertInfo {
        until_ms: Some(1_790_000_000_000),
        tables: vec![summary()],
    }
}

pub fn new_alert() -> NewAlert {
    NewAlert { minutes: 180 }
}

pub fn telling() -> Telling {
    Telling {
        table: table(),
        page: 2_718_281_828,
    }
}

pub fn may_tell() -> MayTell {
    MayTell { yes: true }
}

pub fn join_table() -> JoinTable {
    JoinTable {
        name: "Ole".to_owned(),
        seat: Seat::new(1),
    }
}

pub fn set_up_order() -> SetUpOrder {
    SetUpOrder {
        edition: Edition::Modern,
        rules: rules(),
        board: BoardChoice::Random,
        colors: vec![Color::Coral, Color::Cobalt, Color::Amber],
        options: TableOptions::default(),
        instead_of: Some(1),
    }
}

pub fn addresses() -> Addresses {
    let urls = vec!["http://192.168.1.24:7878".to_owned()];
    Addresses::Network {
        urls,
        can_close: true,
        unvisited: false,
    }
}

pub fn closed() -> Addresses {
    Addresses::Machine {
        can_open: true,
        command: "brickwood --host 0.0.0.0".to_owned(),
    }
}

const BOT: &str = "9f86d081884c7d65";

pub fn new_bot() -> NewBot {
    let name = "Pips".to_owned();
    NewBot { name }
}

pub fn registered_bot() -> RegisteredBot {
    let OnlineBot { id, name } = online_bot();
    let token = "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752".to_owned();
    RegisteredBot { id, name, token }
}

pub fn online_bot() -> OnlineBot {
    OnlineBot {
        id: BOT.to_owned(),
        name: "Pips (bot)".to_owned(),
    }
}

pub fn invite() -> Invite {
    let bot = BOT.to_owned();
    Invite { bot }
}

pub fn bot_event() -> BotEvent {
    BotEvent::Invited { table: table() }
}

pub fn problem() -> Problem {
    ProblemKind::NoSuchTable.into()
}
