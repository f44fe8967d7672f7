//! The committed TypeScript declarations are those of the protocol.

use std::fmt::Write as _;

use brickwood_protocol::{
    BoundedOption, LONGEST_BOARD_SEED, LONGEST_BOARD_TEXT, LONGEST_NAME, LONGEST_NOTICE,
    LONGEST_REASON, LONGEST_WORDS, MOST_ANY, PROTOCOL, TableOptions,
};
use brickwood_rules::{Illegal, Rules, SHORTEST_LONGEST_ROAD, SMALLEST_LARGEST_ARMY};
use brickwood_test_kit::{are_declared, export, is_committed};

#[test]
fn the_committed_declarations_are_those_of_the_protocol() {
    are_declared(
        &["problem", "rules", "site", "table"],
        every_declared_type!(export),
    );
}

#[test]
fn the_committed_version_is_that_of_the_protocol() {
    let text =
        format!("/** The version of the protocol. */\nexport const PROTOCOL = {PROTOCOL};\n");
    is_committed("web/src/lib/base/protocol/version.ts", &text);
}

/// What numbers and texts of a set-up can be.
#[test]
fn the_committed_limits_are_those_that_are_checked() {
    let mut text = "/** What numbers of a set-up and of how a table is run can be. */\n\
        export const LIMITS = {\n"
        .to_owned();
    let mut limit = |name: &str, least: u16, most: u16| {
        let _ = writeln!(text, "  {name}: {{ least: {least}, most: {most} }},");
    };
    let (least, most) = Rules::PLAYERS.into_inner();
    limit("players", least.into(), most.into());
    let (least, most) = Rules::POINTS_TO_WIN.into_inner();
    limit("points_to_win", least.into(), most.into());
    let (least, most) = Rules::HAND_LIMIT.into_inner();
    limit("hand_limit", least.into(), most.into());
    let (least, most) = Rules::TIME_LIMIT.into_inner();
    limit("time_limit", least, most);
    for option in BoundedOption::ALL {
        let (least, most) = option.bounds().into_inner();
        limit(json(&option).trim_matches('"'), least, most);
    }
    let players: Vec<_> = Rules::PLAYERS.map(|count| count.to_string()).collect();
    let _ = write!(
        text,
        "}} as const;\n\n\
        /** How many can play. */\n\
        export const PLAYERS = [{}] as const;\n\n\
        /** The longest text that stands for a random board, in bytes. */\n\
        export const LONGEST_BOARD_SEED = {LONGEST_BOARD_SEED};\n\n\
        /** The longest board file, in bytes. */\n\
        export const LONGEST_BOARD_TEXT = {LONGEST_BOARD_TEXT};\n",
        players.join(", ")
    );
    is_committed("web/src/lib/base/protocol/limits.ts", &text);
}

#[test]
fn the_committed_options_are_those_of_a_table_where_nobody_has_chosen() {
    let options = json(&TableOptions::default());
    let text = format!(
        "/** How a table is run where nobody has chosen. */\n\
        export const DEFAULT_OPTIONS = {options} as const;\n"
    );
    is_committed("web/src/lib/base/protocol/default-options.ts", &text);
}

/// What a page needs from the beginning, and not only where a game is set up.
#[test]
fn the_committed_constants_are_those_that_are_checked() {
    let text = format!(
        "/** The most characters of a name. */\n\
        export const LONGEST_NAME = {LONGEST_NAME};\n\n\
        /** The most characters of what a player says in words. */\n\
        export const LONGEST_WORDS = {LONGEST_WORDS};\n\n\
        /** The most characters of what somebody writes in a report, or a host about a decision. */\n\
        export const LONGEST_REASON = {LONGEST_REASON};\n\n\
        /** The most characters of a message of the host to all. */\n\
        export const LONGEST_NOTICE = {LONGEST_NOTICE};\n\n\
        /** The most cards that one side of a trade may leave open. */\n\
        export const MOST_ANY = {MOST_ANY};\n\n\
        /** The fewest roads that hold the longest road. */\n\
        export const SHORTEST_LONGEST_ROAD = {SHORTEST_LONGEST_ROAD};\n\n\
        /** The fewest knights that hold the largest army. */\n\
        export const SMALLEST_LARGEST_ARMY = {SMALLEST_LARGEST_ARMY};\n"
    );
    is_committed("web/src/lib/base/protocol/constants.ts", &text);
}

/// Each reason by its code, so that the page carries only those that it names.
#[test]
fn the_committed_clauses_are_those_of_the_reasons() {
    let mut text =
        "/** The clauses that steps break, each by the code of the reason. */\n\n".to_owned();
    for illegal in Illegal::ALL {
        let (code, clause) = (illegal.code().to_uppercase(), illegal.clause());
        let _ = writeln!(text, "/** {illegal} */\nexport const {code} = '{clause}';");
    }
    is_committed("web/src/lib/base/protocol/clauses.ts", &text);
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("plain data")
}
