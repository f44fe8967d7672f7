//! `README.md`: the data set's card, as hubs for data sets read it.

use std::fmt::Write as _;
use std::path::Path;

use crate::DatasetError;
use crate::manifest::{Manifest, Source};
use crate::shard::replace;
use crate::tables::Table;

const FILE: &str = "README.md";

/// The last digits that the numbers of shards have. The greatest one is that of the shards to test with.
const DIGITS: u32 = 10;

/// Writes the card of a data set with so many shards, unless it is there: people may have changed it.
pub(crate) fn write(folder: &Path, manifest: &Manifest, shards: u32) -> Result<(), DatasetError> {
    let path = folder.join(FILE);
    if path.exists() {
        return Ok(());
    }
    replace(&path, text(manifest, shards).as_bytes())
}

fn text(manifest: &Manifest, shards: u32) -> String {
    let (license, terms) = match manifest.source() {
        Source::Bots { .. } => (
            "cc0-1.0",
            "Programs played these games, and nobody claims rights in them.",
        ),
        Source::Records { .. } => (
            "unknown",
            "Whoever publishes these games says under which license.",
        ),
    };
    let splits = splits(shards);
    let mut card = format!("---\nlicense: {license}\ntags: [board-game, brickwood]\nconfigs:\n");
    for table in [Table::Decisions, Table::Games, Table::Standings] {
        let name = table.name();
        writeln!(card, "- config_name: {name}").expect("a text");
        if table == Table::Decisions {
            card.push_str("  default: true\n");
        }
        card.push_str("  data_files:\n");
        for (split, shards) in &splits {
            writeln!(
                card,
                "  - split: {split}\n    path: \"{name}/{shards}.parquet\""
            )
            .expect("a text");
        }
    }
    write!(card, "---\n\n# Games of Brickwood\n\n{terms}\n\n").expect("a text");
    match manifest.source() {
        Source::Bots {
            rules,
            players,
            games,
            seed,
            ..
        } => {
            let (players, last) = (players.join(", "), seed.wrapping_add(u64::from(games - 1)));
            writeln!(
                card,
                "- Rules: `{rules}`\n- Players: {players}\n- Games: {games}, with the seeds {seed} to {last}"
            )
        }
        Source::Records { .. } => writeln!(card, "- Recorded games: each has its rules in `games`"),
    }
    .expect("a text");
    card.push_str("- All decisions of a game are in one split. `dataset.json` has the shapes of the tensors.\n");
    for table in Table::ALL {
        writeln!(
            card,
            "\n## `{}`\n\n| column | type |\n|---|---|",
            table.name()
        )
        .expect("a text");
        for column in table.schema(manifest.tensors()).get_fields() {
            let (name, kind) = (column.name(), Table::type_name(column));
            writeln!(card, "| `{name}` | {kind} |").expect("a text");
        }
    }
    card.push_str(
        "\nThe lowest bit of the first byte of a mask tells whether choice 0 was possible.\n",
    );
    card
}

/// Which shards are in which split, as patterns of their file names.
fn splits(shards: u32) -> Vec<(&'static str, String)> {
    match shards.min(DIGITS) {
        0 | 1 => vec![("train", "*".to_owned())],
        digits => {
            let test = digits - 1;
            vec![
                ("train", format!("*[0-{}]", test - 1)),
                ("test", format!("*{test}")),
            ]
        }
    }
}
