//! Every switch in words: what a table is asked, and what each answer means.

use super::{
    BankShortage, BeginnersPieces, CityCost, DiceSource, FirstPlayer, FreeRoads, HarborFacing,
    HarborLayout, LongestRoadTie, NumberDirection, NumberLayout, NumberStart, ProgressCards, Rules,
    SetUp, WinWhen,
};

/// Where a switch comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
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

/// A switch in words.
#[derive(Clone, Copy, Debug)]
pub struct Switch {
    /// The name of its field in [`Rules`] or [`super::Variants`].
    pub id: &'static str,
    /// Where it comes from.
    pub kind: SwitchKind,
    /// The clause that tells what it changes.
    pub clause: &'static str,
    /// A few words.
    pub title: &'static str,
    /// One sentence.
    pub sentence: &'static str,
    /// Every value, by its id, with what it means in a few words.
    pub values: &'static [(&'static str, &'static str)],
    /// The id of the value that these rules have.
    pub value: fn(&Rules) -> &'static str,
}

impl Switch {
    /// What the value that these rules have means, in a few words.
    pub fn words(&self, rules: &Rules) -> &'static str {
        let id = (self.value)(rules);
        self.values
            .iter()
            .find(|(value, _)| *value == id)
            .map_or("", |(_, words)| words)
    }
}

const fn yes_or_no(yes: bool) -> &'static str {
    if yes { "true" } else { "false" }
}

macro_rules! switches {
    ($($kind:ident $id:ident $clause:literal: $title:literal, $sentence:literal;
        $($value:literal = $words:literal),+; $of:expr;)+) => {
        /// Every switch, in the order in which a table would be asked.
        pub const SWITCHES: &[Switch] = &[$(Switch {
            id: stringify!($id),
            kind: SwitchKind::$kind,
            clause: $clause,
            title: $title,
            sentence: $sentence,
            values: &[$(($value, $words)),+],
            value: $of,
        }),+];
    };
}

switches! {
    Edition number_start "BRD-10": "Where the number tokens start",
        "The hex on which the first number token is laid.";
        "corner" = "a corner of the land", "coast" = "any coastal hex";
        |rules| match rules.number_start {
            NumberStart::Corner => "corner",
            NumberStart::Coast => "coast",
        };
    Edition number_direction "BRD-10": "Which way the number tokens run",
        "The sense in which the spiral of number tokens is laid.";
        "counter_clockwise" = "counter-clockwise", "clockwise" = "clockwise";
        |rules| match rules.number_direction {
            NumberDirection::CounterClockwise => "counter_clockwise",
            NumberDirection::Clockwise => "clockwise",
        };
    Edition harbor_facing "BRD-05": "Which way a harbor faces",
        "Where the sea hex of a harbor touches two land hexes, the one that the harbor serves.";
        "longest_line" = "the longest line of land", "either" = "either of the two";
        |rules| match rules.harbor_facing {
            HarborFacing::LongestLine => "longest_line",
            HarborFacing::Either => "either",
        };
    Edition harbor_layout "BRD-20": "How the harbors are laid",
        "Whether harbors are shuffled one by one, stay on the shuffled pieces of the frame, or lie as published.";
        "shuffled" = "shuffled one by one", "frame" = "on shuffled pieces of the frame",
        "published" = "as published";
        |rules| match rules.harbor_layout {
            HarborLayout::Shuffled => "shuffled",
            HarborLayout::Frame => "frame",
            HarborLayout::Published => "published",
        };
    Edition bank_shortage "PRO-02": "When the bank runs short",
        "Who gets cards when the bank has too few of a resource for all that a roll brings.";
        "sole_claimant" = "a sole claimant takes the rest", "nobody" = "nobody gets any of it";
        |rules| match rules.bank_shortage {
            BankShortage::SoleClaimant => "sole_claimant",
            BankShortage::Nobody => "nobody",
        };
    Edition trade_then_build "TRN-03": "Trading and building",
        "Whether trading and building mix freely in a turn.";
        "false" = "in any order", "true" = "all trading before all building";
        |rules| yes_or_no(rules.trade_then_build);
    Edition like_for_like "TRD-12": "The same for the same",
        "Whether a resource may stand on both sides of a trade between players.";
        "false" = "not allowed", "true" = "allowed";
        |rules| yes_or_no(rules.like_for_like);
    Edition city_cost "BLD-03": "What a city costs",
        "The cards that are paid for a city.";
        "three_ore_two_grain" = "3 ore, 2 grain", "two_ore_three_grain" = "2 ore, 3 grain";
        |rules| match rules.city_cost {
            CityCost::ThreeOreTwoGrain => "three_ore_two_grain",
            CityCost::TwoOreThreeGrain => "two_ore_three_grain",
        };
    Edition robber_on_desert "ROB-04": "The robber and the desert",
        "Whether the robber may be moved to a desert.";
        "false" = "not to a desert", "true" = "to a desert too";
        |rules| yes_or_no(rules.robber_on_desert);
    Edition steal_optional "ROB-06": "The theft",
        "Whether the player who moves the robber may do without stealing.";
        "false" = "must be taken", "true" = "may be forgone";
        |rules| yes_or_no(rules.steal_optional);
    Edition free_roads "DEV-04": "Free roads",
        "When the two roads of a road building card are laid.";
        "at_once" = "at once", "within_turn" = "at any point of the turn";
        |rules| match rules.free_roads {
            FreeRoads::AtOnce => "at_once",
            FreeRoads::WithinTurn => "within_turn",
        };
    Edition progress_cards "DEV-08": "Played progress cards",
        "Where progress cards go when they have been played.";
        "leave_the_game" = "out of the game", "under_the_deck" = "under the deck";
        |rules| match rules.progress_cards {
            ProgressCards::LeaveTheGame => "leave_the_game",
            ProgressCards::UnderTheDeck => "under_the_deck",
        };
    Edition longest_road_tie "LRD-05": "When a broken road leaves a tie",
        "Who holds the longest road when several are equally long after one was broken.";
        "holder_keeps" = "the holder, while among the longest", "nobody" = "nobody";
        |rules| match rules.longest_road_tie {
            LongestRoadTie::HolderKeeps => "holder_keeps",
            LongestRoadTie::Nobody => "nobody",
        };
    Edition win_when "WIN-03": "When the goal wins",
        "Whether one must wait for one's own turn to win.";
        "own_turn" = "in one's own turn", "any_time" = "at any time";
        |rules| match rules.win_when {
            WinWhen::OwnTurn => "own_turn",
            WinWhen::AnyTime => "any_time",
        };
    Edition special_building_phase "SBP-01": "Special building",
        "Whether with five and six players the others may build after each turn.";
        "false" = "no", "true" = "with five and six";
        |rules| yes_or_no(rules.special_building_phase);
    Variant played_victory_points "VAR-1": "Victory points are played",
        "Victory point cards are played like others, one a turn, and count only then.";
        "false" = "no", "true" = "yes";
        |rules| yes_or_no(rules.variants.played_victory_points);
    Variant open_hands "VAR-2": "Open hands",
        "Everyone's resource cards lie open, which is good for a first game.";
        "false" = "no", "true" = "yes";
        |rules| yes_or_no(rules.variants.open_hands);
    Variant cards_after_roll "VAR-3": "Cards after the roll",
        "Development cards are played only after the roll.";
        "false" = "no", "true" = "yes";
        |rules| yes_or_no(rules.variants.cards_after_roll);
    Variant no_early_seven "VAR-4": "No early seven",
        "In the first two rounds of turns a 7 is rolled again.";
        "false" = "no", "true" = "yes";
        |rules| yes_or_no(rules.variants.no_early_seven);
    Variant robber_may_stay "VAR-5": "The robber may stay",
        "After a 7 the roller may leave the robber where it is and steal nothing.";
        "false" = "no", "true" = "yes";
        |rules| yes_or_no(rules.variants.robber_may_stay);
    Variant no_trade_after_building "VAR-6": "No trade after building",
        "Who has built or bought something trades no more in that turn.";
        "false" = "no", "true" = "yes";
        |rules| yes_or_no(rules.variants.no_trade_after_building);
    Variant keep_a_settlement "VAR-7": "Keep a settlement",
        "The last settlement that one has on the board cannot become a city.";
        "false" = "no", "true" = "yes";
        |rules| yes_or_no(rules.variants.keep_a_settlement);
    Variant knight_interrupt "VAR-8": "Interrupting knights",
        "When anyone has moved the robber, the others may take it over by a knight.";
        "false" = "no", "true" = "yes";
        |rules| yes_or_no(rules.variants.knight_interrupt);
    SetUp set_up "SET-07": "The first pieces",
        "Whether players place their first pieces, or find them where the beginners' sheet shows them.";
        "placed" = "placed by the players",
        "beginners" = "as on the beginners' sheet",
        "beginners_without_red" = "as on the sheet, without the red ones",
        "beginners_without_orange" = "as on the sheet, without the orange ones",
        "beginners_without_white" = "as on the sheet, without the white ones",
        "beginners_without_blue" = "as on the sheet, without the blue ones";
        |rules| match rules.set_up {
            SetUp::Placed => "placed",
            SetUp::Beginners { left_out } => match left_out {
                None => "beginners",
                Some(BeginnersPieces::Red) => "beginners_without_red",
                Some(BeginnersPieces::Orange) => "beginners_without_orange",
                Some(BeginnersPieces::White) => "beginners_without_white",
                Some(BeginnersPieces::Blue) => "beginners_without_blue",
            },
        };
    SetUp first_player "SET-08": "Who begins",
        "Whether the first player is rolled for or named by the host.";
        "roll" = "the highest roll", "named" = "whom the host names";
        |rules| match rules.first_player {
            FirstPlayer::Roll => "roll",
            FirstPlayer::Named { .. } => "named",
        };
    HouseRule number_layout "OPT-06": "Shuffled tokens",
        "Whether number tokens are laid in their spiral or shuffled.";
        "spiral" = "in a spiral", "shuffled" = "shuffled";
        |rules| match rules.number_layout {
            NumberLayout::Spiral => "spiral",
            NumberLayout::Shuffled => "shuffled",
        };
    HouseRule reds_apart "OPT-01": "No 6 and 8 side by side",
        "No two of the tokens 6 and 8 lie on neighboring hexes.";
        "false" = "no", "true" = "yes";
        |rules| yes_or_no(rules.reds_apart);
    HouseRule balanced_board "OPT-02": "A balanced board",
        "Good tokens and each kind of land are spread evenly.";
        "false" = "no", "true" = "yes";
        |rules| yes_or_no(rules.balanced_board);
    HouseRule friendly_robber "OPT-03": "A friendly robber",
        "The robber spares players with fewer than three points.";
        "false" = "no", "true" = "yes";
        |rules| yes_or_no(rules.friendly_robber);
    HouseRule dice "OPT-04": "Dice from a deck",
        "Whether rolls are thrown, or drawn from a shuffled deck of the 36 throws.";
        "dice" = "two dice", "deck" = "a deck of the 36 throws";
        |rules| match rules.dice {
            DiceSource::Dice => "dice",
            DiceSource::Deck => "deck",
        };
    HouseRule no_domestic_trade "OPT-07": "No trade between players",
        "Players trade with the bank and its harbors only, and never with each other.";
        "false" = "no", "true" = "yes";
        |rules| yes_or_no(rules.no_domestic_trade);
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
        "VAR-1" => variants.played_victory_points,
        "VAR-2" => variants.open_hands,
        "VAR-3" => variants.cards_after_roll,
        "VAR-4" => variants.no_early_seven,
        "VAR-5" | "RUL-22" => variants.robber_may_stay,
        "VAR-6" | "RUL-23" => variants.no_trade_after_building,
        "VAR-7" | "RUL-03" => variants.keep_a_settlement,
        "VAR-8" | "RUL-04" | "RUL-12" => variants.knight_interrupt,
        "RUL-05" => rules.trade_then_build || variants.no_trade_after_building,
        "RUL-06" => rules.progress_cards == ProgressCards::UnderTheDeck,
        "RUL-14" => rules.harbor_layout == HarborLayout::Frame,
        "OPT-01" => rules.reds_apart || rules.balanced_board,
        "OPT-02" => rules.balanced_board,
        "OPT-03" | "RUL-15" => rules.friendly_robber,
        "OPT-04" => rules.dice == DiceSource::Deck,
        "OPT-07" => rules.no_domestic_trade,
        "TRD-01" | "TRD-02" | "TRD-03" | "TRD-04" | "TRD-05" | "TRD-13" => !rules.no_domestic_trade,
        "OPT-06" => rules.number_layout == NumberLayout::Shuffled,
        _ => true,
    }
}
