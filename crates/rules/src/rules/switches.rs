//! The table of switches: what a table is asked, and what each answer means. All that knows of every switch
//! follows from it.

use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use super::values::{
    BankShortage, CityCost, DiceSource, FirstPlayer, FreeRoads, HarborFacing, HarborLayout,
    LongestRoadTie, NumberDirection, NumberLayout, NumberStart, ProgressCards, SetUp, Value,
    WinWhen,
};

/// Where a switch comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SwitchKind {
    /// The rulebooks differ in it: an edition presets it.
    Edition,
    /// A variant of the oldest rulebook.
    Variant,
    /// How a game is set up, in any edition.
    SetUp,
    /// A popular addition to the rulebooks.
    HouseRule,
}

/// A switch: its values, and what they mean in words.
#[derive(Clone, Copy, Debug)]
pub struct Switch {
    /// The name of its field in [`Rules`] or [`Variants`].
    pub id: &'static str,
    /// Where it comes from.
    pub kind: SwitchKind,
    /// The clause that tells what it changes.
    pub clause: &'static str,
    /// A few words.
    pub title: &'static str,
    /// One sentence.
    pub sentence: &'static str,
    /// The ids of its values. The first is how it usually is, but where editions differ.
    pub ids: &'static [&'static str],
    words: &'static [&'static str],
    value: fn(&Rules) -> &'static str,
    set: fn(&mut Rules, &str) -> bool,
}

impl Switch {
    /// Every value, by its id, with what it means in a few words.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.ids.iter().copied().zip(self.words.iter().copied())
    }

    /// The id of the value that these rules have.
    pub fn value(&self, rules: &Rules) -> &'static str {
        (self.value)(rules)
    }

    /// What the value that these rules have means, in a few words.
    pub fn words(&self, rules: &Rules) -> &'static str {
        let id = self.value(rules);
        self.values()
            .find(|(value, _)| *value == id)
            .map_or("", |(_, words)| words)
    }

    /// Gives these rules the value with an id. Whether there is such a value, and its id says all: who begins
    /// cannot be `named` like this.
    pub fn set(&self, rules: &mut Rules, id: &str) -> bool {
        (self.set)(rules, id)
    }
}

macro_rules! switches {
    (
        rules { $($(#[$meta:meta])*
            $kind:ident $clause:literal $id:ident: $type:ty = $preset:expr,
            $title:literal, $sentence:literal, [$($words:literal),+ $(,)?];)+ }
        variants { $($(#[$variant_meta:meta])*
            $variant_kind:ident $variant_clause:literal $variant:ident,
            $variant_title:literal, $variant_sentence:literal;)+ }
        house_rules { $($(#[$house_meta:meta])*
            $house_kind:ident $house_clause:literal $house:ident: $house_type:ty = $house_preset:expr,
            $house_title:literal, $house_sentence:literal, [$($house_words:literal),+ $(,)?];)+ }
    ) => {
        /// The switches and numbers of one game.
        // Yes-or-no switches are what the rulebooks have.
        #[wire(rules, openapi)]
        #[allow(clippy::struct_excessive_bools)]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        pub struct Rules {
            /// How many play, 2 to 6.
            pub players: u8,
            /// The goal in points (WIN-02).
            pub points_to_win: u8,
            /// The largest hand that a 7 spares (ROB-02).
            pub hand_limit: u8,
            /// Minutes until the game ends with the current turn (WIN-05).
            pub time_limit: Option<u16>,
            $($(#[$meta])* pub $id: $type,)+
            /// VAR-1 to VAR-8.
            pub variants: Variants,
            $($(#[$house_meta])* pub $house: $house_type,)+
        }

        /// The variants of the oldest rulebook, usable with any edition.
        // Eight independent switches are what the rulebook has.
        #[wire(rules, openapi)]
        #[allow(clippy::struct_excessive_bools)]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
        #[serde(default)]
        pub struct Variants {
            $($(#[$variant_meta])* pub $variant: bool,)+
        }

        impl Variants {
            /// None of them.
            pub const NONE: Self = Self { $($variant: false,)+ };
            /// All of them together.
            pub const ALL: Self = Self { $($variant: true,)+ };
        }

        impl Rules {
            /// The default edition.
            pub(super) const fn modern(players: u8) -> Self {
                Self {
                    players,
                    points_to_win: 10,
                    hand_limit: 7,
                    time_limit: None,
                    $($id: $preset,)+
                    variants: Variants::NONE,
                    $($house: $house_preset,)+
                }
            }
        }

        /// Every switch, in the order in which a table would be asked.
        pub const SWITCHES: &[Switch] = &by_kind([
            $(switch!($kind $clause $id, $id: $type, $title, $sentence, [$($words),+]),)+
            $(switch!($variant_kind $variant_clause variants.$variant, $variant: bool,
                $variant_title, $variant_sentence, ["no", "yes"]),)+
            $(switch!($house_kind $house_clause $house, $house: $house_type,
                $house_title, $house_sentence, [$($house_words),+]),)+
        ]);
    };
}

/// One row, and where its field is.
macro_rules! switch {
    ($kind:ident $clause:literal $($field:ident).+, $id:ident: $type:ty, $title:literal, $sentence:literal,
        [$($words:literal),+]) => {
        Switch {
            id: stringify!($id),
            kind: SwitchKind::$kind,
            clause: $clause,
            title: $title,
            sentence: $sentence,
            ids: <$type as Value>::IDS,
            words: {
                let words: &[&str] = &[$($words),+];
                assert!(words.len() == <$type as Value>::IDS.len(), "words for each value");
                words
            },
            value: |rules| rules.$($field).+.id(),
            set: |rules, id| {
                let value = Value::of(id);
                value.map(|value| rules.$($field).+ = value).is_some()
            },
        }
    };
}

/// Switches of a kind together, in the order of the kinds.
const fn by_kind<const COUNT: usize>(rows: [Switch; COUNT]) -> [Switch; COUNT] {
    let mut sorted = rows;
    let (mut kind, mut next) = (0, 0);
    while next < COUNT {
        let mut row = 0;
        while row < COUNT {
            if rows[row].kind as usize == kind {
                sorted[next] = rows[row];
                next += 1;
            }
            row += 1;
        }
        kind += 1;
    }
    sorted
}

switches! {
    rules {
        /// The seat that begins (SET-01, SET-08).
        SetUp "SET-08" first_player: FirstPlayer = FirstPlayer::Roll,
            "Who begins",
            "Whether the first player is rolled for or named by the host.",
            ["the highest roll", "whom the host names"];
        /// How the first pieces come onto the board (SET-02, SET-07).
        #[serde(default)]
        SetUp "SET-07" set_up: SetUp = SetUp::Placed,
            "The first pieces",
            "Whether players place their first pieces, or find them where the beginners' sheet shows them.",
            [
                "placed by the players",
                "as on the beginners' sheet",
                "as on the sheet, without the red ones",
                "as on the sheet, without the orange ones",
                "as on the sheet, without the white ones",
                "as on the sheet, without the blue ones",
            ];
        /// BRD-10, OPT-06.
        #[serde(default)]
        HouseRule "OPT-06" number_layout: NumberLayout = NumberLayout::Spiral,
            "Shuffled tokens",
            "Whether number tokens are laid in their spiral or shuffled.",
            ["in a spiral", "shuffled"];
        /// BRD-10.
        Edition "BRD-10" number_start: NumberStart = NumberStart::Corner,
            "Where the number tokens start",
            "The hex on which the first number token is laid.",
            ["a corner of the land", "any coastal hex"];
        /// BRD-10.
        Edition "BRD-10" number_direction: NumberDirection = NumberDirection::CounterClockwise,
            "Which way the number tokens run",
            "The direction in which the spiral of number tokens is laid.",
            ["counter-clockwise", "clockwise"];
        /// BRD-05.
        Edition "BRD-05" harbor_facing: HarborFacing = HarborFacing::LongestLine,
            "Which way a harbor faces",
            "Which land hex a harbor serves where its sea hex touches two of them.",
            ["the longest line of land", "either of the two"];
        /// BRD-20.
        Edition "BRD-20" harbor_layout: HarborLayout = HarborLayout::Shuffled,
            "How the harbors are laid",
            "Whether harbors are shuffled one by one, stay on the shuffled pieces of the frame, or lie as published.",
            ["shuffled one by one", "on shuffled pieces of the frame", "as published"];
        /// PRO-02.
        Edition "PRO-02" bank_shortage: BankShortage = BankShortage::SoleClaimant,
            "When the bank runs short",
            "Who gets cards when the bank has too few of a resource for all that a roll brings.",
            ["a sole claimant takes the rest", "nobody gets any of it"];
        /// TRN-03: all trading of a turn comes before all building.
        Edition "TRN-03" trade_then_build: bool = false,
            "Trading and building",
            "Whether trading and building mix freely on a turn.",
            ["in any order", "all trading before all building"];
        /// TRD-12: a resource may stand on both sides of a domestic trade.
        Edition "TRD-12" like_for_like: bool = false,
            "Like for like",
            "Whether a resource may stand on both sides of a trade between players.",
            ["not allowed", "allowed"];
        /// BLD-03.
        Edition "BLD-03" city_cost: CityCost = CityCost::ThreeOreTwoGrain,
            "What a city costs",
            "The cards that are paid for a city.",
            ["3 ore, 2 grain", "2 ore, 3 grain"];
        /// ROB-04: the robber may be moved to a desert.
        Edition "ROB-04" robber_on_desert: bool = true,
            "The robber and the desert",
            "Whether the robber may be moved to a desert.",
            ["not to a desert", "to a desert too"];
        /// ROB-06: the mover may forgo the theft.
        Edition "ROB-06" steal_optional: bool = false,
            "Stealing",
            "Whether the player who moves the robber may choose not to steal.",
            ["required", "optional"];
        /// DEV-04.
        #[serde(default)]
        Edition "DEV-04" free_roads: FreeRoads = FreeRoads::AtOnce,
            "Free roads",
            "When the two roads of a road building card are laid.",
            ["at once", "at any point of the turn"];
        /// DEV-08.
        Edition "DEV-08" progress_cards: ProgressCards = ProgressCards::LeaveTheGame,
            "Played progress cards",
            "Where progress cards go when they have been played.",
            ["out of the game", "under the deck"];
        /// LRD-05.
        Edition "LRD-05" longest_road_tie: LongestRoadTie = LongestRoadTie::HolderKeeps,
            "When a broken road leaves a tie",
            "Who holds the longest road when several are equally long after one was broken.",
            ["the holder, while among the longest", "nobody"];
        /// WIN-03.
        Edition "WIN-03" win_when: WinWhen = WinWhen::OwnTurn,
            "When you can win",
            "Whether you must wait for your own turn to win.",
            ["on your own turn", "at any time"];
        /// SBP-01: with five and six players, the others build after each turn.
        Edition "SBP-01" special_building_phase: bool = true,
            "Special building",
            "Whether the others may build after each turn, with five or six players.",
            ["no", "with five or six"];
    }
    variants {
        /// VAR-1: victory point cards are played like others, and count only then.
        Variant "VAR-1" played_victory_points,
            "Victory points are played",
            "Victory point cards are played like others, one a turn, and count only then.";
        /// VAR-2: resource hands lie open.
        Variant "VAR-2" open_hands,
            "Open hands",
            "Everyone's resource cards lie open, which is good for a first game.";
        /// VAR-3: development cards are played after the roll only.
        Variant "VAR-3" cards_after_roll,
            "Cards after the roll",
            "Development cards are played only after the roll.";
        /// VAR-4: on each player's first two turns a 7 is rolled again.
        Variant "VAR-4" no_early_seven,
            "No early seven",
            "On each player's first two turns a 7 is rolled again.";
        /// VAR-5: after a 7 the robber may stay.
        Variant "VAR-5" robber_may_stay,
            "The robber may stay",
            "After a 7 the roller may leave the robber where it is and steal nothing.";
        /// VAR-6: who has built trades no more in that turn.
        Variant "VAR-6" no_trade_after_building,
            "No trade after building",
            "After building or buying something, you cannot trade any more that turn.";
        /// VAR-7: a turn ends with at least one settlement on the board.
        Variant "VAR-7" keep_a_settlement,
            "Keep a settlement",
            "Your last settlement on the board cannot become a city.";
        /// VAR-8: a knight may interrupt a robber.
        Variant "VAR-8" knight_interrupt,
            "Interrupting knights",
            "When somebody has moved the robber, the others may take it over with a knight.";
    }
    house_rules {
        /// OPT-01: no 6 and 8, nor two of one of them, side by side.
        #[serde(default)]
        HouseRule "OPT-01" reds_apart: bool = false,
            "6 and 8 apart",
            "No 6 or 8 lies next to another 6 or 8.",
            ["no", "yes"];
        /// OPT-02: land, tokens and resources are spread evenly.
        #[serde(default)]
        HouseRule "OPT-02" balanced_board: bool = false,
            "A balanced board",
            "Good tokens and each kind of land are spread evenly.",
            ["no", "yes"];
        /// OPT-03: the robber spares players with fewer than three points.
        #[serde(default)]
        HouseRule "OPT-03" friendly_robber: bool = false,
            "A friendly robber",
            "The robber spares players with fewer than three points.",
            ["no", "yes"];
        /// OPT-04: what decides the rolls.
        #[serde(default)]
        HouseRule "OPT-04" dice: DiceSource = DiceSource::Dice,
            "Dice from a deck",
            "Whether the dice are rolled, or rolls are drawn from a shuffled deck of all 36.",
            ["two dice", "a deck of all 36 rolls"];
        /// OPT-07: players trade with the bank alone.
        #[serde(default)]
        HouseRule "OPT-07" no_domestic_trade: bool = false,
            "No trade between players",
            "Players trade with the bank and its harbors only, and never with each other.",
            ["no", "yes"];
    }
}

/// Whether a clause says anything about games by these rules. Most do about all of them.
pub fn clause_applies(clause: &str, rules: &Rules) -> bool {
    let variants = &rules.variants;
    match clause {
        "TRD-12" => !rules.like_for_like && !rules.no_domestic_trade,
        "RUL-17" => rules.win_when == WinWhen::AnyTime && rules.special_building_phase,
        "WIN-04" => rules.win_when == WinWhen::OwnTurn && rules.special_building_phase,
        "RUL-19" => rules.number_start == NumberStart::Corner,
        "RUL-20" => rules.free_roads == FreeRoads::WithinTurn,
        "RUL-10" => rules.win_when == WinWhen::AnyTime,
        "SBP-01" | "SBP-02" | "SBP-03" | "RUL-13" => rules.special_building_phase,
        "RUL-22" => variants.robber_may_stay,
        "RUL-23" => variants.no_trade_after_building,
        "RUL-03" => variants.keep_a_settlement,
        "RUL-04" | "RUL-12" => variants.knight_interrupt,
        "RUL-05" => rules.trade_then_build || variants.no_trade_after_building,
        "RUL-06" => rules.progress_cards == ProgressCards::UnderTheDeck,
        "RUL-14" => rules.harbor_layout == HarborLayout::Frame,
        "OPT-01" => rules.reds_apart || rules.balanced_board,
        "RUL-15" => rules.friendly_robber,
        "TRD-01" | "TRD-02" | "TRD-03" | "TRD-04" | "TRD-05" | "TRD-13" => !rules.no_domestic_trade,
        // What no rulebook has counts where it is switched on.
        _ => SWITCHES
            .iter()
            .filter(|switch| matches!(switch.kind, SwitchKind::Variant | SwitchKind::HouseRule))
            .find(|switch| switch.clause == clause)
            .is_none_or(|switch| switch.value(rules) != switch.ids[0]),
    }
}
